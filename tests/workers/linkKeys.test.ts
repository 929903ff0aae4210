import { expect, it } from 'vitest'
import { asLinkMaster, generateLinkMaster, openLinkFileKey, randomBytes } from '../../src/crypto/index.ts'
import { sealLinkKeys } from '../../workers/linkKeys.ts'

it('keys sealed for a link open with its master key, each for its own file alone', async () => {
  const linkMaster = generateLinkMaster()
  const files = [1, 2, 3].map((id) => ({ id, rawKey: randomBytes(32) }))
  const sealed = await sealLinkKeys(linkMaster, files)
  for (const [index, { id, part2B64 }] of sealed.entries()) {
    expect(await openLinkFileKey(linkMaster, id, part2B64)).toEqual(files[index]?.rawKey)
    await expect(openLinkFileKey(linkMaster, id + 1, part2B64)).rejects.toMatchObject({ code: 'wrong-key' })
    await expect(openLinkFileKey(asLinkMaster(randomBytes(32)), id, part2B64)).rejects.toThrow()
  }
})
