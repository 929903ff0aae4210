import { createHash } from 'node:crypto'
import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { contentHashHex, createContentHash, randomBytes, toHex } from '../../../core/crypto/index.ts'

const sha256Hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('the content hash', () => {
  it('is SHA-256, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3000 }),
        fc.integer({ min: 1, max: 700 }),
        async (array, step) => {
          const bytes = Uint8Array.from(array)
          const hash = await createContentHash()
          for (let i = 0; i < bytes.length; i += step) hash.update(bytes.subarray(i, i + step))
          expect(hash.digestHex()).toBe(sha256Hex(bytes))
          expect(await contentHashHex(bytes)).toBe(sha256Hex(bytes))
        },
      ),
    )
  })

  it('goes on after its state was saved', async () => {
    const hash = await createContentHash()
    hash.update(new Uint8Array(128))
    hash.save()
    hash.update(new Uint8Array(100))
    expect(hash.digestHex()).toBe(sha256Hex(new Uint8Array(228)))
  })

  it('saves no byte of the plaintext, not even remains of an earlier block', async () => {
    for (const step of [64, 100, 1, 63, 4096]) {
      const secret = randomBytes(4096)
      const hash = await createContentHash()
      for (let i = 0; i < secret.length; i += step) hash.update(secret.subarray(i, i + step))
      const state = toHex(hash.save())
      for (let i = 0; i + 6 <= secret.length; i++)
        expect(state).not.toContain(toHex(secret.subarray(i, i + 6)))
    }
  })

  it('cannot be saved in the middle of a block, where it would hold plaintext', async () => {
    const hash = await createContentHash()
    hash.update(new Uint8Array(65))
    expect(() => hash.save()).toThrow(RangeError)
  })
})
