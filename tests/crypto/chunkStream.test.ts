import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { chunkBytes, sealedChunkBytes } from '../../contract/limits.ts'
import {
  type Bytes,
  chunkCount,
  type ChunkedFile,
  concat,
  equalInConstantTime,
  generateFileKey,
  openStream,
  sealedSize,
  sealStream,
} from '../../src/crypto/index.ts'
import { withBitFlipped } from './alterations.ts'
import { collect, collectUntilFailure, pattern, streamOf } from './streamShapes.ts'

const sizes = fc.oneof(
  fc.integer({ min: 0, max: 2000 }),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -1, max: 1 }))
    .map(([n, d]) => n * chunkBytes + d),
  fc.integer({ min: 0, max: 4 * chunkBytes }),
)
const cuts = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 700_000 }), { minLength: 1, maxLength: 6 }),
  fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 900, max: 70_000 })), { minLength: 1, maxLength: 6 }),
  fc.constantFrom(
    [chunkBytes],
    [sealedChunkBytes],
    [chunkBytes, 1],
    [1, sealedChunkBytes],
    [16_384],
    [4_194_304],
  ),
)
// A stream of nothing but empty pieces would never end.
const usableCuts = cuts.filter((sizes) => sizes.some((size) => size > 0))

const seal = (file: ChunkedFile, plaintext: Bytes, cutSizes?: readonly number[]) =>
  collect(streamOf(plaintext, cutSizes).pipeThrough(sealStream(file)))

const isSame = (a: Bytes, b: Bytes) => equalInConstantTime(a, b)

async function sealedFile(size: number) {
  const { key, iv } = await generateFileKey()
  const plaintext = pattern(size)
  return { key, iv, plaintext, sealed: await seal({ key, iv, plainSize: size }, plaintext) }
}

type Sealed = Awaited<ReturnType<typeof sealedFile>>

/** What a reader gets when the server serves these bytes for that IV with an honest Content-Length. */
function serve({ key }: Sealed, iv: Bytes, bytes: Bytes) {
  return collectUntilFailure(streamOf(bytes).pipeThrough(openStream({ key, iv, sealedSize: bytes.length })))
}

async function expectRefused(file: Sealed, iv: Bytes, bytes: Bytes) {
  const { out, error } = await serve(file, iv, bytes)
  expect(out.length).toBe(0)
  expect(error).toMatchObject({ code: 'damaged' })
}

describe('a stream', () => {
  it('of any size, cut anyhow on both ways, comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, usableCuts, usableCuts, async (size, sealCuts, openCuts) => {
        const { key, iv } = await generateFileKey()
        const plaintext = pattern(size)
        const sealed = await seal({ key, iv, plainSize: size }, plaintext, sealCuts)
        expect(sealed.length).toBe(sealedSize(size))
        const opener = openStream({ key, iv, sealedSize: sealed.length })
        expect(isSame(await collect(streamOf(sealed, openCuts).pipeThrough(opener)), plaintext)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('goes on at any chunk after the connection was cut', async () => {
    const { key, iv, plaintext, sealed } = await sealedFile(3 * chunkBytes + 100)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: sealed.length - 1 }),
        usableCuts,
        async (cutAt, cutSizes) => {
          const source = { key, iv, sealedSize: sealed.length }
          const firstTry = streamOf(sealed.subarray(0, cutAt), cutSizes).pipeThrough(openStream(source))
          const { out, error } = await collectUntilFailure(firstTry)
          expect(error).toMatchObject({
            code: 'truncated',
            message: 'Incomplete file data received from server.',
          })
          expect(out.length % chunkBytes).toBe(0)

          const fromChunk = out.length / chunkBytes
          const rest = streamOf(sealed.subarray(fromChunk * sealedChunkBytes), cutSizes)
          const second = await collect(rest.pipeThrough(openStream({ ...source, fromChunk })))
          expect(isSame(concat(out, second), plaintext)).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('that ends exactly between two chunks is incomplete, not short', async () => {
    const { key, iv, plaintext, sealed } = await sealedFile(3 * chunkBytes)
    for (const chunks of [0, 1, 2]) {
      const cut = streamOf(sealed.subarray(0, chunks * sealedChunkBytes))
      const opened = collectUntilFailure(cut.pipeThrough(openStream({ key, iv, sealedSize: sealed.length })))
      expect((await opened).error).toMatchObject({ code: 'truncated' })

      const sealing = seal(
        { key, iv, plainSize: plaintext.length },
        plaintext.subarray(0, chunks * chunkBytes),
      )
      await expect(sealing).rejects.toMatchObject({ code: 'size-mismatch' })
    }
  })

  it('cannot start beyond its last chunk', async () => {
    const { key, iv } = await generateFileKey()
    for (const fromChunk of [1, -1, 0.5])
      expect(() => openStream({ key, iv, sealedSize: 100, fromChunk })).toThrow(RangeError)
  })

  it.each([
    ['fewer', 99],
    ['more', 101],
    ['no', 0],
  ])('to be sealed fails when %s bytes arrive than announced', async (_, actual) => {
    const { key, iv } = await generateFileKey()
    const sealing = seal({ key, iv, plainSize: 100 }, pattern(actual))
    await expect(sealing).rejects.toMatchObject({ code: 'size-mismatch' })
  })

  it('waits for its reader: no more than 5 MiB are taken ahead', async () => {
    const size = 64 * chunkBytes
    const { key, iv } = await generateFileKey()
    let pulled = 0
    const source = new ReadableStream<Bytes>(
      {
        pull(controller) {
          pulled++
          controller.enqueue(new Uint8Array(chunkBytes))
          if (pulled === 64) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const reader = source.pipeThrough(sealStream({ key, iv, plainSize: size })).getReader()
    await reader.read()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(pulled).toBeLessThanOrEqual(20)
    await reader.cancel()
  })

  it('reports the failure of its source, and stops the source when its reader leaves', async () => {
    const { key, iv } = await generateFileKey()
    const failing = new ReadableStream<Bytes>({
      pull() {
        throw new Error('disk gone')
      },
    })
    const broken = failing.pipeThrough(sealStream({ key, iv, plainSize: 5 }))
    await expect(collect(broken)).rejects.toThrow('disk gone')

    let cancelled = false
    const endless = new ReadableStream<Bytes>({
      pull: (controller) => controller.enqueue(new Uint8Array(chunkBytes)),
      cancel: () => {
        cancelled = true
      },
    })
    const reader = endless.pipeThrough(sealStream({ key, iv, plainSize: 1000 * chunkBytes })).getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => cancelled).toBe(true)
  })
})

describe('a sealed file that a server alters', () => {
  let small: Sealed
  let large: Sealed
  let other: Sealed
  const chunksOf = (bytes: Bytes) =>
    Array.from({ length: Math.ceil(bytes.length / sealedChunkBytes) }, (_, i) =>
      bytes.slice(i * sealedChunkBytes, (i + 1) * sealedChunkBytes),
    )

  beforeAll(async () => {
    small = await sealedFile(37)
    large = await sealedFile(3 * chunkBytes + 1000)
    other = await sealedFile(3 * chunkBytes + 1000)
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
        const { out, error } = await serve(large, large.iv, withBitFlipped(large.sealed, bit))
        expect(error).toMatchObject({
          code: 'damaged',
          message: 'Decryption failed: Incorrect password or corrupted data.',
        })
        const damaged = Math.floor((bit >> 3) / sealedChunkBytes)
        expect(out.length).toBeLessThanOrEqual(damaged * chunkBytes)
        expect(isSame(out, large.plaintext.subarray(0, out.length))).toBe(true)
      }),
      { numRuns: 60 },
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
      const served = collectUntilFailure(
        streamOf(bytes).pipeThrough(openStream({ key: large.key, iv: large.iv, sealedSize: bytes.length })),
      )
      const { out, error } = await served.catch((error: unknown) => ({ out: new Uint8Array(0), error }))
      expect(error).toMatchObject({ name: 'CryptoError' })
      expect(isSame(out, large.plaintext.subarray(0, out.length))).toBe(true)
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

  it('fails when bytes follow its end', async () => {
    for (const { key, iv, sealed } of [small, large]) {
      const source = streamOf(concat(sealed, Uint8Array.of(0)), [sealed.length, 1])
      const { error } = await collectUntilFailure(
        source.pipeThrough(openStream({ key, iv, sealedSize: sealed.length })),
      )
      expect(error).toMatchObject({ code: 'damaged' })
    }
  })
})
