import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { minPartBytesOf, minPartChunksOf, maxBytesInParts } from '../../../contract/fileLimits.ts'
import { GiB, KiB, MiB, sealedChunkBytes } from '../../../contract/limits.ts'
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
import { initialPace } from '../../../core/upload/pace.ts'
import type { SizeLimit, UploadState } from '../../../core/upload/state.ts'

type Limits = Pick<UploadState, 'size' | 'pace'>

/** @param rate bytes per second, null while unknown */
const limitsAt = (rate: number | null, size: Partial<SizeLimit> = {}): Limits => ({
  size: { ...initialSizeLimit, ...size },
  pace: { ...initialPace, rates: rate === null ? [] : [rate] },
})
const unknownLine = limitsAt(null)
const slowLine = limitsAt(5e6 / 8)
const fastLine = limitsAt(50e6)
const bytesOf = (bytes: number) => bytes
const anyLimit = fc.double({ min: 0, max: 1e9, noNaN: true })
const countThatFits = (limits: Limits, sizes: readonly number[], threads = 1) =>
  firstFilesThatFit(limits, sizes, bytesOf, threads).length

describe('the size of a part', () => {
  it('is one that the server takes, whatever the rate and the limit', () => {
    const rates = fc.option(fc.double({ min: 0, max: 1e10, noNaN: true }))
    fc.assert(
      fc.property(rates, anyLimit, fc.integer({ min: 0, max: maxBytesInParts }), (rate, maxBytes, size) => {
        const bytes = partChunksFor(limitsAt(rate, { maxBytes }), size) * sealedChunkBytes
        expect(partSize.safeParse(bytes).success).toBe(true)
        const parts = Math.max(1, Math.ceil(sealedSize(size) / bytes))
        expect(putPart.params.shape.n.safeParse(parts).success).toBe(true)
      }),
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
    expect(partChunksFor(limitsAt(1, { maxBytes: MiB }), size)).toBe(chunks)
  })

  it('never keeps a request going for longer than a minute at 5 Mbit/s', () => {
    const carried = (limits: Limits) => (partChunksFor(limits, GiB) * sealedChunkBytes) / (5e6 / 8)
    expect(carried(slowLine)).toBeLessThan(60)
    expect(carried(unknownLine)).toBeLessThan(60)
    expect(partChunksFor(slowLine, GiB) * sealedChunkBytes).toBeLessThan(6 * MiB)
  })

  it('is a thirty-second of the file between 20 and 64 chunks, so that the first one goes soon', () => {
    const mebibytes = (size: number) => (partChunksFor(fastLine, size) * 256 * KiB) / MiB
    expect([32 * MiB, 160 * MiB, 256 * MiB, 512 * MiB - 1, 512 * MiB, GiB].map(mebibytes)).toEqual([
      5, 5, 8, 15.75, 16, 16,
    ])
  })

  it('is at most 64 chunks, and what the line carries in eight seconds', () => {
    expect(partChunksFor(unknownLine, GiB)).toBe(64)
    expect(partChunksFor(fastLine, GiB)).toBe(64)
    expect(partChunksFor(limitsAt(4 * sealedChunkBytes), GiB)).toBe(32)
    expect(partChunksFor(limitsAt(null, { maxBytes: 30.5 * sealedChunkBytes }), GiB)).toBe(30)
  })
})

describe('a request of small files', () => {
  const files = Array.from({ length: 400 }, () => 100 * KiB)
  const mebibytes = (limits: Limits, threads = 1) =>
    (countThatFits(limits, files, threads) * (100 * KiB + formFieldsBytes)) / MiB

  it('has 1 MiB at first and on a slow line, else what the line carries in half a second, up to 16 MiB', () => {
    expect(mebibytes(unknownLine)).toBeCloseTo(1, 1)
    expect(mebibytes(slowLine)).toBeCloseTo(1, 1)
    expect(mebibytes(limitsAt(10 * MiB))).toBeCloseTo(5, 0)
    expect(mebibytes(fastLine)).toBeCloseTo(16, 0)
    expect(mebibytes(limitsAt(50e6, { maxBytes: 2 * MiB }))).toBeCloseTo(2, 0)
  })

  it('has no more than the share of one thread, so that all end together, but 1 MiB', () => {
    expect(mebibytes(limitsAt(1e9), 4)).toBeCloseTo(10, 0)
    expect(
      countThatFits(
        fastLine,
        Array.from({ length: 100 }, () => KiB),
        3,
      ),
    ).toBe(100)
  })

  it('has 500 files at most, and one at least', () => {
    expect(
      countThatFits(
        fastLine,
        Array.from({ length: 2000 }, () => 1),
      ),
    ).toBe(500)
    expect(countThatFits(limitsAt(50e6, { maxBytes: MiB }), [3 * MiB, 1])).toBe(1)
    expect(countThatFits(fastLine, [])).toBe(0)
  })

  it('takes files of up to 8 MiB on any line, and of up to 16 MiB alone on a fast one', () => {
    expect(fitsInRequest(unknownLine, 8 * MiB)).toBe(true)
    expect(fitsInRequest(slowLine, 8 * MiB)).toBe(true)
    expect(fitsInRequest(slowLine, 8 * MiB + 1)).toBe(false)
    expect(fitsInRequest(fastLine, 16 * MiB)).toBe(true)
    expect(fitsInRequest(fastLine, 16 * MiB + 1)).toBe(false)
    expect(fitsInRequest(limitsAt(50e6, { maxBytes: 4 * MiB }), 4 * MiB)).toBe(false)
  })

  it('that is large for what it says of so many files has half of them', () => {
    const fewer = withFewerFiles(initialSizeLimit, 500)
    expect(
      countThatFits(
        limitsAt(null, fewer),
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
    expect(limitAfterSuccess(cut, 8 * MiB).maxBytes).toBe(10 * MiB)
    expect(limitAfterSuccess(cut, MiB).maxBytes).toBe(8 * MiB)
    const refused = limitAfterTooLarge(initialSizeLimit, 16 * MiB, true)
    expect(limitAfterSuccess(refused, 8 * MiB).maxBytes).toBe(8 * MiB)
  })

  it('does not come from what broke off and is no larger than what has come through', () => {
    const proven = limitAfterSuccess(initialSizeLimit, 6 * MiB)
    expect(mayBeTooLarge(proven, 6 * MiB)).toBe(false)
    expect(mayBeTooLarge(proven, 6 * MiB + 1)).toBe(true)
    expect(mayBeTooLarge(initialSizeLimit, MiB / 2)).toBe(false)
  })
})
