import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChangeCollector } from '../../../../src/features/upload/changeCollector.ts'
import type { FileChange } from '../../../../src/features/upload/uploadEvents.ts'

describe('changes on their way to the store', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('travel together, at most ten times a second, and the last word on a file counts', () => {
    const reports: FileChange[][] = []
    const collector = new ChangeCollector((changes) => reports.push(changes))
    for (let round = 1; round <= 100; round++) {
      for (const id of ['0', '1']) collector.add({ type: 'progressed', id, sentBytes: round })
      vi.advanceTimersByTime(10)
    }
    expect(reports.length).toBeLessThanOrEqual(10)
    expect(reports.at(-1)).toEqual([
      { id: 0, sentBytes: 100 },
      { id: 1, sentBytes: 100 },
    ])
  })

  it('keep what a file went through beside how it ended', () => {
    const reports: FileChange[][] = []
    const collector = new ChangeCollector((changes) => reports.push(changes))
    collector.add({ type: 'statusChanged', id: '7', status: 'uploading' })
    collector.add({ type: 'succeeded', id: '7', fileId: 1, filename: 'a', sha256: 'ab' })
    collector.flush()
    expect(reports).toEqual([[{ id: 7, status: 'uploading', succeeded: { sha256: 'ab', fileId: 1 } }]])
    collector.flush()
    expect(reports).toHaveLength(1)
  })
})
