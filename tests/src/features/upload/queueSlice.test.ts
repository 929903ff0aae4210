import type { UnknownAction } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { fault } from '../../../../core/faults/fault.ts'
import { batchProgress } from '../../../../src/features/upload/sending/batchProgress.ts'
import { failureText } from '../../../../src/features/upload/queue/failureTexts.ts'
import { failedFirst, type QueueState } from '../../../../src/features/upload/queue/queue.ts'
import {
  unsentFailedRows,
  pendingIds,
  queueSlice,
  selectRefusedCount,
} from '../../../../src/features/upload/queue/queueSlice.ts'
import { rowAt } from '../../../../src/features/upload/queue/rowBlocks.ts'
import {
  batchCancelled,
  batchStarted,
  type FileChange,
  fileRemoved,
  filesAdded,
  filesProgressed,
  uploadResumed,
  pageOpened,
  recipientKeyRefused,
  refusedFilesRemoved,
  retryRequested,
  storedFilesRemoved,
  waitingFilesRemoved,
} from '../../../../src/features/upload/uploadEvents.ts'

const { reducer } = queueSlice

function stateAfter(state: QueueState, ...actions: UnknownAction[]): QueueState {
  return actions.reduce((current: QueueState, action) => reducer(current, action), state)
}

const emptyState = reducer(
  undefined,
  pageOpened({ linkToken: 'x', keyFingerprint: null, privateNames: false }),
)
const foundFile = (id: number, size = 100) => ({ id, name: `${id}.txt`, relativePath: '.', size })
const foundFiles = (count: number, size = 100) =>
  Array.from({ length: count }, (_, id) => foundFile(id, size))
const batchStartedOf = (count: number, size = 100) => batchStarted({ files: count, bytes: count * size })
const progressAction = (...changes: FileChange[]) =>
  filesProgressed({ changes, pace: { bytesPerSecond: null, secondsLeft: null } })
const statusesOf = (state: QueueState) => state.rowIds.map((id) => rowAt(state.rows, id)?.status)
const rowOf = (state: QueueState, id: number) => rowAt(state.rows, id)

const fileChanged = fault('file-changed')
/** What rows say of their failures. */
const failureTexts = (state: QueueState) =>
  state.rowIds.map((id) => {
    const failure = rowOf(state, id)?.failure
    if (!failure) return null
    const { error, reason } = failureText(failure)
    return [error, reason]
  })

/** The totals that the reducers keep up, counted anew. */
function expectTotalsToAgree(state: QueueState) {
  const rows = state.rowIds.map((id) => rowOf(state, id))
  const counted: Record<string, number> = Object.fromEntries(
    Object.keys(state.counts).map((name) => [name, 0]),
  )
  for (const one of rows) if (one) counted[one.status] = (counted[one.status] ?? 0) + 1
  expect(state.counts).toEqual(counted)
  expect(state.bytes).toBe(rows.reduce((sum, one) => sum + (one?.size ?? 0), 0))
  const pending = rows.filter((one) => one?.status === 'pending')
  expect(state.pendingInFolders).toBe(pending.filter((one) => one?.relativePath !== '.').length)
}

it('lists failed files first, each kind in its order', () => {
  const state = stateAfter(
    stateAfter(emptyState, filesAdded(foundFiles(5)), batchStartedOf(5)),
    progressAction(
      ...[3, 1].map((id) => ({
        id,
        status: 'hashing' as const,
        failed: { stage: 'processing' as const, fault: fileChanged },
      })),
    ),
  )
  expect(failedFirst(state)).toEqual([1, 3, 0, 2, 4])
  expect(failedFirst(stateAfter(emptyState, filesAdded(foundFiles(3))))).toEqual([0, 1, 2])
})

describe('the queue', () => {
  it('adds files as pending, in their order', () => {
    const state = stateAfter(
      emptyState,
      filesAdded([foundFile(0, 10), foundFile(1, 20)]),
      filesAdded([foundFile(2, 30)]),
    )
    expect(state.rowIds).toEqual([0, 1, 2])
    expect(statusesOf(state)).toEqual(['pending', 'pending', 'pending'])
    expect(state.bytes).toBe(60)
    expect(pendingIds(state)).toEqual([0, 1, 2])
    expectTotalsToAgree(state)
  })

  it('counts the pending files of folders', () => {
    const inFolder = { ...foundFile(1), relativePath: 'a/b' }
    const state = stateAfter(emptyState, filesAdded([foundFile(0), inFolder, { ...inFolder, id: 2 }]))
    expect(state.pendingInFolders).toBe(2)
    const begunOne = stateAfter(state, batchStartedOf(1), progressAction({ id: 2, status: 'hashing' }))
    expectTotalsToAgree(begunOne)
    expect(stateAfter(begunOne, fileRemoved(1)).pendingInFolders).toBe(0)
  })

  it('follows a file from hashing to success', () => {
    let state = stateAfter(emptyState, filesAdded([foundFile(0)]), batchStartedOf(1))
    for (const status of ['hashing', 'encrypting', 'pending', 'uploading'] as const) {
      state = stateAfter(state, progressAction({ id: 0, status }))
      expect(statusesOf(state)).toEqual([status])
      expectTotalsToAgree(state)
    }
    state = stateAfter(state, progressAction({ id: 0, bytes: 40 }))
    expect(batchProgress(state.batch)).toEqual({ filesDone: 0, fraction: 0.4, secondsLeft: null })
    state = stateAfter(state, progressAction({ id: 0, stored: { hash: 'ab', fileId: 7, at: 0 } }))
    expect(rowOf(state, 0)).toMatchObject({ status: 'success', sentBytes: 100, fileHash: 'ab' })
    expect(state.batch).toMatchObject({ succeeded: 1, storedBytes: 100, sentBytes: 100 })
    expect(state.receiptFiles).toEqual([
      [{ name: '0.txt', relativePath: '.', size: 100, fileHash: 'ab', fileId: 7, receivedAt: 0 }],
    ])
    expectTotalsToAgree(state)
  })

  it('counts files that an earlier upload stored as done and as sent', () => {
    const stored = { files: 3, bytes: 300 }
    const state = stateAfter(
      emptyState,
      filesAdded([foundFile(0)]),
      batchStarted({ files: 1, bytes: 100, stored }),
    )
    expect(batchProgress(state.batch)).toMatchObject({ filesDone: 3, fraction: 0.75 })
    const ended = stateAfter(state, progressAction({ id: 0, stored: { hash: 'ab', fileId: 7, at: 0 } })).batch
    expect(ended).toMatchObject({ files: 4, succeeded: 4, bytes: 400, sentBytes: 400, storedBytes: 400 })
  })

  it('removes only the files that no retry can send', () => {
    const state = stateAfter(
      emptyState,
      filesAdded(foundFiles(4)),
      batchStartedOf(4),
      progressAction(
        { id: 0, status: 'hashing', failed: { stage: 'processing', fault: fault('type-mismatch') } },
        { id: 1, status: 'uploading', failed: { stage: 'request', fault: fault('unanswered') } },
        { id: 2, stored: { hash: 'ab', fileId: 7, at: 0, expiresAt: '2026-12-07T12:00:00.000Z' } },
      ),
    )
    expect(selectRefusedCount.resultFunc(state)).toBe(1)
    const rest = stateAfter(state, refusedFilesRemoved())
    expect(rest.rowIds).toEqual([1, 2, 3])
    expect(selectRefusedCount.resultFunc(rest)).toBe(0)
    expectTotalsToAgree(rest)
  })

  it('goes back when a file restarts', () => {
    const state = stateAfter(
      emptyState,
      filesAdded([foundFile(0)]),
      batchStartedOf(1),
      progressAction({ id: 0, status: 'uploading', bytes: 80 }),
      progressAction({ id: 0, bytes: 30 }),
    )
    expect(state.batch.sentBytes).toBe(30)
  })

  it('says at which step a file failed, and why', () => {
    const started = stateAfter(emptyState, filesAdded(foundFiles(6)), batchStartedOf(6))
    const state = stateAfter(
      started,
      progressAction(
        { id: 0, status: 'hashing', failed: { stage: 'processing', fault: fileChanged } },
        { id: 1, status: 'encrypting', failed: { stage: 'processing', fault: fileChanged } },
        { id: 2, status: 'uploading', bytes: 60, failed: { stage: 'request', fault: fault('unanswered') } },
        { id: 3, failed: { stage: 'server', fault: fault('not-stored', { said: 'Refused.' }) } },
        { id: 4, failed: { stage: 'server', fault: fault('unreported') } },
        { id: 5, status: 'hashing', failed: { stage: 'processing', fault: fault('type-mismatch') } },
      ),
    )
    const changedText = 'The file changed or can no longer be read. Remove it and add it again.'
    expect(failureTexts(state)).toEqual([
      ['Hashing failed', changedText],
      [`Encryption failed: ${changedText}`, null],
      ['Upload API call failed', 'Network Error: Could not connect to the server.'],
      ['Refused.', null],
      ['Upload status unreported by server', null],
      ['File content does not match its extension.', null],
    ])
    expect(state.batch).toMatchObject({
      failedProcessing: 3,
      failedRequest: 1,
      requestFault: fault('unanswered'),
      failedServer: 1,
      unreported: 1,
      sentBytes: 0,
    })
    expectTotalsToAgree(state)
  })

  it('lets pending and failed files be removed, and no others', () => {
    const started = stateAfter(
      emptyState,
      filesAdded(foundFiles(4)),
      batchStartedOf(4),
      progressAction(
        { id: 1, failed: { stage: 'server', fault: fault('not-stored') } },
        { id: 2, status: 'uploading' },
        { id: 3, stored: { hash: 'ab', fileId: 7, at: 0 } },
      ),
    )
    const state = stateAfter(
      started,
      fileRemoved(0),
      fileRemoved(1),
      fileRemoved(2),
      fileRemoved(3),
      fileRemoved(9),
    )
    expect(state.rowIds).toEqual([2, 3])
    expectTotalsToAgree(state)
    expect(stateAfter(started, waitingFilesRemoved()).rowIds).toEqual([2, 3])
  })

  it('makes failed files pending again for a retry', () => {
    const state = stateAfter(
      emptyState,
      filesAdded(foundFiles(2)),
      batchStartedOf(2),
      progressAction(
        { id: 0, failed: { stage: 'request', fault: fault('unanswered') } },
        { id: 1, stored: { hash: 'ab', fileId: 7, at: 0 } },
      ),
      retryRequested(),
    )
    expect(rowOf(state, 0)).toMatchObject({ status: 'pending', failure: null, sentBytes: 0 })
    expect(statusesOf(state)).toEqual(['pending', 'success'])
    expect(stateAfter(state, batchStartedOf(1)).batch).toMatchObject({ files: 1, bytes: 100, succeeded: 0 })
    expectTotalsToAgree(state)
  })

  it('puts unfinished files back when an upload is cancelled, and keeps the rest', () => {
    const state = stateAfter(
      emptyState,
      filesAdded(foundFiles(3)),
      batchStartedOf(3),
      progressAction(
        { id: 0, stored: { hash: 'ab', fileId: 7, at: 0 } },
        { id: 1, status: 'uploading', bytes: 50 },
        { id: 2, status: 'hashing' },
      ),
      batchCancelled({ wanted: true }),
    )
    expect(statusesOf(state)).toEqual(['success', 'pending', 'pending'])
    expect(rowOf(state, 1)?.sentBytes).toBe(0)
    expectTotalsToAgree(state)
  })

  it('marks every pending file when there is no key to encrypt to', () => {
    const state = stateAfter(
      emptyState,
      filesAdded(foundFiles(3)),
      batchStartedOf(3),
      recipientKeyRefused(fault('recipientKeyMissing')),
    )
    expect(statusesOf(state)).toEqual(['error', 'error', 'error'])
    expect(failureTexts(state)[2]).toEqual(['Encryption key missing', null])
    expect(unsentFailedRows(state)).toEqual([])
    expectTotalsToAgree(state)
  })

  it('removes stored files together and keeps them on the receipt', () => {
    const state = stateAfter(
      emptyState,
      filesAdded(foundFiles(3)),
      batchStartedOf(3),
      progressAction({ id: 0, stored: { hash: 'ab', fileId: 7, at: 0 } }),
      progressAction({ id: 2, stored: { hash: 'cd', fileId: 8, at: 0 } }),
      storedFilesRemoved(),
    )
    expect(state.rowIds).toEqual([1])
    expect(state.receiptFiles.flat().map(({ name }) => name)).toEqual(['0.txt', '2.txt'])
    expectTotalsToAgree(state)
  })

  it('lists files on the receipt that an earlier page stored, each once', () => {
    const before = { name: 'a', relativePath: '.', size: 1, fileHash: 'ef', fileId: 1 }
    const state = stateAfter(
      emptyState,
      uploadResumed({ receiptFiles: [before] }),
      filesAdded([foundFile(0)]),
      batchStartedOf(1),
      progressAction({ id: 0, stored: { hash: 'ab', fileId: 2, at: 0 } }),
      uploadResumed({
        receiptFiles: [before, { name: '0.txt', relativePath: '.', size: 100, fileHash: 'ab', fileId: 2 }],
      }),
    )
    expect(state.receiptFiles.flat().map(({ fileId }) => fileId)).toEqual([1, 2])
  })

  it('counts files without bytes by their number', () => {
    const state = stateAfter(
      emptyState,
      filesAdded(foundFiles(2, 0)),
      batchStartedOf(2, 0),
      progressAction({ id: 0, stored: { hash: 'ab', fileId: 7, at: 0 } }),
    )
    expect(batchProgress(state.batch).fraction).toBe(0.5)
  })

  it('does not copy 50 000 rows for a change of a few', () => {
    const state = stateAfter(emptyState, filesAdded(foundFiles(50_000)), batchStartedOf(50_000))
    const next = stateAfter(state, progressAction({ id: 30_000, status: 'hashing' }))
    const interrupted = next.rows.filter((block, index) => block === state.rows[index])
    expect(interrupted).toHaveLength(next.rows.length - 1)
    expect(next.rowIds).toBe(state.rowIds)
    expectTotalsToAgree(next)
  })
})
