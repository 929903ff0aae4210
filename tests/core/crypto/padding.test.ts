import { describe, expect, it } from 'vitest'
import { CryptoError } from '../../../core/crypto/errors.ts'
import { pad, padBytes, unpad } from '../../../core/crypto/padding.ts'

describe('padding', () => {
  it.each([0, 1, padBytes - 1, padBytes, padBytes + 1])('of %i bytes comes off again', (length) => {
    const bytes = new Uint8Array(length).fill(7)
    const padded = pad(bytes)
    expect(padded.length % padBytes).toBe(0)
    expect(padded.length).toBeGreaterThan(length)
    expect(unpad(padded)).toEqual(bytes)
  })

  it('keeps what ends like padding', () => {
    const bytes = new Uint8Array([1, 0x80, 0, 0])
    expect(unpad(pad(bytes))).toEqual(bytes)
  })

  it('hides how long a name is: all of one step are as long as each other', () => {
    const lengths = [0, 10, padBytes - 1].map((length) => pad(new Uint8Array(length)).length)
    expect(new Set(lengths)).toEqual(new Set([padBytes]))
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['zeros alone', new Uint8Array(padBytes)],
    ['another end', new Uint8Array(padBytes).fill(1)],
    ['part of a step', new Uint8Array([1, 0x80, 0])],
    ['more zeros than a step has', new Uint8Array(2 * padBytes).fill(0x80, 0, 1)],
  ])('is refused if it is malformed: %s', (_, padded) => {
    expect(() => unpad(padded)).toThrow(new CryptoError('bad-format'))
  })
})
