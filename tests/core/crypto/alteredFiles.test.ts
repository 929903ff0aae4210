import fc from '../../fastCheck.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { chunkBytes, sealedChunkBytes } from '../../../contract/limits.ts'
import {
  type Bytes,
  chunkCount,
  concat,
  equalInConstantTime,
  generateFileKey,
  sealedSize,
} from '../../../core/crypto/index.ts'
import { patternBytes, withBitFlipped } from './testBytes.ts'
import { openAll, openUntilFailure, sealAll } from './wholeFiles.ts'
import { caseCount } from '../../volume.ts'

const anySize = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -1, max: 1 }))
    .map(([n, d]) => n * chunkBytes + d),
  fc.integer({ min: 0, max: 4 * chunkBytes }),
)

const areEqualBytes = (a: Bytes, b: Bytes) => equalInConstantTime(a, b)

async function newSealedFile(size: number) {
  const { key, iv } = await generateFileKey()
  const plaintext = patternBytes(size)
  return { key, iv, plaintext, sealed: await sealAll({ key, iv }, plaintext) }
}

type SealedFile = Awaited<ReturnType<typeof newSealedFile>>

/** What a reader gets when the server serves these bytes for that IV with an honest Content-Length. */
const openAltered = ({ key }: SealedFile, iv: Bytes, bytes: Bytes) => openUntilFailure({ key, iv }, bytes)

async function expectRefused(file: SealedFile, iv: Bytes, bytes: Bytes) {
  const { out, error } = await openAltered(file, iv, bytes)
  expect(out.length).toBe(0)
  expect(error).toMatchObject({ code: 'damaged' })
}

it('a sealed file of any size comes back as it was', async () => {
  await fc.assert(
    fc.asyncProperty(anySize, async (size) => {
      const { key, iv, plaintext, sealed } = await newSealedFile(size)
      expect(sealed.length).toBe(sealedSize(size))
      expect(areEqualBytes(await openAll({ key, iv }, sealed), plaintext)).toBe(true)
    }),
    { numRuns: caseCount(24, 500) },
  )
})

describe('a sealed file that a server alters', () => {
  let small: SealedFile
  let large: SealedFile
  let other: SealedFile
  const chunksOf = (bytes: Bytes) =>
    Array.from({ length: Math.ceil(bytes.length / sealedChunkBytes) }, (_, i) =>
      bytes.slice(i * sealedChunkBytes, (i + 1) * sealedChunkBytes),
    )

  beforeAll(async () => {
    small = await newSealedFile(37)
    large = await newSealedFile(3 * chunkBytes + 1000)
    other = await newSealedFile(3 * chunkBytes + 1000)
  })

  it('does not open after any change of one bit', async () => {
    for (let bit = 0; bit < small.sealed.length * 8; bit++)
      await expectRefused(small, small.iv, withBitFlipped(small.sealed, bit))
  })

  it('does not open after any change of one bit of its IV, in one chunk or in several', async () => {
    for (let bit = 0; bit < 96; bit++) {
      await expectRefused(small, withBitFlipped(small.iv, bit), small.sealed)
      await expectRefused(large, withBitFlipped(large.iv, bit), large.sealed)
    }
  })

  it('gives out nothing from a changed chunk on, wherever the change is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(large.sealed.length * 8 - 1), async (bit) => {
        const { out, error } = await openAltered(large, large.iv, withBitFlipped(large.sealed, bit))
        expect(error).toMatchObject({ code: 'damaged' })
        const damaged = Math.floor((bit >> 3) / sealedChunkBytes)
        expect(out.length).toBeLessThanOrEqual(damaged * chunkBytes)
        expect(areEqualBytes(out, large.plaintext.subarray(0, out.length))).toBe(true)
      }),
      { numRuns: caseCount(24, 500) },
    )
  })

  it('does not open with chunks swapped, dropped, repeated or taken from another file', async () => {
    const [a, b, c, d] = chunksOf(large.sealed) as [Bytes, Bytes, Bytes, Bytes]
    const foreign = chunksOf(other.sealed) as [Bytes, Bytes, Bytes, Bytes]
    const arrangements: Bytes[][] = [
      [b, a, c, d],
      [a, c, b, d],
      [b, c, d],
      [a, c, d],
      [a, b, d],
      [a, a, b, c, d],
      [a, b, b, c, d],
      [a, b, c, d, d],
      [a, b, c, c],
      [foreign[0], b, c, d],
      [a, foreign[1], c, d],
      [a, b, c, foreign[3]],
    ]
    for (const arrangement of arrangements) {
      const bytes = concat(...arrangement)
      const { out, error } = await openAltered(large, large.iv, bytes)
      expect(error).toMatchObject({ name: 'CryptoError' })
      expect(areEqualBytes(out, large.plaintext.subarray(0, out.length))).toBe(true)
      expect(out.length).toBeLessThan(large.plaintext.length)
    }
  })

  it('does not open cut to whole chunks', async () => {
    for (let kept = 1; kept < chunkCount(large.plaintext.length); kept++)
      await expectRefused(large, large.iv, large.sealed.subarray(0, kept * sealedChunkBytes))
  })

  /** XORs index and 'not last' marker of one chunk out of the IV, so that its nonce becomes another chunk's. */
  const ivFor = (iv: Bytes, index: number, lastMarker: number) => {
    const edited = iv.slice()
    const view = new DataView(edited.buffer)
    view.setUint32(7, view.getUint32(7) ^ index)
    view.setUint8(11, view.getUint8(11) ^ lastMarker)
    return edited
  }

  it('does not pass off one of its chunks as the whole file under an edited IV', async () => {
    for (const [index, chunk] of chunksOf(large.sealed).entries())
      for (const marker of [0, 1]) await expectRefused(large, ivFor(large.iv, index, marker), chunk)
  })

  it('does not lose a prefix under an edited IV', async () => {
    for (const dropped of [1, 2, 3]) {
      const rest = large.sealed.subarray(dropped * sealedChunkBytes)
      for (const marker of [0, 1]) await expectRefused(large, ivFor(large.iv, dropped, marker), rest)
    }
  })

  it('does not open under the key of another file', async () => {
    await expectRefused({ ...large, key: other.key }, large.iv, large.sealed)
    await expectRefused({ ...small, key: other.key }, small.iv, small.sealed)
  })

  it('does not open when bytes follow its end', async () => {
    for (const file of [small, large]) {
      const { error } = await openAltered(file, file.iv, concat(file.sealed, Uint8Array.of(0)))
      expect(error).toMatchObject({ code: 'damaged' })
    }
  })
})
