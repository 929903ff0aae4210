import { expect, it } from 'vitest'
import {
  asFileKeyBytes,
  asLinkMaster,
  generateLinkMaster,
  keyCommitment,
  openLinkFileKey,
  randomBytes,
} from '../../../core/crypto/index.ts'
import { keysWorker } from '../../../core/keys/keysWorker.ts'

it('keys sealed for a link open with its master key, each for its own file alone', async () => {
  const linkMaster = generateLinkMaster()
  const files = [1, 2, 3].map((id) => ({ id, rawKey: randomBytes(32), iv: randomBytes(12) }))
  const sealed = await keysWorker.sealForLink(linkMaster, files)
  for (const [index, { id, part2B64, commitment }] of sealed.entries()) {
    const { rawKey, iv } = files[index] ?? { rawKey: randomBytes(32), iv: randomBytes(12) }
    expect(commitment).toEqual(await keyCommitment(asFileKeyBytes(rawKey), iv))
    expect(await openLinkFileKey(linkMaster, id, part2B64)).toEqual(rawKey)
    await expect(openLinkFileKey(linkMaster, id + 1, part2B64)).rejects.toMatchObject({ code: 'wrong-key' })
    await expect(openLinkFileKey(asLinkMaster(randomBytes(32)), id, part2B64)).rejects.toThrow()
  }
})
