import { expect, it } from 'vitest'
import { removeOfflineLists } from '../../../src/session/offlineLists.ts'

it('a removal of stored lists fails where the browser has no storage', async () => {
  await expect(removeOfflineLists({ choice: true })).rejects.toThrow()
})
