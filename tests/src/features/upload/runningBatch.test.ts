import { expect, it } from 'vitest'
import { RunningBatch } from '../../../../src/features/upload/runningBatch.ts'

it('waits at no gate once it is cancelled or left, whether that comes before or after', async () => {
  for (const end of ['cancel', 'leave'] as const) {
    const before = new RunningBatch()
    before[end]()
    await expect(before.gatePassed()).rejects.toBe(before.signal.reason)
    const after = new RunningBatch()
    const passed = after.gatePassed()
    after[end]()
    await expect(passed).rejects.toBe(after.signal.reason)
  }
})
