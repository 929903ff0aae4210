import { createSelector, createSlice, original, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import type { FileRecord } from '../../../contract/folders.ts'
import { api } from '../../api/api.ts'
import { type RootState, rootReducer } from '../../store/store.ts'
import type { OpenedFile } from '../../transfer/ownFiles.ts'
import type { AlteredFile } from './fileTree.ts'

/** What the manifest of a file has told. */
export interface SealedFile extends AlteredFile {
  id: number
  /** Null without a manifest: then the names are the server's word. */
  batch: { id: string; count: number } | null
}

export const sealedFile = ({ record, name, path, differences, batch }: OpenedFile): SealedFile => ({
  id: record.id,
  name,
  path,
  differences,
  batch: batch && { id: batch.batch, count: batch.count },
})

interface SealedFilesState {
  /** Files whose manifest was opened, with the batch it names. */
  batchOf: Record<number, string | null>
  /** How many files were sent as a batch, as each of its manifests says. */
  batchCounts: Record<string, number>
  /** Only those where the server says otherwise. */
  altered: Record<number, AlteredFile>
  /** A check that runs: `done` of `total` files. */
  checking: { done: number; total: number } | null
}

const nothing: SealedFilesState = { batchOf: {}, batchCounts: {}, altered: {}, checking: null }

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
      const batchOf = { ...original(state).batchOf }
      for (const { id, name, path, differences, batch } of files) {
        batchOf[id] = batch?.id ?? null
        if (batch && state.batchCounts[batch.id] !== batch.count) state.batchCounts[batch.id] = batch.count
        if (differences.length > 0) state.altered[id] = { name, path, differences: [...differences] }
      }
      state.batchOf = batchOf
    },
  },
  // What was opened for one user is not kept for the next.
  extraReducers: (build) => build.addCase(api.util.resetApiState, () => nothing),
})

export const { checkProgressed, checkEnded, manifestsOpened } = sealedFilesSlice.actions

declare module '../../store/store.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof sealedFilesSlice> {}
}

const injected = sealedFilesSlice.injectInto(rootReducer)
const selectState = (state: RootState): SealedFilesState => injected.selectSlice(state)

export const selectAltered = (state: RootState) => selectState(state).altered
export const selectChecking = (state: RootState) => selectState(state).checking

type Records = readonly FileRecord[]

/** Files whose manifest is still to be opened. Those sealed to an older key would not open. */
export const selectUnchecked = createSelector(
  [selectState, (_: RootState, records: Records) => records],
  ({ batchOf }, records) =>
    records.filter(({ id, sealed_to }) => sealed_to === undefined && !(id in batchOf)),
)

/** Whether every file here has a manifest, and the server says the same as all of them. */
export const selectIsVerified = createSelector(
  [selectState, (_: RootState, records: Records) => records],
  ({ batchOf, altered }, records) =>
    records.length > 0 && records.every(({ id }) => typeof batchOf[id] === 'string' && !(id in altered)),
)

export interface IncompleteBatch {
  id: string
  count: number
  present: readonly FileRecord[]
}

/**
 * Batches of which fewer files are here than their uploader set out to send. Known only when all manifests of the
 * folder have been opened.
 */
export const selectIncompleteBatches = createSelector(
  [selectState, (_: RootState, records: Records) => records],
  ({ batchOf, batchCounts }, records): readonly IncompleteBatch[] => {
    const present = new Map<string, FileRecord[]>()
    for (const record of records) {
      const batch = batchOf[record.id]
      if (batch === undefined) return []
      if (batch === null) continue
      const files = present.get(batch)
      if (files) files.push(record)
      else present.set(batch, [record])
    }
    return Array.from(present, ([id, files]) => ({ id, count: batchCounts[id] ?? 0, present: files })).filter(
      (batch) => batch.present.length < batch.count,
    )
  },
)
