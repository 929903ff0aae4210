import fc from '../../fastCheck.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chunkBytes, usualMaxFileBytes, sealedChunkBytes } from '../../../contract/limits.ts'
import {
  type Bytes,
  chunkCount,
  chunkNonce,
  chunkOpener,
  chunkSealer,
  concat,
  generateFileKey,
  maxWholeBytes,
  openWhole,
  plainSize,
  randomBytes,
  sealedSize,
  toHex,
} from '../../../core/crypto/index.ts'
import { patternBytes } from './testBytes.ts'
import { caseCount } from '../../volume.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const nearBoundary = fc
  .tuple(fc.integer({ min: 0, max: 20_480 }), fc.integer({ min: -20, max: 20 }))
  .map(([chunks, offset]) => Math.max(0, chunks * chunkBytes + offset))
const anySize = fc.oneof(fc.integer({ min: 0, max: usualMaxFileBytes }), nearBoundary)

describe('sizes', () => {
  it('of plaintext and sealed file follow from each other', () => {
    fc.assert(
      fc.property(anySize, (size) => {
        expect(plainSize(sealedSize(size))).toBe(size)
        expect(sealedSize(size)).toBe(size + 16 * chunkCount(size))
      }),
      { numRuns: caseCount(300, 5000) },
    )
  })

  it('that no plaintext produces are refused, and every other one is not', () => {
    fc.assert(
      fc.property(anySize, (length) => {
        const wouldBePlain = length - 16 * Math.max(1, Math.ceil(length / sealedChunkBytes))
        const possible = wouldBePlain >= 0 && sealedSize(wouldBePlain) === length
        if (possible) expect(plainSize(length)).toBe(wouldBePlain)
        else expect(() => plainSize(length)).toThrow('truncated')
      }),
      { numRuns: caseCount(300, 5000) },
    )
  })

  it.each([NaN, -1, 16.5, Infinity, 2 ** 53])(
    'an answer without a usable length (%s) is incomplete',
    (length) => {
      expect(() => plainSize(length)).toThrow(expect.objectContaining({ code: 'truncated' }))
    },
  )

  it.each([NaN, -1, 0.5, 2 ** 53])('%s is no file size', (size) => {
    expect(() => sealedSize(size)).toThrow(RangeError)
  })
})

describe('a chunk', () => {
  it('is sealed only with the length that its position has', async () => {
    const { key, iv } = await generateFileKey()
    const sealer = chunkSealer({ key, iv, plainSize: chunkBytes + 5 })
    await expect(sealer.seal(0, patternBytes(5))).rejects.toMatchObject({ code: 'size-mismatch' })
    await expect(sealer.seal(1, patternBytes(4))).rejects.toMatchObject({ code: 'size-mismatch' })
    await expect(sealer.seal(1, patternBytes(6))).rejects.toMatchObject({ code: 'size-mismatch' })
    await expect(sealer.seal(2, patternBytes(5))).rejects.toThrow(RangeError)
    await expect(sealer.seal(-1, patternBytes(5))).rejects.toThrow(RangeError)
    expect(concat(...(await sealer.seal(1, patternBytes(5)))).length).toBe(21)
  })

  it('is sealed once: the same key and nonce never see a second content', async () => {
    const { key, iv } = await generateFileKey()
    const sealer = chunkSealer({ key, iv, plainSize: 5 })
    await sealer.seal(0, patternBytes(5))
    await expect(sealer.seal(0, new Uint8Array(5))).rejects.toMatchObject({ code: 'sealed-twice' })
  })

  it('may be overwritten by its owner as soon as sealing or opening has begun', async () => {
    const { key, iv } = await generateFileKey()
    const file = { key, iv, plainSize: chunkBytes }
    const plaintext = patternBytes(chunkBytes)
    const sealing = chunkSealer(file).seal(0, plaintext)
    plaintext.fill(0)
    const sealed = concat(...(await sealing))
    const opening = chunkOpener(file).open(0, sealed)
    sealed.fill(0)
    expect(Buffer.from(await opening).equals(patternBytes(chunkBytes))).toBe(true)
  })
})

describe('keys and nonces', () => {
  it('are fresh for every file', async () => {
    const count = caseCount(200, 2000)
    const keys = await Promise.all(Array.from({ length: count }, generateFileKey))
    expect(new Set(keys.map(({ rawKey }) => toHex(rawKey))).size).toBe(count)
    expect(new Set(keys.map(({ iv }) => toHex(iv))).size).toBe(count)
  })

  it('cannot be copied out of their handle', async () => {
    const { key } = await generateFileKey()
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  })

  it('never meet twice in the largest file, whatever its IV', () => {
    for (const iv of [new Uint8Array(12), new Uint8Array(12).fill(255), randomBytes(12)]) {
      const count = chunkCount(usualMaxFileBytes)
      const nonces = new Set<string>()
      for (let i = 0; i < count; i++) nonces.add(toHex(chunkNonce(iv, i, i === count - 1)))
      expect(nonces.size).toBe(count)
    }
  })

  it('never meet twice while many files are sealed', async () => {
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt')
    const keyNumbers = new Map<CryptoKey, number>()
    for (let file = 0; file < 40; file++) {
      const { key, iv } = await generateFileKey()
      keyNumbers.set(key, file)
      const size = (file % 4) * chunkBytes + file
      const sealer = chunkSealer({ key, iv, plainSize: size })
      for (let i = 0; i < sealer.count; i++)
        await sealer.seal(i, new Uint8Array(Math.min(chunkBytes, size - i * chunkBytes)))
    }
    const pairs = encrypt.mock.calls.map(([params, key]) => {
      const { iv } = params as AesGcmParams
      return `${keyNumbers.get(key) ?? 'unknown'} ${toHex(iv as Bytes)}`
    })
    expect(pairs.length).toBeGreaterThan(80)
    expect(new Set(pairs).size).toBe(pairs.length)
  })
})

describe('a file of another program, plain AES-GCM in one piece', () => {
  async function sealedElsewhere(length: number) {
    const { key, iv } = await generateFileKey()
    const plaintext = patternBytes(length)
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plaintext))
    return { key, iv, plaintext, sealed }
  }

  it('opens as one of ours when it fits into a chunk', async () => {
    const { key, iv, plaintext, sealed } = await sealedElsewhere(1000)
    expect(await chunkOpener({ key, iv, plainSize: 1000 }).open(0, sealed)).toEqual(plaintext)
  })

  it('opens as a whole when it is larger', async () => {
    const { key, iv, plaintext, sealed } = await sealedElsewhere(3 * chunkBytes + 77)
    expect(Buffer.from(await openWhole(key, iv, sealed)).equals(plaintext)).toBe(true)
    const firstChunk = sealed.subarray(0, sealedChunkBytes)
    const opener = chunkOpener({ key, iv, plainSize: plainSize(sealedSize(sealed.length - 64)) })
    await expect(opener.open(0, firstChunk)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('does not open beyond 64 MiB, below a tag or altered', async () => {
    const { key, iv, sealed } = await sealedElsewhere(100)
    await expect(openWhole(key, iv, new Uint8Array(maxWholeBytes + 1))).rejects.toMatchObject({
      code: 'damaged',
    })
    await expect(openWhole(key, iv, sealed.subarray(0, 15))).rejects.toMatchObject({ code: 'truncated' })
    await expect(openWhole(key, iv, concat(sealed, Uint8Array.of(0)))).rejects.toMatchObject({
      code: 'damaged',
    })
  })
})
