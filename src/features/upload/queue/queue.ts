import type { FileStage } from '../../../../core/upload/messages.ts'
import type { Pace } from '../../../../core/upload/progress.ts'
import { emptyOutcome, type BatchOutcome } from '../sending/batchOutcome.ts'
import { type FileFailure, failedBeforeSending } from './failureTexts.ts'
import type { ReceivedFile } from '../../../../i18n/receiptText.ts'
import { type RowBlocks, rowAt, withRows } from './rowBlocks.ts'
import type { AddedFile, FileTotals, FileChange } from '../uploadEvents.ts'

/**
 *     pending → hashing → (a large one: encrypting →) uploading → success | error
 *        ↑______ retry, cancel, or a request that is repeated ________|
 */
export type FileStatus = FileStage | 'success' | 'error'

export interface QueuedFile extends AddedFile {
  status: FileStatus
  sentBytes: number
  /** Bytes of an earlier attempt that are on the server and are not sent again. */
  arrivedBytes: number
  failure: FileFailure | null
  fileHash: string | null
}

/** The batch being sent, or sent last. Its totals are updated with every change, not recounted. */
export interface BatchTotals extends BatchOutcome {
  bytes: number
  sentBytes: number
  pace: Pace
}

export interface QueueState {
  rows: RowBlocks<QueuedFile>
  /** Ids of the rows in the order of the list. */
  rowIds: readonly number[]
  counts: Readonly<Record<FileStatus, number>>
  bytes: number
  pendingBytes: number
  /** Pending files that were found in a folder. */
  pendingInFolders: number
  /** Files and bytes on the server that no batch has confirmed. */
  arrived: { files: number; bytes: number }
  batch: BatchTotals
  /** Stored files for the receipt, in the chunks in which they were reported. */
  receiptFiles: readonly (readonly ReceivedFile[])[]
}

const unknownPace: Pace = { bytesPerSecond: null, secondsLeft: null }
const emptyBatchTotals: BatchTotals = { ...emptyOutcome(), bytes: 0, sentBytes: 0, pace: unknownPace }

/** Returns a new batch of this amount. `stored` was stored earlier: it counts, and is not sent again. */
export function newBatchTotals({ files, bytes, stored }: FileTotals & { stored?: FileTotals }): BatchTotals {
  if (!stored) return { ...emptyBatchTotals, files, bytes }
  const before = { succeeded: stored.files, storedBytes: stored.bytes, sentBytes: stored.bytes }
  return { ...emptyBatchTotals, ...before, files: files + stored.files, bytes: bytes + stored.bytes }
}

const zeroCounts: QueueState['counts'] = {
  pending: 0,
  hashing: 0,
  encrypting: 0,
  uploading: 0,
  success: 0,
  error: 0,
}

export const emptyQueue: QueueState = {
  rows: [],
  rowIds: [],
  counts: zeroCounts,
  bytes: 0,
  pendingBytes: 0,
  pendingInFolders: 0,
  arrived: { files: 0, bytes: 0 },
  batch: emptyBatchTotals,
  receiptFiles: [],
}

/** A row before and after a change; null if it is added or removed. */
type RowChange =
  | readonly [before: QueuedFile, after: QueuedFile | null]
  | readonly [before: null, after: QueuedFile]

/** Replaces rows and updates the totals by the difference. */
function applyRowChanges(state: QueueState, rowChanges: readonly RowChange[]): QueueState {
  const counts = { ...state.counts }
  let { bytes, pendingBytes, pendingInFolders } = state
  const arrived = { ...state.arrived }
  const countRow = (row: QueuedFile, sign: 1 | -1) => {
    counts[row.status] += sign
    bytes += sign * row.size
    arrived.bytes += sign * row.arrivedBytes
    if (row.arrivedBytes > 0) arrived.files += sign
    if (row.status !== 'pending') return
    pendingBytes += sign * row.size
    if (row.relativePath !== '.') pendingInFolders += sign
  }
  for (const [before, after] of rowChanges) {
    if (before) countRow(before, -1)
    if (after) countRow(after, 1)
  }
  const rows = withRows(
    state.rows,
    rowChanges.map(([before, after]) => [(before ?? after).id, after] as const),
  )
  return { ...state, rows, counts, bytes, pendingBytes, pendingInFolders, arrived }
}

export const isInProgress = ({ status }: QueuedFile): boolean =>
  status === 'hashing' || status === 'encrypting' || status === 'uploading'

export const inProgressCount = ({ hashing, encrypting, uploading }: QueueState['counts']): number =>
  hashing + encrypting + uploading

export function* rowsOf(state: QueueState): Generator<QueuedFile> {
  for (const id of state.rowIds) {
    const row = rowAt(state.rows, id)
    if (row) yield row
  }
}

/** Resets a row to pending; its bytes on the server stay. */
export const toPending = (row: QueuedFile): QueuedFile => ({
  ...row,
  status: 'pending',
  sentBytes: 0,
  failure: null,
})

/** Replaces or removes every row that matches. */
export function updateMatching(
  state: QueueState,
  matches: (row: QueuedFile) => boolean,
  change: (row: QueuedFile) => QueuedFile | null,
): QueueState {
  const rowChanges = [...rowsOf(state)].filter(matches).map((row) => [row, change(row)] as const)
  if (rowChanges.length === 0) return state
  const nextState = applyRowChanges(state, rowChanges)
  if (rowChanges.every(([, after]) => after !== null)) return nextState
  return { ...nextState, rowIds: state.rowIds.filter((id) => rowAt(nextState.rows, id) !== null) }
}

/** True if the file is neither being sent nor stored, so that its row may be removed. */
export const isWaiting = ({ status }: QueuedFile) => status === 'pending' || status === 'error'

export function withFiles(state: QueueState, files: AddedFile[]): QueueState {
  const rows = files.map((file): QueuedFile => ({
    ...file,
    status: 'pending',
    sentBytes: 0,
    arrivedBytes: 0,
    failure: null,
    fileHash: null,
  }))
  return {
    ...applyRowChanges(
      state,
      rows.map((row) => [null, row]),
    ),
    // A message introduces the files.
    rowIds: rows[0]?.isText ? [rows[0].id, ...state.rowIds] : [...state.rowIds, ...rows.map(({ id }) => id)],
  }
}

export function withoutRow(state: QueueState, id: number): QueueState {
  const row = rowAt(state.rows, id)
  if (!row || !isWaiting(row)) return state
  return { ...applyRowChanges(state, [[row, null]]), rowIds: state.rowIds.filter((other) => other !== id) }
}

type RowBytes = Pick<QueuedFile, 'id'> & Partial<Pick<QueuedFile, 'size' | 'arrivedBytes'>>

/** Updates the sizes of waiting files, or their bytes on the server. */
export function withBytes(state: QueueState, changes: readonly RowBytes[]): QueueState {
  const rowChanges = changes.flatMap((change): [QueuedFile, QueuedFile][] => {
    const row = rowAt(state.rows, change.id)
    return row && isWaiting(row) ? [[row, { ...row, ...change }]] : []
  })
  return applyRowChanges(state, rowChanges)
}

/** Applies the progress of one file, also to the batch. */
function applyChange(row: QueuedFile, change: FileChange, batch: BatchTotals): QueuedFile {
  const changedRow: QueuedFile = change.status
    ? { ...row, status: change.status, arrivedBytes: 0 }
    : { ...row }
  if (change.bytes !== undefined) changedRow.sentBytes = Math.min(row.size, change.bytes)
  if (change.stored) {
    changedRow.status = 'success'
    changedRow.sentBytes = row.size
    changedRow.fileHash = change.stored.hash
    batch.succeeded++
    batch.storedBytes += row.size
  }
  if (change.failed) {
    const failure = failureOf(changedRow, change.failed)
    Object.assign(changedRow, { status: 'error', sentBytes: 0, failure })
    countFailure(batch, failure)
  }
  batch.sentBytes += changedRow.sentBytes - row.sentBytes
  return changedRow
}

function failureOf({ status }: QueuedFile, { stage, fault }: NonNullable<FileChange['failed']>): FileFailure {
  if (stage !== 'processing') return { stage, fault }
  return { stage: status === 'hashing' ? 'hashing' : 'encrypting', fault }
}

function countFailure(batch: BatchTotals, failure: FileFailure) {
  if (failedBeforeSending(failure)) batch.failedProcessing++
  else if (failure.stage === 'request') {
    batch.failedRequest++
    batch.requestFault ??= failure.fault
  } else if (failure.fault.code === 'unreported') batch.unreported++
  else batch.failedServer++
}

export function withProgress(
  state: QueueState,
  { changes, pace }: { changes: FileChange[]; pace: Pace },
): QueueState {
  const batch = { ...state.batch, pace }
  const rowChanges: [QueuedFile, QueuedFile][] = []
  const receiptFiles: ReceivedFile[] = []
  for (const change of changes) {
    const row = rowAt(state.rows, change.id)
    if (!row) continue
    const changedRow = applyChange(row, change, batch)
    rowChanges.push([row, changedRow])
    if (change.stored) {
      const { name, relativePath, size } = row
      const { hash: fileHash, at: receivedAt, ...confirmed } = change.stored
      receiptFiles.push({ name, relativePath, size, fileHash, receivedAt, ...confirmed })
    }
  }
  return {
    ...applyRowChanges(state, rowChanges),
    batch,
    receiptFiles: receiptFiles.length > 0 ? [...state.receiptFiles, receiptFiles] : state.receiptFiles,
  }
}

/** Returns the ids with the failed files first; otherwise in their order. */
export function failedFirst({ rowIds, rows, counts }: QueueState): readonly number[] {
  if (counts.error === 0) return rowIds
  const hasFailed = (id: number) => rowAt(rows, id)?.status === 'error'
  return [...rowIds.filter(hasFailed), ...rowIds.filter((id) => !hasFailed(id))]
}
