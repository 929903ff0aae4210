import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { tryAnyBase64 } from '../../../core/crypto/bytes.ts'
import {
  equalInConstantTime,
  fromBase64,
  fromHex,
  toBase64,
  toBase64Url,
  toHex,
} from '../../../core/crypto/index.ts'
import { withBitFlipped } from './testBytes.ts'

const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes))

describe('text forms of bytes', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(fromBase64(toBase64(bytes))).toEqual(bytes)
        expect(fromHex(toHex(bytes))).toEqual(bytes)
        expect(tryAnyBase64(toBase64(bytes))).toEqual(bytes)
        expect(tryAnyBase64(toBase64Url(bytes))).toEqual(bytes)
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
      }),
    )
  })

  it('of a megabyte are no problem', () => {
    const bytes = new Uint8Array(1_000_003).fill(0xa5)
    expect(toBase64(fromBase64(toBase64(bytes)))).toBe(Buffer.from(bytes).toString('base64'))
  })

  it.each([
    'A',
    'AA',
    'AAA',
    'AA=',
    'AAA==',
    'AB==',
    'AAB=',
    'AAAA====',
    'AA==AA==',
    ' AAAA',
    'AAAA\n',
    'AA-_',
    'Ä',
    '=',
  ])('strict base64 refuses %j', (text) => {
    expect(() => fromBase64(text)).toThrow(expect.objectContaining({ code: 'bad-format' }))
  })

  it.each(['a', 'zz', '0x', ' 00'])('hex refuses %j', (text) => {
    expect(() => fromHex(text)).toThrow(expect.objectContaining({ code: 'bad-format' }))
  })
})

it('secrets are equal only in length and every byte', () => {
  const secret = Uint8Array.of(1, 2, 3)
  expect(equalInConstantTime(secret, Uint8Array.of(1, 2, 3))).toBe(true)
  expect(equalInConstantTime(secret, Uint8Array.of(1, 2))).toBe(false)
  expect(equalInConstantTime(secret, Uint8Array.of(1, 2, 3, 0))).toBe(false)
  for (let i = 0; i < 24; i++) {
    expect(equalInConstantTime(secret, withBitFlipped(secret, i))).toBe(false)
  }
})
