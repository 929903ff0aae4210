import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minPartBytesOf, minPartChunksOf, maxBytesInParts } from '../../../contract/fileLimits.ts'
import { GiB, KiB, MiB, minPartChunks, sealedChunkBytes } from '../../../contract/limits.ts'
import { partSize, putPart } from '../../../contract/schemas/uploads.ts'
import { sealedSize } from '../../../core/crypto/index.ts'
import {
  limitAfterSuccess,
  limitAfterTooLarge,
  formFieldsBytes,
  fitsInRequest,
  mayBeTooLarge,
  initialSizeLimit,
  firstFilesThatFit,
  partChunksFor,
  withFewerFiles,
} from '../../../core/upload/sizeLimit.ts'
import type { SizeLimit } from '../../../core/upload/state.ts'

const slowLine: SizeLimit = { ...initialSizeLimit, bytesPerSecond: 5e6 / 8 }
const fastLine: SizeLimit = { ...initialSizeLimit, bytesPerSecond: 50e6 }
const bytesOf = (bytes: number) => bytes
const anyLimit = fc.double({ min: 0, max: 1e9, noNaN: true })
const countThatFits = (size: SizeLimit, sizes: readonly number[]) =>
  firstFilesThatFit(size, sizes, bytesOf).length

describe('the size of a part', () => {
  it('is one that the server takes, whatever the rate and the limit', () => {
    const rates = fc.option(fc.double({ min: 0, max: 1e10, noNaN: true }))
    fc.assert(
      fc.property(
        rates,
        anyLimit,
        fc.integer({ min: 0, max: maxBytesInParts }),
        (bytesPerSecond, maxBytes, size) => {
          const bytes =
            partChunksFor({ ...initialSizeLimit, bytesPerSecond, maxBytes }, size) * sealedChunkBytes
          expect(partSize.safeParse(bytes).success).toBe(true)
          const parts = Math.max(1, Math.ceil(sealedSize(size) / bytes))
          expect(putPart.params.shape.n.safeParse(parts).success).toBe(true)
        },
      ),
    )
  })

  it.each([
    [48 * GiB, 20],
    [10_000 * 20 * 256 * KiB, 20],
    [10_000 * 20 * 256 * KiB + 1, 21],
    [200 * GiB, 82],
    [maxBytesInParts, 127],
  ])('of a file of %d bytes is at least %d chunks, whatever the line carries', (size, chunks) => {
    expect(minPartChunksOf(size)).toBe(chunks)
    expect(minPartBytesOf(size)).toBe(chunks * sealedChunkBytes)
    expect(partChunksFor({ ...initialSizeLimit, bytesPerSecond: 1, maxBytes: MiB }, size)).toBe(chunks)
  })

  it('never keeps a request going for longer than a minute at 5 Mbit/s', () => {
    const carried = (size: SizeLimit) => (partChunksFor(size, GiB) * sealedChunkBytes) / (5e6 / 8)
    expect(carried(slowLine)).toBeLessThan(60)
    expect(carried(initialSizeLimit)).toBeLessThan(60)
    expect(partChunksFor(slowLine, GiB) * sealedChunkBytes).toBeLessThan(6 * MiB)
  })

  it('is a thirty-second of the file between 20 and 64 chunks, so that the first one goes soon', () => {
    const mebibytes = (size: number) => (partChunksFor(fastLine, size) * 256 * KiB) / MiB
    expect([32 * MiB, 160 * MiB, 256 * MiB, 512 * MiB - 1, 512 * MiB, GiB].map(mebibytes)).toEqual([
      5, 5, 8, 15.75, 16, 16,
    ])
  })

  it('is at most 64 chunks, and what the line carries in eight seconds', () => {
    expect(partChunksFor(initialSizeLimit, GiB)).toBe(64)
    expect(partChunksFor(fastLine, GiB)).toBe(64)
    expect(partChunksFor({ ...initialSizeLimit, bytesPerSecond: 4 * sealedChunkBytes }, GiB)).toBe(32)
    expect(partChunksFor({ ...initialSizeLimit, maxBytes: 30.5 * sealedChunkBytes }, GiB)).toBe(30)
  })
})

describe('a request of small files', () => {
  it('has 5 MiB at first and on a slow line, 16 MiB on a fast one', () => {
    const files = Array.from({ length: 400 }, () => 100 * KiB)
    const mebibytes = (size: SizeLimit) => (countThatFits(size, files) * (100 * KiB + formFieldsBytes)) / MiB
    expect(mebibytes(initialSizeLimit)).toBeCloseTo(5, 0)
    expect(mebibytes(slowLine)).toBeCloseTo(5, 0)
    expect(mebibytes(fastLine)).toBeCloseTo(16, 0)
    expect(mebibytes({ ...fastLine, maxBytes: 2 * MiB })).toBeCloseTo(2, 0)
  })

  it('has 500 files at most, and one at least', () => {
    expect(
      countThatFits(
        fastLine,
        Array.from({ length: 2000 }, () => 1),
      ),
    ).toBe(500)
    expect(countThatFits({ ...fastLine, maxBytes: MiB }, [3 * MiB, 1])).toBe(1)
    expect(countThatFits(fastLine, [])).toBe(0)
  })

  it('takes files of up to 8 MiB on any line, and of up to 16 MiB alone on a fast one', () => {
    expect(fitsInRequest(initialSizeLimit, 8 * MiB)).toBe(true)
    expect(fitsInRequest(slowLine, 8 * MiB)).toBe(true)
    expect(fitsInRequest(slowLine, 8 * MiB + 1)).toBe(false)
    expect(fitsInRequest(fastLine, 16 * MiB)).toBe(true)
    expect(fitsInRequest(fastLine, 16 * MiB + 1)).toBe(false)
    expect(fitsInRequest({ ...fastLine, maxBytes: 4 * MiB }, 4 * MiB)).toBe(false)
  })

  it('that is large for what it says of so many files has half of them', () => {
    const fewer = withFewerFiles(initialSizeLimit, 500)
    expect(
      countThatFits(
        fewer,
        Array.from({ length: 500 }, () => 1),
      ),
    ).toBe(250)
    expect(withFewerFiles({ ...initialSizeLimit, maxFiles: 100 }, 500).maxFiles).toBe(100)
    expect(withFewerFiles(initialSizeLimit, 1).maxFiles).toBe(1)
  })
})

describe('the limit', () => {
  it('is half of what did not fit, but not less than half a MiB', () => {
    expect(limitAfterTooLarge(initialSizeLimit, 16 * MiB, true)).toMatchObject({
      maxBytes: 8 * MiB,
      isStated: true,
    })
    expect(limitAfterTooLarge(initialSizeLimit, 100 * KiB, true).maxBytes).toBe(MiB / 2)
  })

  it('is lowered once by several bodies that were in flight together', () => {
    const once = limitAfterTooLarge(initialSizeLimit, 16 * MiB, true)
    expect(limitAfterTooLarge(once, 16 * MiB, true)).toEqual(once)
    // One broke off before another was refused: the limit is stated all the same.
    expect(limitAfterTooLarge(limitAfterTooLarge(initialSizeLimit, 16 * MiB, false), 16 * MiB, true)).toEqual(
      once,
    )
  })

  it('grows by a quarter beyond what came through, unless somebody said that it is one', () => {
    const cut = limitAfterTooLarge(initialSizeLimit, 16 * MiB, false)
    expect(limitAfterSuccess(cut, 8 * MiB, 1000).maxBytes).toBe(10 * MiB)
    expect(limitAfterSuccess(cut, MiB, 1000).maxBytes).toBe(8 * MiB)
    const refused = limitAfterTooLarge(initialSizeLimit, 16 * MiB, true)
    expect(limitAfterSuccess(refused, 8 * MiB, 1000).maxBytes).toBe(8 * MiB)
  })

  it('does not come from what broke off and is no larger than what has come through', () => {
    const proven = limitAfterSuccess(initialSizeLimit, 6 * MiB, 1000)
    expect(mayBeTooLarge(proven, 6 * MiB)).toBe(false)
    expect(mayBeTooLarge(proven, 6 * MiB + 1)).toBe(true)
    expect(mayBeTooLarge(initialSizeLimit, MiB / 2)).toBe(false)
  })
})

describe('the rate of the line', () => {
  it('is told by bodies of 2.5 MiB and more: smaller ones say how long their files take', () => {
    const half = (minPartChunks * 256 * KiB) / 2
    expect(limitAfterSuccess(initialSizeLimit, half - 1, 1000).bytesPerSecond).toBeNull()
    expect(limitAfterSuccess(initialSizeLimit, half, 1000).bytesPerSecond).toBe(half)
  })

  it('follows the line, and not each request', () => {
    const known = limitAfterSuccess(initialSizeLimit, 10 * MiB, 1000)
    expect(limitAfterSuccess(known, 20 * MiB, 1000).bytesPerSecond).toBeCloseTo(13 * MiB, 0)
  })
})
