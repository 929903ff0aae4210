import { createSelector, createSlice, original, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { api } from '../../api/api.ts'
import type { OriginVerdict } from '../../../core/crypto/index.ts'
import { type RootState, rootReducer } from '../../store/store.ts'
import type { BatchAnswers } from '../../../core/keys/answers.ts'
import type { OwnFile, UnopenedOwnFile } from '../../../core/keys/own.ts'
import type { AlteredFile } from './fileTree.ts'
import type { KnownSenders } from './senders.ts'

/** What the manifest of a file has told. */
export interface SealedFile extends AlteredFile {
  id: number
  /** Null without a manifest: then name and content are the server's word. */
  batch: { id: string; index: number; count: number } | null
  /** Which answers of its sender it was sealed with; null: none. */
  answers: string | null
  origin: OriginVerdict
  /** It arrived when the key that it is sealed to had been replaced. */
  isLate: boolean
  /** Where it was shown, and what the server said of it, when the two were compared (`shownAs`). */
  shown: string
}

/** All that a manifest is compared with. Its origin is that of one folder: in another it is judged anew. */
export const shownAs = (
  folderId: number,
  { original_filename, stored_filename, file_size, file_hash }: FileRecord,
): string => JSON.stringify([folderId, original_filename, stored_filename, file_size, file_hash])

export const sealedFile = (
  folderId: number,
  { record, name, path, differences, batch, answers, origin, isLate }: OwnFile,
): SealedFile => ({
  id: record.id,
  name,
  path,
  differences,
  batch: batch && { id: batch.batch, index: batch.index, count: batch.count },
  answers,
  origin: origin ?? 'plain',
  isLate,
  shown: shownAs(folderId, record),
})

/** What did not open. */
export interface UnopenedFile {
  id: number
  /** Not for want of a key: what the server gives for its key or manifest is not its own. */
  isAltered: boolean
  shown: string
}

export const unopenedFile = (folderId: number, { record, fault }: UnopenedOwnFile): UnopenedFile => ({
  id: record.id,
  isAltered: fault.code !== 'wrong-key' && fault.code !== 'key-not-sent',
  shown: shownAs(folderId, record),
})

interface FolderAnswers {
  /** By batch, as far as they opened. */
  answers: Record<string, BatchAnswers>
  /** Batches whose answers were asked for with the keys at hand: what is not among the answers is not there. */
  askedFor: Record<string, true>
}

const unasked: FolderAnswers = { answers: {}, askedFor: {} }

interface SealedFilesState {
  /** Files whose manifest was opened, with the batch it names; null for those that have none. */
  batchOf: Record<number, string | null>
  /** What the server said of them then: what it says anew is compared anew. */
  shown: Record<number, string>
  /** Where they come from. */
  originOf: Record<number, OriginVerdict>
  /** Their places in the batch. */
  indexOf: Record<number, number>
  /** How many files were sent as a batch: the most that one of its manifests says, since any of them may be made up. */
  batchCounts: Record<string, number>
  /** Only those that name answers of their sender: their hash. */
  answersOf: Record<number, string>
  /** What senders answered, by folder: a file that was copied into another leaves it behind. */
  answers: Record<number, FolderAnswers>
  /** Files whose key or manifest does not open with the keys at hand. */
  unopened: Record<number, true>
  /** Only those that arrived when the key that they are sealed to had been replaced. */
  late: Record<number, true>
  /** Only those where the server says otherwise. */
  altered: Record<number, AlteredFile>
  /** A check that runs: `done` of `total` files. */
  checking: { done: number; total: number } | null
}

const nothing: SealedFilesState = {
  batchOf: {},
  shown: {},
  originOf: {},
  indexOf: {},
  batchCounts: {},
  answersOf: {},
  answers: {},
  unopened: {},
  late: {},
  altered: {},
  checking: null,
}

/** What is known of files beyond the server's word. Manifests are opened with the private key, so this fills late. */
export const sealedFilesSlice = createSlice({
  name: 'sealedFiles',
  initialState: nothing,
  reducers: {
    checkProgressed: (state, { payload }: PayloadAction<{ done: number; total: number }>) => {
      state.checking = payload
    },
    checkEnded: (state) => {
      state.checking = null
    },
    manifestsOpened: (state, { payload: files }: PayloadAction<readonly SealedFile[]>) => {
      // Written past the draft: a draft takes three times as long for each of many files.
      const { ...batchOf } = original(state).batchOf
      const { ...indexOf } = original(state).indexOf
      const { ...originOf } = original(state).originOf
      const { ...shown } = original(state).shown
      const { ...answersOf } = original(state).answersOf
      for (const { id, name, path, differences, batch, answers, origin, isLate, shown: said } of files) {
        if (isLate) state.late[id] = true
        const before = shown[id] === said ? originOf[id] : undefined
        // A file has one origin: what says another under its id is another file.
        originOf[id] = before === undefined || before === origin ? origin : 'wrong'
        shown[id] = said
        batchOf[id] = batch?.id ?? null
        if (answers === null) Reflect.deleteProperty(answersOf, id)
        else answersOf[id] = answers
        if (batch) {
          indexOf[id] = batch.index
          if (batch.count > (state.batchCounts[batch.id] ?? 0)) state.batchCounts[batch.id] = batch.count
        }
        if (differences.length > 0) state.altered[id] = { name, path, differences: [...differences] }
        else if (id in state.altered) Reflect.deleteProperty(state.altered, id)
      }
      Object.assign(state, { batchOf, indexOf, originOf, shown, answersOf })
    },
    manifestsUnopened: (state, { payload: files }: PayloadAction<readonly UnopenedFile[]>) => {
      for (const { id, isAltered, shown } of files) {
        state.unopened[id] = true
        if (!isAltered) continue
        state.originOf[id] = 'wrong'
        state.shown[id] = shown
      }
    },
    /** Of batches that were asked for: what was found. */
    answersOpened: (
      state,
      {
        payload: { folderId, batches, found },
      }: PayloadAction<{
        folderId: number
        batches: readonly string[]
        found: Readonly<Record<string, BatchAnswers>>
      }>,
    ) => {
      const { answers, askedFor } = state.answers[folderId] ?? { answers: {}, askedFor: {} }
      state.answers[folderId] = { answers, askedFor }
      Object.assign(answers, found)
      for (const batch of batches) askedFor[batch] = true
    },
    /** What did not open may open now. */
    keysChanged: (state) => {
      state.unopened = {}
      for (const one of Object.values(state.answers)) one.askedFor = {}
    },
    /** What senders answered goes with the key that opened it: nobody but who holds it has ever known these. */
    answersForgotten: (state) => {
      state.answers = {}
    },
  },
  // What was opened for one user is not kept for the next.
  extraReducers: (build) => build.addCase(api.util.resetApiState, () => nothing),
})

export const {
  answersForgotten,
  answersOpened,
  checkProgressed,
  checkEnded,
  manifestsOpened,
  manifestsUnopened,
  keysChanged,
} = sealedFilesSlice.actions

declare module '../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof sealedFilesSlice> {}
}

const injected = sealedFilesSlice.injectInto(rootReducer)
const selectState = (state: RootState): SealedFilesState => injected.selectSlice(state)

export const selectAltered = (state: RootState) => selectState(state).altered
export const selectChecking = (state: RootState) => selectState(state).checking

type Records = readonly FileRecord[]

/** Files of a folder. */
export interface FolderRecords {
  folderId: number
  records: Records
}
const recordsOf = (_: RootState, { records }: FolderRecords) => records
const folderOf = (_: RootState, { folderId }: FolderRecords) => folderId

/** Files whose manifest is still to be opened. Which key they are sealed to is the server's word. */
export const selectUnchecked = createSelector(
  [selectState, recordsOf, folderOf],
  ({ shown, unopened }, records, folderId) =>
    records.filter((record) => shown[record.id] !== shownAs(folderId, record) && !(record.id in unopened)),
)

/** What is known of the senders of the files of a folder. */
export const selectKnownSenders = createSelector(
  [
    (state: RootState) => selectState(state).batchOf,
    (state: RootState) => selectState(state).answersOf,
    (state: RootState, folderId: number) => selectState(state).answers[folderId] ?? unasked,
  ],
  (batchOf, answersOf, { answers, askedFor }): KnownSenders => ({ batchOf, answersOf, answers, askedFor }),
)

/** Batches that name answers which nobody has asked for yet. */
export const selectUnaskedBatches = createSelector(
  [(state: RootState, { folderId }: FolderRecords) => selectKnownSenders(state, folderId), recordsOf],
  ({ batchOf, answersOf, askedFor }, records): readonly string[] => {
    const batches = new Set<string>()
    for (const { id } of records) {
      const batch = answersOf[id] === undefined ? null : batchOf[id]
      if (typeof batch === 'string' && !(batch in askedFor)) batches.add(batch)
    }
    return [...batches]
  },
)

/** Where the files come from whose manifests were opened in this folder. */
export const selectOrigins = createSelector(
  [
    (state: RootState) => selectState(state).originOf,
    (state: RootState) => selectState(state).shown,
    recordsOf,
    folderOf,
  ],
  (originOf, shown, records, folderId): ReadonlyMap<number, OriginVerdict> =>
    new Map(
      records.flatMap((record) => {
        const origin = originOf[record.id]
        return origin && shown[record.id] === shownAs(folderId, record) ? [[record.id, origin]] : []
      }),
    ),
)

/** Whether it is known to have no manifest: before manifests are asked for, nothing is known. */
export const selectIsUnsealed = (state: RootState, id: number): boolean =>
  selectState(state).batchOf[id] === null

/** Whether it opens with none of the keys that are open. */
export const selectIsClosed = (state: RootState, id: number): boolean => id in selectState(state).unopened

/** Whether it arrived, says the server, when the key that it is sealed to had been replaced. */
export const selectIsLate = (state: RootState, id: number): boolean => id in selectState(state).late

/** Files of which name and content are the server's word. */
export const selectUnsealed = createSelector(
  [selectState, (_: RootState, records: Records) => records],
  ({ batchOf }, records) => records.filter(({ id }) => batchOf[id] === null),
)

/** Whether every file here has a manifest, and the server says the same as all of them. */
export const selectIsVerified = createSelector(
  [selectState, recordsOf, folderOf],
  ({ batchOf, altered, shown }, records, folderId) =>
    records.length > 0 &&
    records.every(
      (record) =>
        typeof batchOf[record.id] === 'string' &&
        !(record.id in altered) &&
        shown[record.id] === shownAs(folderId, record),
    ),
)

export interface IncompleteBatch {
  id: string
  count: number
  /** One for each place; a copy of one that is there is not another. */
  present: readonly FileRecord[]
}

/**
 * Batches of which fewer files are here than their uploader set out to send. Judged when all manifests of the folder
 * that open have been opened, by the places that these name.
 */
export const selectIncompleteBatches = createSelector(
  [selectState, (_: RootState, records: Records) => records],
  ({ batchOf, indexOf, batchCounts, unopened }, records): readonly IncompleteBatch[] => {
    const batches = new Map<string, Map<number, FileRecord>>()
    for (const record of records) {
      const batch = batchOf[record.id]
      if (batch === undefined && !(record.id in unopened)) return []
      if (batch === undefined || batch === null) continue
      const places = batches.get(batch) ?? new Map<number, FileRecord>()
      const index = assertDefined(indexOf[record.id])
      if (!places.has(index)) batches.set(batch, places.set(index, record))
    }
    return Array.from(batches, ([id, places]) => ({
      id,
      count: batchCounts[id] ?? 0,
      present: [...places.values()],
    })).filter((batch) => batch.present.length < batch.count)
  },
)
