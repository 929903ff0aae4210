import { createSelector, createSlice, original, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { assertDefined } from '../../../../contract/assertDefined.ts'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { isPlaceholder } from '../../../../contract/fileNames.ts'
import { api } from '../../../api/api.ts'
import type { FaultCode } from '../../../../core/faults/fault.ts'
import type { OriginVerdict } from '../../../../core/crypto/index.ts'
import { isNameKnown } from '../../../../core/keys/storedNames.ts'
import { type RootState, rootReducer } from '../../../store/store.ts'
import type { BatchAnswers } from '../../../../core/keys/answers.ts'
import type { KnownFile } from '../../../../core/keys/indexedFiles.ts'
import type { UnopenedOwnFile } from '../../../../core/keys/ownFiles.ts'
import { type boundVerdict, type BoundVerdict, isElsewhere } from '../../../../core/trust/boundVerdict.ts'
import { isReturned, type FolderJudgement, verdictOf } from '../../../trust/judgedFolder.ts'
import { returnedAccepted } from '../../../trust/seenFilesMemory.ts'
import type { SealedNames } from '../tree/fileTree.ts'
import type { OpenedSenderData } from '../senders/senders.ts'

/** The verdict about a file in its folder, and the folder where it belongs instead. */
type Bound = ReturnType<typeof boundVerdict>

/** Data of a file's opened manifest. */
export interface SealedFile extends SealedNames {
  id: number
  /** True if its name on the server looks like a placeholder. */
  hasPlaceholder: boolean
  /** Batch of the file; null without a manifest, when only the server vouches for name and content. */
  batch: { id: string; index: number; count: number } | null
  /** Hash of the sender's answers that it was sealed with; null if none. */
  answers: string | null
  origin: OriginVerdict
  bound: Bound
  /** True for a message of the sender. */
  isText: boolean
  /** True if it arrived after its key had been replaced. */
  isLate: boolean
  /** Mark of its key (`OwnFile.mark`). */
  mark: string
  /** True if it was deleted or missing, and is shown again. */
  isReturned: boolean
  /** The server's data that the manifest was compared with (`comparedFields`). */
  serverData: string
}

/** Returns all data that a manifest is compared with; origins are checked anew in another folder. */
export const comparedFields = (
  folderId: number,
  { original_filename, stored_filename, file_size, file_hash }: FileRecord,
): string => JSON.stringify([folderId, original_filename, stored_filename, file_size, file_hash])

export const toSealedFile = (folder: FolderJudgement, file: KnownFile): SealedFile => {
  const { record, name, path, source, differences, batchPosition, answers, origin, isLate, mark, isText } =
    file
  return {
    id: record.id,
    name,
    path,
    sha256: source.sha256,
    differences,
    verdict: file.namesVerdict,
    hasPlaceholder: isPlaceholder(record.original_filename),
    batch: batchPosition && {
      id: batchPosition.batch,
      index: batchPosition.index,
      count: batchPosition.count,
    },
    answers,
    origin: origin ?? 'plain',
    bound: verdictOf(file, folder),
    isText,
    isLate,
    mark,
    isReturned: isReturned(file, folder),
    serverData: comparedFields(folder.id, record),
  }
}

export interface UnopenedFile {
  id: number
  /** Why its key or manifest does not open with the unlocked keys in this browser. */
  fault: FaultCode
}

export const toUnopenedFile = ({ record, fault }: UnopenedOwnFile): UnopenedFile => ({
  id: record.id,
  fault: fault.code,
})

type FolderAnswers = Pick<OpenedSenderData, 'answers' | 'requestedBatches'>

const unrequested: FolderAnswers = { answers: {}, requestedBatches: {} }

/** What is known of files, by their ids. */
interface SealedFilesState extends Pick<OpenedSenderData, 'batchOf' | 'answersOf'> {
  /** The server's data when the manifest was opened; changed data is compared again. */
  serverData: Record<number, string>
  originOf: Record<number, OriginVerdict>
  /** Index in the batch. */
  indexOf: Record<number, number>
  /** Number of files, by batch: the maximum over its manifests, since any of them may be forged. */
  batchCounts: Record<string, number>
  /** Answers by folder, as copies in another folder do not share them. */
  answers: Record<number, FolderAnswers>
  /** Why files do not open, by id. That is no statement about their origin. */
  unopened: Record<number, FaultCode>
  /** Files that do not simply belong to the folder in which they were opened last. */
  unbound: Record<number, Bound>
  /** Files that arrived after their key had been replaced. */
  late: Record<number, true>
  /** Messages of senders. */
  texts: Record<number, true>
  /** Marks of the keys (`OwnFile.mark`). */
  markOf: Record<number, string>
  /** Files that were deleted or missing, and are shown again. */
  returned: Record<number, true>
  /** Files whose names are not simply those that the server shows. */
  sealedNames: Record<number, SealedNames>
  /** How often files were to be opened again: each number starts a check. */
  retries: number
  /** Progress of a running check, in files. */
  checkProgress: { done: number; total: number } | null
}

export interface OpenedAnswers {
  folderId: number
  /** The requested batches, of which some may have no answers. */
  batches: readonly string[]
  found: Readonly<Record<string, BatchAnswers>>
}

const emptyState: SealedFilesState = {
  batchOf: {},
  serverData: {},
  originOf: {},
  indexOf: {},
  batchCounts: {},
  answersOf: {},
  answers: {},
  unopened: {},
  unbound: {},
  late: {},
  texts: {},
  markOf: {},
  returned: {},
  sealedNames: {},
  retries: 0,
  checkProgress: null,
}

/** Verified data of files, which is available only once their manifests are opened with the private key. */
export const sealedFilesSlice = createSlice({
  name: 'sealedFiles',
  initialState: emptyState,
  reducers: {
    checkProgressed: (state, { payload }: PayloadAction<{ done: number; total: number }>) => {
      state.checkProgress = payload
    },
    checkEnded: (state) => {
      state.checkProgress = null
    },
    manifestsOpened: (state, { payload: files }: PayloadAction<readonly SealedFile[]>) => {
      // Bypasses the draft, which takes three times as long for each file.
      const { ...batchOf }: Record<number, string | null> = original(state).batchOf
      const { ...indexOf } = original(state).indexOf
      const { ...originOf } = original(state).originOf
      const { ...serverData } = original(state).serverData
      const { ...answersOf }: Record<number, string> = original(state).answersOf
      const { ...markOf } = original(state).markOf
      const { ...sealedNames } = original(state).sealedNames
      let haveNamesChanged = false
      for (const file of files) {
        const { id, batch, answers, origin } = file
        if (file.isLate) state.late[id] = true
        if (file.isText) state.texts[id] = true
        else if (id in state.texts) Reflect.deleteProperty(state.texts, id)
        markOf[id] = file.mark
        if (file.isReturned) state.returned[id] = true
        else if (id in state.returned) Reflect.deleteProperty(state.returned, id)
        if (id in state.unopened) Reflect.deleteProperty(state.unopened, id)
        if (isRemarkable(file.bound.verdict)) state.unbound[id] = file.bound
        else if (id in state.unbound) Reflect.deleteProperty(state.unbound, id)
        const previousOrigin = serverData[id] === file.serverData ? originOf[id] : undefined
        // A file has one origin; a conflicting one under its id belongs to another file.
        originOf[id] = previousOrigin === undefined || previousOrigin === origin ? origin : 'wrong'
        serverData[id] = file.serverData
        batchOf[id] = batch?.id ?? null
        if (answers === null) Reflect.deleteProperty(answersOf, id)
        else answersOf[id] = answers
        if (batch) {
          indexOf[id] = batch.index
          if (batch.count > (state.batchCounts[batch.id] ?? 0)) state.batchCounts[batch.id] = batch.count
        }
        const isNamed = isNamedByManifest(file)
        haveNamesChanged ||= isNamed || id in sealedNames
        if (isNamed) sealedNames[id] = sealedNamesOf(file)
        else Reflect.deleteProperty(sealedNames, id)
      }
      Object.assign(state, { batchOf, indexOf, originOf, serverData, answersOf, markOf })
      // The tree is built anew for other names.
      if (haveNamesChanged) state.sealedNames = sealedNames
    },
    manifestsUnopened: (state, { payload: files }: PayloadAction<readonly UnopenedFile[]>) => {
      for (const { id, fault } of files) state.unopened[id] = fault
    },
    answersOpened: (state, { payload: { folderId, batches, found } }: PayloadAction<OpenedAnswers>) => {
      const { answers, requestedBatches } = state.answers[folderId] ?? { answers: {}, requestedBatches: {} }
      state.answers[folderId] = { answers, requestedBatches }
      Object.assign(answers, found)
      for (const batch of batches) requestedBatches[batch] = true
    },
    /** Forgets what did not open, since it may open with the new keys. */
    keysChanged: (state) => {
      state.unopened = {}
      for (const folderAnswers of Object.values(state.answers)) folderAnswers.requestedBatches = {}
    },
    /** Forgets which files do not open, so that they are tried again. */
    unopenedForgotten: (state) => {
      state.unopened = {}
      state.retries++
    },
    /** Judges the files anew, once their person has answered for the folder. */
    folderAnswered: (state) => {
      state.serverData = {}
      state.retries++
    },
    /** Removes answers and hidden names when the key that opened them is locked. */
    keyLocked: (state) => {
      state.answers = {}
      for (const [id, { verdict }] of Object.entries(state.sealedNames)) {
        if (isNameKnown(verdict)) continue
        Reflect.deleteProperty(state.sealedNames, id)
        // To be opened again.
        Reflect.deleteProperty(state.serverData, id)
      }
    },
  },
  // Data of one user must not stay for the next.
  extraReducers: (build) =>
    build
      .addCase(api.util.resetApiState, () => emptyState)
      .addCase(returnedAccepted, (state, { payload: ids }) => {
        for (const id of ids) Reflect.deleteProperty(state.returned, id)
      }),
})

export const {
  keyLocked,
  answersOpened,
  checkProgressed,
  checkEnded,
  manifestsOpened,
  manifestsUnopened,
  keysChanged,
  unopenedForgotten,
  folderAnswered,
} = sealedFilesSlice.actions

declare module '../../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof sealedFilesSlice> {}
}

const injected = sealedFilesSlice.injectInto(rootReducer)
const selectState = (state: RootState): SealedFilesState => injected.selectSlice(state)

export const selectSealedNames = (state: RootState) => selectState(state).sealedNames
export const selectRetries = (state: RootState) => selectState(state).retries
export const selectCheckProgress = (state: RootState) => selectState(state).checkProgress

type Records = readonly FileRecord[]

interface FolderRecords {
  folderId: number
  records: Records
}
const recordsOf = (_: RootState, { records }: FolderRecords) => records
const folderOf = (_: RootState, { folderId }: FolderRecords) => folderId

/** What selectors go through for all files; the whole state would change with each report of progress. */
const selectServerData = (state: RootState) => selectState(state).serverData
const selectUnopened = (state: RootState) => selectState(state).unopened

/** Files whose manifest was not opened yet, or whose data has changed since. */
export const selectUnchecked = createSelector(
  [selectServerData, selectUnopened, recordsOf, folderOf],
  (serverData, unopened, records, folderId) =>
    records.filter(
      (record) => serverData[record.id] !== comparedFields(folderId, record) && !(record.id in unopened),
    ),
)

const selectBatchOf = (state: RootState) => selectState(state).batchOf

/** The batch of each of these files whose manifest was opened. */
export const selectBatchesOf = (state: RootState, ids: readonly number[]): string[] =>
  ids.flatMap((id) => selectBatchOf(state)[id] ?? [])

/** Mark of the file's key; undefined until its manifest is opened. */
export const selectMarkOf = (state: RootState, id: number): string | undefined =>
  selectState(state).markOf[id]

/** Files that were deleted or missing, and are shown again. */
export const selectReturned = createSelector(
  [(state: RootState) => selectState(state).returned, (_: RootState, records: Records) => records],
  (returned, records) => records.filter(({ id }) => id in returned),
)

export const selectOpenedSenderData = createSelector(
  [
    selectBatchOf,
    (state: RootState) => selectState(state).answersOf,
    (state: RootState, folderId: number) => selectState(state).answers[folderId] ?? unrequested,
  ],
  (batchOf, answersOf, answers): OpenedSenderData => ({ batchOf, answersOf, ...answers }),
)

export const selectUnrequestedBatches = createSelector(
  [(state: RootState, { folderId }: FolderRecords) => selectOpenedSenderData(state, folderId), recordsOf],
  ({ batchOf, answersOf, requestedBatches }, records): readonly string[] => {
    const batches = new Set<string>()
    for (const { id } of records) {
      const batch = answersOf[id] === undefined ? null : batchOf[id]
      if (typeof batch === 'string' && !(batch in requestedBatches)) batches.add(batch)
    }
    return [...batches]
  },
)

/** Origins of the files whose manifests were opened in this folder. */
export const selectOriginVerdicts = createSelector(
  [(state: RootState) => selectState(state).originOf, selectServerData, recordsOf, folderOf],
  (originOf, serverData, records, folderId): ReadonlyMap<number, OriginVerdict> =>
    new Map(
      records.flatMap((record) => {
        const origin = originOf[record.id]
        return origin && serverData[record.id] === comparedFields(folderId, record)
          ? [[record.id, origin]]
          : []
      }),
    ),
)

const hasDifferences = (sealed: SealedNames | undefined): boolean => (sealed?.differences.length ?? 0) > 0

/** True if the list has to show other names than the server's, or its word where it looks like a placeholder. */
const isNamedByManifest = ({ differences, verdict, hasPlaceholder }: SealedFile): boolean =>
  differences.length > 0 || hasPlaceholder || !isNameKnown(verdict)

const sealedNamesOf = ({ name, path, sha256, differences, verdict }: SealedFile) => ({
  ...{ name, path, sha256, verdict },
  differences: [...differences],
})

const hasOpenName = (
  { batchOf, sealedNames }: Pick<SealedFilesState, 'batchOf' | 'sealedNames'>,
  id: number,
): boolean => typeof batchOf[id] === 'string' && (sealedNames[id]?.verdict ?? 'open') === 'open'

/** True if the file has a manifest, and was sent with its name. */
export const selectHasOpenName = (state: RootState, id: number): boolean =>
  hasOpenName(selectState(state), id)

/** Files with a manifest that were sent with their names; until it is opened, those that have no placeholder. */
export const selectOpenNames = createSelector(
  [selectBatchOf, selectSealedNames, (_: RootState, records: Records) => records],
  (batchOf, sealedNames, records) =>
    records.filter(({ id, original_filename }) =>
      batchOf[id] === undefined
        ? !isPlaceholder(original_filename)
        : hasOpenName({ batchOf, sealedNames }, id),
    ),
)

const isRemarkable = (verdict: BoundVerdict): boolean => isElsewhere(verdict) || verdict === 'unsaid'

/** Files that do not simply belong to the folder, by id. */
export const selectUnbound = (state: RootState) => selectState(state).unbound

/** True if the file has no manifest; false until manifests are requested. */
export const selectIsUnsealed = (state: RootState, id: number): boolean =>
  selectState(state).batchOf[id] === null

/** Why the file does not open with the unlocked keys; undefined if it does, or was not tried. */
export const selectUnopenedFault = (state: RootState, id: number): FaultCode | undefined =>
  selectState(state).unopened[id]

/** Without a key for it, a file does not open anywhere. */
const keyFaults: ReadonlySet<FaultCode> = new Set(['wrong-key', 'key-not-sent'])

/** True if there is a key, and yet the file does not open. */
export const isUnopenedWithKey = (fault: FaultCode | undefined): fault is FaultCode =>
  fault !== undefined && !keyFaults.has(fault)

/** Files that may open in another browser. */
export const selectUnopenedHere = createSelector(
  [selectUnopened, (_: RootState, records: Records) => records],
  (unopened, records) =>
    records.filter(({ id }) => isUnopenedWithKey(unopened[id]) && unopened[id] !== 'newer-version'),
)

/** True if the file was deleted or missing, and is shown again. */
export const selectHasReturned = (state: RootState, id: number): boolean => id in selectState(state).returned

/** True if, according to the server, the file arrived after its key had been replaced. */
export const selectIsLate = (state: RootState, id: number): boolean => id in selectState(state).late

/** True for a message of the sender. */
export const selectIsText = (state: RootState, id: number): boolean => id in selectState(state).texts

/** Files whose name and content only the server vouches for. */
export const selectUnsealed = createSelector(
  [selectBatchOf, (_: RootState, records: Records) => records],
  (batchOf, records) => records.filter(({ id }) => batchOf[id] === null),
)

/** True if every file has a manifest that matches the server's data. */
export const selectIsVerified = createSelector(
  [selectBatchOf, selectSealedNames, selectServerData, recordsOf, folderOf],
  (batchOf, sealedNames, serverData, records, folderId) =>
    records.length > 0 &&
    records.every(
      (record) =>
        typeof batchOf[record.id] === 'string' &&
        !hasDifferences(sealedNames[record.id]) &&
        serverData[record.id] === comparedFields(folderId, record),
    ),
)

export interface IncompleteBatch {
  id: string
  count: number
  /** Files that are present, one for each index of the batch; copies do not count. */
  present: readonly FileRecord[]
}

/** Batches with fewer files than announced, once all manifests that open were opened. */
export const selectIncompleteBatches = createSelector(
  [
    selectBatchOf,
    (state: RootState) => selectState(state).indexOf,
    (state: RootState) => selectState(state).batchCounts,
    selectUnopened,
    (_: RootState, records: Records) => records,
  ],
  (batchOf, indexOf, batchCounts, unopened, records): readonly IncompleteBatch[] => {
    const batches = new Map<string, Map<number, FileRecord>>()
    for (const record of records) {
      const batch = batchOf[record.id]
      if (batch === undefined && !(record.id in unopened)) return []
      if (batch === undefined || batch === null) continue
      const byIndex = batches.get(batch) ?? new Map<number, FileRecord>()
      const index = assertDefined(indexOf[record.id])
      if (!byIndex.has(index)) batches.set(batch, byIndex.set(index, record))
    }
    return Array.from(batches, ([id, byIndex]) => ({
      id,
      count: batchCounts[id] ?? 0,
      present: [...byIndex.values()],
    })).filter((batch) => batch.present.length < batch.count)
  },
)
