import {
  createSelector,
  createSlice,
  type Draft,
  original,
  type PayloadAction,
  type WithSlice,
} from '@reduxjs/toolkit'
import { type RootState, rootReducer } from '../../../store/store.ts'
import { fault } from '../../../../core/faults/fault.ts'
import {
  toPending,
  newBatchTotals,
  inProgressCount,
  emptyQueue,
  type FileStatus,
  updateMatching,
  isInProgress,
  isWaiting,
  withBytes,
  withProgress,
  type QueuedFile,
  type QueueState,
  rowsOf,
  withFiles,
  withoutRow,
} from './queue.ts'
import { failedBeforeSending, isRefused } from './failureTexts.ts'
import type { ReceivedFile } from '../../../../i18n/receiptText.ts'
import { rowAt } from './rowBlocks.ts'
import * as events from '../uploadEvents.ts'

/** Lets a reducer work on the plain state, not on a draft; see [Note: Rows in blocks]. */
function withoutDraft<P>(change: (state: QueueState, payload: P) => QueueState) {
  return (draft: Draft<QueueState>, { payload }: PayloadAction<P>) => change(original(draft), payload)
}

const updateRows = (matches: (row: QueuedFile) => boolean, change: (row: QueuedFile) => QueuedFile | null) =>
  withoutDraft((state) => updateMatching(state, matches, change))

const isRefusedRow = ({ failure }: QueuedFile): boolean => failure !== null && isRefused(failure)
const hasStatus = (expected: FileStatus) => (row: QueuedFile) => row.status === expected
const isUnsent = (row: QueuedFile): boolean => row.status === 'pending' || isInProgress(row)
const toNull = () => null
const toKeyMissing = (row: QueuedFile): QueuedFile => ({
  ...toPending(row),
  status: 'error',
  failure: { stage: 'key', fault: fault('key-missing') },
})

export const queueSlice = createSlice({
  name: 'queue',
  initialState: emptyQueue,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(events.pageOpened, (queue, { payload }) => (payload.keepsFiles ? queue : emptyQueue))
      .addCase(events.pageLeft, () => emptyQueue)
      .addCase(events.filesAdded, withoutDraft(withFiles))
      .addCase(events.fileSizesChanged, withoutDraft(withBytes))
      .addCase(events.arrivalsKnown, withoutDraft(withBytes))
      .addCase(events.fileRemoved, withoutDraft(withoutRow))
      .addCase(events.filesProgressed, withoutDraft(withProgress))
      .addCase(events.waitingFilesRemoved, updateRows(isWaiting, toNull))
      .addCase(events.refusedFilesRemoved, updateRows(isRefusedRow, toNull))
      .addCase(events.storedFilesRemoved, updateRows(hasStatus('success'), toNull))
      .addCase(events.retryRequested, updateRows(hasStatus('error'), toPending))
      .addCase(events.batchCancelled, updateRows(isInProgress, toPending))
      .addCase(events.recipientKeyRefused, updateRows(isUnsent, toKeyMissing))
      .addCase(
        events.batchStarted,
        withoutDraft((state, batch: Parameters<typeof newBatchTotals>[0]) => ({
          ...state,
          batch: newBatchTotals(batch),
        })),
      )
      .addCase(
        events.uploadResumed,
        // Files that this page stored itself are listed already.
        withoutDraft((state, { receiptFiles }: { receiptFiles: ReceivedFile[] }) => {
          const receivedIds = new Set(state.receiptFiles.flat().map(({ fileId }) => fileId))
          const others = receiptFiles.filter(({ fileId }) => !receivedIds.has(fileId))
          return others.length > 0 ? { ...state, receiptFiles: [...state.receiptFiles, others] } : state
        }),
      )
  },
})

declare module '../../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof queueSlice> {}
}

const injected = queueSlice.injectInto(rootReducer)

export const selectQueue = (state: RootState): QueueState => injected.selectSlice(state)
export const selectRowIds = (state: RootState) => selectQueue(state).rowIds
export const selectIsEmpty = (state: RootState) => selectRowIds(state).length === 0
export const selectCounts = (state: RootState) => selectQueue(state).counts
export const selectInProgressCount = (state: RootState) => inProgressCount(selectCounts(state))
export const selectArrivedTotals = (state: RootState) => selectQueue(state).arrived
export const selectBatch = (state: RootState) => selectQueue(state).batch
export const selectFile = (state: RootState, id: number) => rowAt(selectQueue(state).rows, id)
/** Number of files that the page has sent, and of those before them that it resumed. */
export const selectReceivedCount = (state: RootState) =>
  selectQueue(state).receiptFiles.reduce((count, files) => count + files.length, 0)
export const selectHasReceipt = (state: RootState) => selectQueue(state).receiptFiles.length > 0

/** Returns the files that failed before any byte was sent; some of them may have changed. */
export const unsentFailedRows = (queue: QueueState): QueuedFile[] =>
  [...rowsOf(queue)].filter(({ failure }) => failure !== null && failedBeforeSending(failure))

/** Number of files that no retry can send. */
export const selectRefusedCount = createSelector([selectQueue], (queue) =>
  queue.counts.error === 0 ? 0 : [...rowsOf(queue)].filter(isRefusedRow).length,
)

export const pendingIds = (queue: QueueState): number[] =>
  [...rowsOf(queue)].filter(({ status }) => status === 'pending').map(({ id }) => id)
