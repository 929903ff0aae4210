import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { WriteBuffer } from '../../../server/http/writeBuffer.ts'

describe('collected bytes', () => {
  it('are few objects, however they came', () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i))
    const pieces = new WriteBuffer()
    for (let at = 0; at < bytes.length; at++) pieces.add(bytes.subarray(at, at + 1))
    expect(pieces.size).toBe(bytes.length)
    const taken = pieces.take()
    expect(taken.length).toBeLessThan(10)
    expect(Buffer.concat(taken).equals(bytes)).toBe(true)
  })

  it('come back whole and in order, and once', () => {
    const sizes = fc.array(fc.oneof(fc.nat(20), fc.integer({ min: 4000, max: 4200 }), fc.nat(70_000)))
    fc.assert(
      fc.property(fc.array(sizes, { maxLength: 3 }), (rounds) => {
        const pieces = new WriteBuffer()
        let n = 0
        const taken = rounds.map((round) => {
          const sent = round.map((size) => Buffer.alloc(size, ++n))
          for (const bytes of sent) pieces.add(bytes)
          return { sent, got: pieces.take() }
        })
        for (const { sent, got } of taken) expect(Buffer.concat(got).equals(Buffer.concat(sent))).toBe(true)
        expect([pieces.size, pieces.take()]).toEqual([0, []])
      }),
      { numRuns: 50 },
    )
  })

  it('are not copied when they are large, or alone', () => {
    const pieces = new WriteBuffer()
    const sent = [Buffer.alloc(10), Buffer.alloc(5000), Buffer.alloc(4096)]
    for (const bytes of sent) pieces.add(bytes)
    expect(pieces.take().every((bytes, i) => bytes === sent[i])).toBe(true)
  })
})
