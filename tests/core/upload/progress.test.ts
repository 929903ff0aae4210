import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fault } from '../../../core/faults/fault.ts'
import { type FileProgress, type Pace, UploadProgress } from '../../../core/upload/progress.ts'

describe('what happens to files, on its way to the screen', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function collect(sizes: number[]) {
    const reports: { changes: readonly FileProgress[]; pace: Pace }[] = []
    const files = sizes.map((size, index) => ({ index, size }))
    const progress = new UploadProgress(files, (changes, pace) => reports.push({ changes, pace }))
    return { reports, progress }
  }

  it('travels together, at most four times a second, and the last word on a file counts', () => {
    const { reports, progress } = collect([100, 100])
    for (let round = 1; round <= 100; round++) {
      for (const file of [0, 1]) progress.add({ type: 'progressed', file, bytes: round })
      vi.advanceTimersByTime(10)
    }
    expect(reports).toHaveLength(4)
    expect(reports.at(-1)?.changes).toEqual([
      { file: 0, bytes: 100 },
      { file: 1, bytes: 100 },
    ])
  })

  it('keeps what a file went through beside how it ended', () => {
    const { reports, progress } = collect([1, 1])
    progress.add({ type: 'status', file: 1, status: 'uploading' })
    progress.add({ type: 'stored', file: 1, fileId: 7, hash: 'ab' })
    progress.add({ type: 'failed', file: 0, stage: 'server', fault: fault('notEncrypted') })
    progress.flush()
    expect(reports.map(({ changes }) => changes)).toEqual([
      [
        { file: 1, status: 'uploading', stored: { hash: 'ab', fileId: 7, at: expect.any(Number) as number } },
        { file: 0, failed: { stage: 'server', fault: fault('notEncrypted') } },
      ],
    ])
    progress.flush()
    vi.advanceTimersByTime(1000)
    expect(reports).toHaveLength(1)
  })

  it('tells the pace: what fails is behind us, and what has left does not leave twice', () => {
    const size = 100e6
    const { reports, progress } = collect([size, size])
    progress.add({ type: 'failed', file: 1, stage: 'processing', fault: fault('file-changed') })
    for (let second = 1; second <= 10; second++) {
      progress.add({ type: 'progressed', file: 0, bytes: second * 1e6 })
      vi.advanceTimersByTime(1000)
    }
    const { pace } = reports.at(-1) ?? {}
    expect(pace?.bytesPerSecond).toBeCloseTo(1e6, -5)
    expect(pace?.secondsLeft).toBeGreaterThan(75)
    expect(pace?.secondsLeft).toBeLessThan(110)
  })

  it('says nothing after it was closed', () => {
    const { reports, progress } = collect([1])
    progress.add({ type: 'progressed', file: 0, bytes: 1 })
    progress.close()
    vi.advanceTimersByTime(1000)
    expect(reports).toHaveLength(0)
  })
})
