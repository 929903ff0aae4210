import { expect, it } from 'vitest'
import { RunningBatch } from '../../../../src/features/upload/sending/runningBatch.ts'

it('stops waiting at a gate when it is cancelled or left, before or meanwhile', async () => {
  for (const end of ['cancel', 'leave'] as const) {
    const before = new RunningBatch()
    before[end]()
    await expect(before.waitUntilGatePassed()).rejects.toBe(before.signal.reason)
    const after = new RunningBatch()
    const passed = after.waitUntilGatePassed()
    after[end]()
    await expect(passed).rejects.toBe(after.signal.reason)
  }
})
