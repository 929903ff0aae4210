import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { chunkBytes } from '../../../contract/limits.ts'
import { be64 } from '../../../core/crypto/bytes.ts'
import { ContentRoot, contentRootB64u, hasContentRoot } from '../../../core/crypto/index.ts'
import { patternBytes, withBitFlipped } from './testBytes.ts'

const size = 3 * chunkBytes + 5
const content = patternBytes(size)
for (let chunk = 0; chunk < 4; chunk++) content[chunk * chunkBytes + 1] = chunk

describe('the content root', () => {
  it('is another after any change, in whichever chunk', async () => {
    const roots = new Set([await contentRootB64u(content)])
    for (let at = 0; at < size; at += chunkBytes)
      for (const byte of [at, Math.min(at + chunkBytes, size) - 1])
        roots.add(await contentRootB64u(withBitFlipped(content, byte * 8)))
    roots.add(await contentRootB64u(content.subarray(0, size - 1)))
    roots.add(await contentRootB64u(content.subarray(0, 3 * chunkBytes)))
    const swapped = content.slice()
    swapped.set(content.subarray(0, chunkBytes), chunkBytes)
    swapped.set(content.subarray(chunkBytes, 2 * chunkBytes))
    roots.add(await contentRootB64u(swapped))
    expect(roots.size).toBe(1 + 8 + 3)
  })

  it('holds the length, which no chunk may contradict', async () => {
    const sha256 = (...parts: Uint8Array[]) => {
      const hash = createHash('sha256')
      for (const part of parts) hash.update(part)
      return hash.digest()
    }
    const leaves = [0, 1, 2, 3].map((i) => sha256(content.subarray(i * chunkBytes, (i + 1) * chunkBytes)))
    const rootOfLength = (bytes: number) =>
      sha256(Buffer.from('sealpost/1/content\0'), be64(bytes), ...leaves).toString('base64url')
    expect(await contentRootB64u(content)).toBe(rootOfLength(size))
    expect(await contentRootB64u(content)).not.toBe(rootOfLength(size + 1))

    await expect(new ContentRoot(size).update(content.subarray(0, 100))).rejects.toThrow(RangeError)
    await expect(new ContentRoot(size + 1).update(content)).rejects.toThrow(RangeError)
  })

  it('is not given before all bytes have come, and takes no more than there are', async () => {
    const root = new ContentRoot(size)
    await root.update(content.subarray(0, 3 * chunkBytes))
    await expect(root.b64u()).rejects.toThrow(RangeError)
    await root.update(content.subarray(3 * chunkBytes))
    await expect(root.update(content.subarray(0, chunkBytes))).rejects.toThrow(RangeError)
    expect(await root.b64u()).toBe(await contentRootB64u(content))
  })

  it('is there from the second chunk on', () => {
    expect([0, chunkBytes, chunkBytes + 1].map(hasContentRoot)).toEqual([false, false, true])
  })
})
