import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import {
  asRecoveryEntropy,
  fingerprint,
  fromBase64,
  generateRecoveryEntropy,
  isCryptoError,
  openRecoveryBox,
  readRecoveryCode,
  normalizedRecoveryCode,
  recoveryCodeLength,
  recoveryCodeOf,
  sealRecoveryBox,
  toBase64,
} from '../../../core/crypto/index.ts'
import { sealSaltedBox } from '../../../core/crypto/committedBox.ts'
import { hkdf, importHkdfKey } from '../../../core/crypto/primitives.ts'
import { withBitFlipped } from './testBytes.ts'
import { secondTestPair as otherPair, testPair as pair } from '../../keyPairs.ts'
import { caseCount } from '../../volume.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const anyEntropy = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => asRecoveryEntropy(new Uint8Array(bytes)))

describe('a recovery code', () => {
  it('is seven groups of four characters that cannot be taken for each other', async () => {
    for (let i = 0; i < 20; i++)
      expect(await recoveryCodeOf(generateRecoveryEntropy())).toMatch(
        /^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/,
      )
  })

  it('is read as people write it: in any case, look-alikes for digits, any spaces and dashes', async () => {
    const spelling = fc.record({
      lower: fc.infiniteStream(fc.boolean()),
      separators: fc.infiniteStream(
        fc.constantFrom('', ' ', '  ', '-', '–', '—', '\u2011', '\u2212', '\n', '\t', '\u00a0'),
      ),
      zero: fc.constantFrom('0', 'O', 'o'),
      one: fc.constantFrom('1', 'I', 'i', 'L', 'l'),
    })
    await fc.assert(
      fc.asyncProperty(anyEntropy, spelling, async (entropy, { lower, separators, zero, one }) => {
        const code = (await recoveryCodeOf(entropy)).replaceAll('-', '')
        const typed = Array.from(code, (character) => {
          const spelt = character === '0' ? zero : character === '1' ? one : character
          const cased = lower.next().value ? spelt.toLowerCase() : spelt
          return `${separators.next().value}${cased}`
        }).join('')
        expect(await readRecoveryCode(typed)).toEqual(entropy)
      }),
      { numRuns: caseCount(60, 500) },
    )
  })

  it('is refused as mistyped when one character is another, or two have changed places', async () => {
    let slipped = 0
    const mistakes = fc.record({ at: fc.nat(recoveryCodeLength - 1), by: fc.integer({ min: 1, max: 31 }) })
    await fc.assert(
      fc.asyncProperty(anyEntropy, mistakes, async (entropy, { at, by }) => {
        const code = Array.from(normalizedRecoveryCode(await recoveryCodeOf(entropy)))
        code[at] = alphabet.charAt((alphabet.indexOf(code[at] ?? '') + by) % 32)
        const answer = await readRecoveryCode(code.join('')).then(
          () => 'read',
          (error: unknown) => (isCryptoError(error) ? error.code : error),
        )
        if (answer === 'read') slipped++
        else expect(answer).toBe('mistyped')
      }),
      { numRuns: caseCount(100, 1000) },
    )
    // Of 4096 mistakes one fits by chance.
    expect(slipped).toBeLessThan(5)
  })

  it('is refused for its length before anything else, and for what no code has', async () => {
    const code = await recoveryCodeOf(generateRecoveryEntropy())
    for (const typed of ['', code.slice(0, -1), `${code}0`, 'A18N'])
      await expect(readRecoveryCode(typed)).rejects.toMatchObject({ code: 'bad-format' })
    for (const other of ['U', '*', 'Ä', '🙂'])
      await expect(readRecoveryCode(other + code.slice(1))).rejects.toMatchObject({ code: 'mistyped' })
  })
})

describe('the box of a recovery code', async () => {
  const fp = (await fingerprint(pair.spkiBytes)).bytes
  const otherFp = (await fingerprint(otherPair.spkiBytes)).bytes

  it('gives back the very bytes of the private key, to the code alone, and never twice the same box', async () => {
    const entropy = generateRecoveryEntropy()
    const box = await sealRecoveryBox(entropy, pair.pkcs8Bytes)
    expect(await openRecoveryBox(entropy, box, fp)).toEqual(pair.pkcs8Bytes)
    expect(await sealRecoveryBox(entropy, pair.pkcs8Bytes)).not.toBe(box)
    await expect(openRecoveryBox(generateRecoveryEntropy(), box, fp)).rejects.toMatchObject({
      code: 'wrong-key',
    })
  })

  it('is of one key: it opens for no other fingerprint', async () => {
    const entropy = generateRecoveryEntropy()
    const box = await sealRecoveryBox(entropy, pair.pkcs8Bytes)
    await expect(openRecoveryBox(entropy, box, otherFp)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('is refused when it holds another key than it says, though it is the code’s own', async () => {
    const entropy = generateRecoveryEntropy()
    const secret = await importHkdfKey(await hkdf(entropy, null, 'sealpost/1/sheet', 32))
    const terms = { secret, label: 'sealpost/1/recovery', aad: fp }
    const box = toBase64(await sealSaltedBox(terms, otherPair.pkcs8Bytes))
    await expect(openRecoveryBox(entropy, box, fp)).rejects.toMatchObject({ code: 'damaged' })
  })

  it('does not open after a change of any bit', async () => {
    const entropy = generateRecoveryEntropy()
    const box = fromBase64(await sealRecoveryBox(entropy, pair.pkcs8Bytes))
    for (let bit = 0; bit < box.length * 8; bit += 37)
      await expect(openRecoveryBox(entropy, toBase64(withBitFlipped(box, bit)), fp)).rejects.toMatchObject({
        name: 'CryptoError',
      })
  })
})
