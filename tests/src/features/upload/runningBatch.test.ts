import { expect, it } from 'vitest'
import { BatchControl } from '../../../../src/features/upload/sending/batchControl.ts'

it('stops waiting at a gate when it is cancelled or left, before or meanwhile', async () => {
  for (const end of ['cancel', 'leave'] as const) {
    const before = new BatchControl()
    before[end]()
    await expect(before.waitUntilGatePassed()).rejects.toBe(before.signal.reason)
    const after = new BatchControl()
    const passed = after.waitUntilGatePassed()
    after[end]()
    await expect(passed).rejects.toBe(after.signal.reason)
  }
})
