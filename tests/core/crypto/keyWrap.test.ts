import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes as nodeRandomBytes,
} from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  asFileKeyBytes,
  type Bytes,
  concat,
  generateFileKey,
  importPrivateKey,
  importRecipientKey,
  randomBytes,
  readFileIv,
  toBase64,
  toHex,
  unwrapFileKey,
  wrapFileKey,
} from '../../../core/crypto/index.ts'
import { secondTestPair, testPair as pair } from '../../keyPairs.ts'
import { weakModulus } from '../../weakModulus.ts'

/** An older pair, with a modulus length that no new pair has. */
const shorterKeyPair = generateKeyPairSync('rsa', { modulusLength: 2560 })
let privateKey: CryptoKey
let recipientKey: CryptoKey

beforeAll(async () => {
  privateKey = await importPrivateKey(pair.pkcs8Bytes)
  recipientKey = await importRecipientKey(pair.spkiBytes)
})

describe('a file key', () => {
  it('comes back from its wrapping, and never wraps to the same text twice', async () => {
    const { rawKey } = await generateFileKey()
    const wrapped = await wrapFileKey(recipientKey, rawKey)
    expect(wrapped).toHaveLength(344)
    expect(await wrapFileKey(recipientKey, rawKey)).not.toBe(wrapped)
    expect(toHex(await unwrapFileKey(privateKey, wrapped))).toBe(toHex(rawKey))
  })

  it('does not unwrap with another private key, nor altered', async () => {
    const { rawKey } = await generateFileKey()
    const wrapped = await wrapFileKey(recipientKey, rawKey)
    const stranger = await importPrivateKey(secondTestPair.pkcs8Bytes)
    const expected = { code: 'wrong-key' }
    await expect(unwrapFileKey(stranger, wrapped)).rejects.toMatchObject(expected)
    await expect(unwrapFileKey(privateKey, 'AAAA' + wrapped.slice(4))).rejects.toMatchObject(expected)
    await expect(unwrapFileKey(privateKey, toBase64(randomBytes(255)))).rejects.toMatchObject(expected)
  })

  it('comes back with an older pair of one’s own, of a length that no new pair has', async () => {
    const { rawKey } = await generateFileKey()
    const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    const wrapped = new Uint8Array(publicEncrypt({ key: shorterKeyPair.publicKey, ...padding }, rawKey))
    const opening = await importPrivateKey(
      new Uint8Array(shorterKeyPair.privateKey.export({ type: 'pkcs8', format: 'der' })),
    )
    expect(toHex(await unwrapFileKey(opening, toBase64(wrapped)))).toBe(toHex(rawKey))
  })

  it.each([16, 27, 33, 64])('of %i bytes is none', async (length) => {
    const data = new Uint8Array(length)
    const wrapped = new Uint8Array(await crypto.subtle.encrypt('RSA-OAEP', recipientKey, data))
    await expect(unwrapFileKey(privateKey, toBase64(wrapped))).rejects.toMatchObject({ code: 'bad-key' })
    expect(() => asFileKeyBytes(data)).toThrow('bad-key')
  })

  it.each(['not base64', 'AAA', 'AA-_', ' AAAA', 'QUJD\n', 'AB=='])(
    'in a header that reads %j is refused by name',
    async (header) => {
      await expect(unwrapFileKey(privateKey, header)).rejects.toMatchObject({ code: 'bad-key' })
    },
  )
})

describe('an IV header', () => {
  it('is the base64 of 12 bytes', () => {
    expect(toHex(readFileIv('oKGio6SlpqeoqaqrAAAA'.slice(0, 16)))).toBe('a0a1a2a3a4a5a6a7a8a9aaab')
  })

  it.each([
    '',
    'oKGio6SlpqeoqQ==',
    'oKGio6SlpqeoqaqrrA==',
    'oKGio6SlpqeoqaqÄ',
    'oKGio6Slpqeoqaq',
    'oKGio6Slpqeo-_qr',
  ])('that reads %j is refused by name', (header) => {
    expect(() => readFileIv(header)).toThrow('bad-iv')
  })
})

describe('a recipient key', () => {
  const newSpki = (modulusLength: number): Bytes => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength })
    return Uint8Array.from(publicKey.export({ type: 'spki', format: 'der' }))
  }
  const spkiOfNumbers = (modulus: Uint8Array, e: string): Bytes => {
    const n = Buffer.from(modulus).toString('base64url')
    return Uint8Array.from(
      createPublicKey({ format: 'jwk', key: { kty: 'RSA', n, e } }).export({ type: 'spki', format: 'der' }),
    )
  }
  const soundModulus = () => {
    const { n = '' } = createPublicKey({
      key: Buffer.from(pair.spkiBytes),
      format: 'der',
      type: 'spki',
    }).export({ format: 'jwk' })
    return Uint8Array.from(Buffer.from(n, 'base64url'))
  }
  const modulusOf = (bits: number, lastByte: number) => {
    const modulus = nodeRandomBytes(bits / 8)
    modulus[0] = 0xc3
    modulus[modulus.length - 1] = lastByte
    return modulus
  }
  const ellipticCurve = () =>
    Uint8Array.from(
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' }),
    )
  const pssKey = () =>
    Uint8Array.from(
      generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey.export({
        type: 'spki',
        format: 'der',
      }),
    )

  it.each([2048, 3072, 4096])('of %i bits is accepted', async (bits) => {
    const spki = bits === 2048 ? pair.spkiBytes : newSpki(bits)
    await expect(importRecipientKey(spki)).resolves.toBeInstanceOf(CryptoKey)
  })

  it.each<[string, () => Bytes]>([
    ['of 512 bits', () => newSpki(512)],
    ['of 1024 bits', () => newSpki(1024)],
    [
      'of 2047 bits',
      () =>
        spkiOfNumbers(
          modulusOf(2048, 1).map((byte, i) => (i === 0 ? 0x7f : byte)),
          'AQAB',
        ),
    ],
    ['of 16384 bits', () => spkiOfNumbers(modulusOf(16_384, 1), 'AQAB')],
    ['with exponent 1', () => spkiOfNumbers(soundModulus(), 'AQ')],
    ['with exponent 2', () => spkiOfNumbers(soundModulus(), 'Ag')],
    ['with exponent 3', () => spkiOfNumbers(soundModulus(), 'Aw')],
    ['with exponent 65539', () => spkiOfNumbers(soundModulus(), 'AQAD')],
    ['of 2560 bits', () => Uint8Array.from(shorterKeyPair.publicKey.export({ type: 'spki', format: 'der' }))],
    ['of 8192 bits', () => spkiOfNumbers(modulusOf(8192, 1), 'AQAB')],
    ['that is a product of small primes', () => spkiOfNumbers(weakModulus(2048), 'AQAB')],
    ['with an even modulus', () => spkiOfNumbers(modulusOf(2048, 0), 'AQAB')],
    ['followed by a byte', () => concat(pair.spkiBytes, Uint8Array.of(0))],
    ['followed by 300 bytes', () => concat(pair.spkiBytes, new Uint8Array(300))],
    ['cut short', () => pair.spkiBytes.subarray(0, 200)],
    ['of an elliptic curve', ellipticCurve],
    ['for signatures', pssKey],
    ['that is a private key', () => pair.pkcs8Bytes],
    ['of no bytes', () => new Uint8Array(0)],
  ])('%s is refused', async (_, spki) => {
    await expect(importRecipientKey(spki())).rejects.toMatchObject({ code: 'weak-key' })
  })

  it('in any other DER spelling is refused', async () => {
    // The exponent 65537 with a leading zero byte: the same number, not the one encoding.
    const { spkiBytes } = pair
    const exponent = spkiBytes.length - 5
    expect(toHex(spkiBytes.slice(exponent))).toBe('0203010001')
    const longer = concat(spkiBytes.subarray(0, exponent), Uint8Array.of(2, 4, 0, 1, 0, 1))
    // Lengths of the outer sequence, the bit string and the inner sequence, two bytes each.
    for (const at of [2, 21, 26]) longer[at + 1] = (longer[at + 1] ?? 0) + 1
    await expect(importRecipientKey(longer)).rejects.toMatchObject({ code: 'weak-key' })
  })
})
