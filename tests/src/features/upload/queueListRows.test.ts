import { describe, expect, it } from 'vitest'
import { fault } from '../../../../core/faults/fault.ts'
import {
  collapsedRowCount,
  folderTotals,
  queueListRows,
} from '../../../../src/features/upload/queue/queueListRows.ts'
import { queueSlice } from '../../../../src/features/upload/queue/queueSlice.ts'
import {
  type FileChange,
  filesAdded,
  filesProgressed,
  pageOpened,
} from '../../../../src/features/upload/uploadEvents.ts'

const { reducer } = queueSlice
const emptyQueue = reducer(
  undefined,
  pageOpened({ linkToken: 'x', keyFingerprint: null, privateNames: false }),
)
const queueOf = (paths: readonly string[]) =>
  reducer(
    emptyQueue,
    filesAdded(paths.map((relativePath, id) => ({ id, name: `${id}`, relativePath, size: 100 }))),
  )
const progressAction = (changes: FileChange[]) =>
  filesProgressed({ changes, pace: { bytesPerSecond: null, secondsLeft: null } })
const failedChange = (id: number): FileChange => ({
  id,
  failed: { stage: 'request', fault: fault('refused') },
})

const idleView = { isSending: false, open: new Set<string>() }
const mixedQueue = queueOf(['.', 'Plans', 'Plans/Old', 'Photos', 'Plans', '.'])

describe('rows of the queue', () => {
  it('are only files while all of them fit into the list', () => {
    const few = queueOf(Array.from({ length: collapsedRowCount }, () => 'Plans'))
    expect(queueListRows(few, idleView)).toEqual(few.rowIds)
  })

  it('are one for each folder, at the position of its first file; a folder with one file is that file', () => {
    expect(queueListRows(mixedQueue, idleView)).toEqual([
      0,
      { folder: 'Plans', ids: [1, 2, 4], isOpen: false },
      3,
      5,
    ])
  })

  it('have the files of an open folder below it', () => {
    expect(queueListRows(mixedQueue, { ...idleView, open: new Set(['Plans']) })).toEqual([
      0,
      { folder: 'Plans', ids: [1, 2, 4], isOpen: true },
      ...[1, 2, 4],
      3,
      5,
    ])
  })

  it('begin with what failed, outside an upload; during one it stays in its folder, which counts it', () => {
    const state = reducer(mixedQueue, progressAction([failedChange(4)]))
    expect(queueListRows(state, idleView)).toEqual([
      4,
      0,
      { folder: 'Plans', ids: [1, 2], isOpen: false },
      3,
      5,
    ])
    expect(queueListRows(state, { ...idleView, isSending: true })).toEqual(
      queueListRows(mixedQueue, idleView),
    )
    expect(folderTotals(state, [1, 2, 4])).toEqual({ bytes: 300, sentBytes: 0, ended: 1, failed: 1 })
  })

  it('are one for 10 000 files of one folder', () => {
    const many = queueOf(Array.from({ length: 10_000 }, (_, n) => `Archive/${n % 40}`))
    expect(queueListRows(many, idleView)).toMatchObject([{ folder: 'Archive', isOpen: false }])
  })
})
