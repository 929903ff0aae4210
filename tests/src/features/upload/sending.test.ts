import { expect, it } from 'vitest'
import { Sending } from '../../../../src/features/upload/sending.ts'

it('waits at no gate once it is cancelled or left, whether that comes before or after', async () => {
  for (const end of ['cancel', 'leave'] as const) {
    const before = new Sending()
    before[end]()
    await expect(before.gatePassed()).rejects.toBe(before.signal.reason)
    const after = new Sending()
    const passed = after.gatePassed()
    after[end]()
    await expect(passed).rejects.toBe(after.signal.reason)
  }
})
