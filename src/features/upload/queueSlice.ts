import { createSlice, type Draft, original, type PayloadAction, type WithSlice } from '@reduxjs/toolkit'
import { type RootState, rootReducer } from '../../store/store.ts'
import { fault } from '../../../core/faults/fault.ts'
import {
  toPending,
  newBatchOf,
  inProgressCount,
  emptyQueue,
  updateMatching,
  isInProgress,
  isWaiting,
  withProgress,
  type QueuedFile,
  type QueueState,
  rowsOf,
  withArrivals,
  withFiles,
  withoutRow,
  withSizes,
} from './queue.ts'
import { isOfProcessing, isRefused } from './failureTexts.ts'
import type { ReceivedFile } from '../../../i18n/receipt.ts'
import { rowAt } from './rowBlocks.ts'
import * as events from './uploadEvents.ts'

/** Lets a reducer work on the plain state, not on a draft; see [Note: Rows in blocks]. */
function plainly<P>(change: (state: QueueState, payload: P) => QueueState) {
  return (draft: Draft<QueueState>, { payload }: PayloadAction<P>) => change(original(draft), payload)
}

export const queueSlice = createSlice({
  name: 'queue',
  initialState: emptyQueue,
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(events.pageOpened, () => emptyQueue)
      .addCase(events.pageLeft, () => emptyQueue)
      .addCase(events.filesAdded, plainly(withFiles))
      .addCase(events.fileSizesChanged, plainly(withSizes))
      .addCase(events.fileRemoved, plainly(withoutRow))
      .addCase(
        events.waitingFilesRemoved,
        plainly((state) => updateMatching(state, isWaiting, () => null)),
      )
      .addCase(
        events.refusedFilesRemoved,
        plainly((state) => updateMatching(state, isRefusedRow, () => null)),
      )
      .addCase(
        events.retryRequested,
        plainly((state) => updateMatching(state, ({ status }) => status === 'error', toPending)),
      )
      .addCase(
        events.batchStarted,
        plainly((state, batch: events.Amount & { stored?: events.Amount }) => ({
          ...state,
          batch: newBatchOf(batch),
        })),
      )
      .addCase(events.filesProgressed, plainly(withProgress))
      .addCase(events.arrivalsKnown, plainly(withArrivals))
      .addCase(
        events.uploadResumed,
        // Files that this page stored itself are listed already.
        plainly((state, { received }: { received: ReceivedFile[] }) => {
          const known = new Set(state.received.flat().map(({ fileId }) => fileId))
          const others = received.filter(({ fileId }) => !known.has(fileId))
          return others.length > 0 ? { ...state, received: [...state.received, others] } : state
        }),
      )
      .addCase(
        events.recipientKeyRefused,
        plainly((state) =>
          updateMatching(
            state,
            ({ status }) => status === 'pending',
            (row) => ({ ...row, status: 'error', failure: { at: 'key', fault: fault('key-missing') } }),
          ),
        ),
      )
      .addCase(
        events.batchCancelled,
        plainly((state) => updateMatching(state, ({ status }) => isInProgress[status], toPending)),
      )
      .addCase(
        events.storedFilesRemoved,
        plainly((state) =>
          updateMatching(
            state,
            ({ status }) => status === 'success',
            () => null,
          ),
        ),
      )
  },
})

declare module '../../store/store.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface LazySlices extends WithSlice<typeof queueSlice> {}
}

const injected = queueSlice.injectInto(rootReducer)

export const selectQueue = (state: RootState): QueueState => injected.selectSlice(state)
export const selectOrder = (state: RootState) => selectQueue(state).order
export const selectIsEmpty = (state: RootState) => selectOrder(state).length === 0
export const selectCounts = (state: RootState) => selectQueue(state).counts
export const selectInProgress = (state: RootState) => inProgressCount(selectCounts(state))
export const selectArrived = (state: RootState) => selectQueue(state).arrived
export const selectBatch = (state: RootState) => selectQueue(state).batch
export const selectFile = (state: RootState, id: number) => rowAt(selectQueue(state).rows, id)
/** True if there are files for a receipt. */
export const selectHasReceived = (state: RootState) => selectQueue(state).received.length > 0

/** Returns the files that failed before any byte was sent; some of them may have changed. */
export const failedUnsent = (queue: QueueState): QueuedFile[] =>
  [...rowsOf(queue)].filter(({ failure }) => failure !== null && isOfProcessing(failure))

const isRefusedRow = ({ failure }: QueuedFile): boolean => failure !== null && isRefused(failure)

/** Returns the number of files that no retry can send. */
export const refusedCount = (queue: QueueState): number =>
  queue.counts.error === 0 ? 0 : [...rowsOf(queue)].filter(isRefusedRow).length

/** Returns the ids of the rows of the next batch. */
export const pendingIds = (queue: QueueState): number[] =>
  [...rowsOf(queue)].filter(({ status }) => status === 'pending').map(({ id }) => id)
