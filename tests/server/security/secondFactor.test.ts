import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { newTotpSecret, totpUri, totpStepOfCode } from '../../../server/security/secondFactor.ts'
import { fromBase32, totp } from '../totp.ts'

/** RFC 6238, appendix B, the rows of SHA-1: seconds and 8 digits. */
const vectors: [number, string][] = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
]
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('a time-based code', () => {
  it.each(vectors)('of RFC 6238 at %i s is ours', (seconds, code) => {
    expect(fromBase32(rfcSecret).toString()).toBe('12345678901234567890')
    expect(totp(fromBase32(rfcSecret), seconds, 8)).toBe(code)
    expect(totpStepOfCode(rfcSecret, code.slice(2), new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  it('of any secret and time counts in its step and the two beside it, and in no other', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.integer({ min: 300, max: 4_000_000_000 }),
        fc.integer({ min: -5, max: 5 }),
        (bytes, seconds, away) => {
          const secret = toBase32(Buffer.from(bytes))
          const key = fromBase32(secret)
          const code = totp(key, seconds + away * 30)
          const near = [0, -1, 1].filter((n) => totp(key, seconds + n * 30) === code)
          const step = totpStepOfCode(secret, code, new Date(seconds * 1000))
          expect(step).toBe(near[0] === undefined ? null : Math.floor(seconds / 30) + near[0])
          if (Math.abs(away) <= 1) expect(step).not.toBeNull()
        },
      ),
      { numRuns: 300 },
    )
  })

  it('has a secret of 160 random bits', () => {
    const secrets = Array.from({ length: 100 }, newTotpSecret)
    expect(new Set(secrets).size).toBe(100)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('is described to the app by issuer, name and the usual parameters', () => {
    const uri = new URL(totpUri(rfcSecret, 'Jörg & Co/x'))
    expect(uri.href.startsWith('otpauth://totp/')).toBe(true)
    expect(decodeURIComponent(uri.pathname)).toMatch(/Sealpost:Jörg & Co\/x$/)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Sealpost',
      secret: rfcSecret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? [])
    .map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)])
    .join('')
}
