import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type Bytes,
  concat,
  fingerprint,
  fromBase64,
  generateFileKey,
  generateKeyPair,
  importPrivateKey,
  importRecipientKey,
  openPrivateKey,
  publicKeyOf,
  randomBytes,
  type SealedPrivateKey,
  sealPrivateKey,
  toBase64,
  toHex,
  unwrapFileKey,
  wrapFileKey,
} from '../../../core/crypto/index.ts'
import keyReading from '../../fixtures/keyReading.json'
import { stretchPassword } from '../../../core/crypto/password.ts'
import { hkdf } from '../../../core/crypto/primitives.ts'
import { rejectionCode } from './rejectionCode.ts'
import { withBitFlipped } from './testBytes.ts'
import { ciphertextOfTwoKeys } from './gcmCollision.ts'
import { caseCount } from '../../volume.ts'
import { secondTestPair as substituted, testPair as pair } from '../../keyPairs.ts'
import { stretchBriefly } from '../../rememberStretching.ts'

const password = 'correct horse battery'
const wrongPassword = 'wrong-password'

let sealedKey: Required<SealedPrivateKey>

beforeAll(async () => {
  stretchBriefly()
  sealedKey = await sealPrivateKey(pair.pkcs8Bytes, password)
})
beforeEach(stretchBriefly)
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a sealed private key', () => {
  it('opens with its password, and every sealing has its own salt', async () => {
    expect(toHex(await openPrivateKey(sealedKey, password))).toBe(toHex(pair.pkcs8Bytes))
    const again = await sealPrivateKey(pair.pkcs8Bytes, password)
    expect(again.kdfSalt).not.toBe(sealedKey.kdfSalt)
    expect(again.encryptedPrivateKey.slice(0, 16)).not.toBe(sealedKey.encryptedPrivateKey.slice(0, 16))
  })

  it('keeps the attributes of a key, also when it is sealed anew', async () => {
    const withAttributes = fromBase64(keyReading.attributes.pkcs8B64)
    const opened = await openPrivateKey(await sealPrivateKey(withAttributes, password), password)
    const again = await openPrivateKey(await sealPrivateKey(opened, wrongPassword), wrongPassword)
    expect(toHex(again)).toBe(toHex(withAttributes))
  })

  it('is never made of a key that is overwritten while the password is stretched', async () => {
    const bytes = new Uint8Array(pair.pkcs8Bytes)
    const sealing = sealPrivateKey(bytes, password)
    bytes.fill(0)
    await expect(sealing).rejects.toThrow('bad-format')
  })

  it('does not open with another password', async () => {
    await expect(openPrivateKey(sealedKey, 'correct horse batterz')).rejects.toThrow(wrongPassword)
    await expect(openPrivateKey(sealedKey, '')).rejects.toThrow(wrongPassword)
  })

  it('is rejected with one and the same error after a change of any bit', async () => {
    await openPrivateKey(sealedKey, password)
    const bytes = fromBase64(sealedKey.encryptedPrivateKey)
    const errors = new Set<string>()
    for (let bit = 0; bit < bytes.length * 8; bit += caseCount(7, 1)) {
      const altered = { ...sealedKey, encryptedPrivateKey: toBase64(withBitFlipped(bytes, bit)) }
      errors.add(await rejectionCode(openPrivateKey(altered, password)))
    }
    expect([...errors]).toEqual([wrongPassword])
  })

  it('is rejected alike when it is cut, longer or no base64', async () => {
    const bytes = fromBase64(sealedKey.encryptedPrivateKey)
    for (const text of [
      toBase64(bytes.subarray(0, 13)),
      toBase64(bytes.subarray(0, -1)),
      toBase64(concat(bytes, Uint8Array.of(0))),
      `${sealedKey.encryptedPrivateKey.slice(0, -1)}!`,
    ])
      await expect(openPrivateKey({ ...sealedKey, encryptedPrivateKey: text }, password)).rejects.toThrow(
        wrongPassword,
      )
  })

  it('of 12 bytes or fewer is called too short', async () => {
    for (const length of [0, 1, 12])
      await expect(
        openPrivateKey({ ...sealedKey, encryptedPrivateKey: toBase64(new Uint8Array(length)) }, password),
      ).rejects.toThrow('short-for-iv')
  })

  it.each([
    0,
    1,
    1000,
    150_000,
    249_999,
    250_001,
    599_999,
    5_000_001,
    1e12,
    '6e5',
    '600000',
    null,
    NaN,
    6e5 + 0.5,
  ])('with %j rounds is refused before anything is derived', async (kdfIterations) => {
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    const asked = { ...sealedKey, kdfIterations: kdfIterations as number }
    await expect(openPrivateKey(asked, password)).rejects.toMatchObject({ code: 'kdf-refused' })
    expect(derive).not.toHaveBeenCalled()
  })

  it.each(['', 'AAAA', 'QEFCQ0RFRkdISUpLTE1OTw', 'QEFCQ0RFRkdISUpLTE1OT1A='])(
    'with the salt %j is refused',
    async (kdfSalt) => {
      await expect(openPrivateKey({ ...sealedKey, kdfSalt }, password)).rejects.toMatchObject({
        code: 'bad-format',
      })
    },
  )

  it('made to open under two passwords opens under none, and is not even tried', async () => {
    const salt = randomBytes(16)
    const [first, second] = [
      await stretchPassword('first password', salt, 600_000),
      await stretchPassword('second password', salt, 600_000),
    ]
    const stored = (iv: Bytes) => ({
      encryptedPrivateKey: toBase64(concat(iv, ciphertextOfTwoKeys([first, second], iv, 20))),
      kdfSalt: toBase64(salt),
      kdfIterations: 600_000,
    })

    const withRandomIv = stored(randomBytes(12))
    // The blob is a good one: without the commitment both passwords open it.
    for (const each of ['first password', 'second password'])
      await expect(openPrivateKey(withRandomIv, each, { acceptForeignIv: true })).resolves.toHaveLength(320)

    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    for (const each of ['first password', 'second password'])
      await expect(openPrivateKey(withRandomIv, each)).rejects.toThrow(wrongPassword)
    expect(decrypt).not.toHaveBeenCalled()

    // With the IV that commits to one of the two it opens under that one alone.
    const withFirstIv = stored(await hkdf(first, salt, 'sealpost/1/iv privkey', 12))
    await expect(openPrivateKey(withFirstIv, 'second password')).rejects.toThrow(wrongPassword)
    expect(decrypt).not.toHaveBeenCalled()
    await expect(openPrivateKey(withFirstIv, 'first password')).resolves.toHaveLength(320)
  })

  it('of another program opens in the Restore dialog alone', async () => {
    const salt = randomBytes(16)
    const wrapKey = await stretchPassword(password, salt, 250_000)
    const iv = randomBytes(12)
    const key = await crypto.subtle.importKey('raw', wrapKey, 'AES-GCM', false, ['encrypt'])
    const box = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, pair.pkcs8Bytes))
    const foreign = { encryptedPrivateKey: toBase64(concat(iv, box)), kdfSalt: toBase64(salt) }
    await expect(openPrivateKey(foreign, password)).rejects.toThrow(wrongPassword)
    const opened = await openPrivateKey(foreign, password, { acceptForeignIv: true })
    expect(toHex(opened)).toBe(toHex(pair.pkcs8Bytes))
    await expect(openPrivateKey(foreign, 'wrong', { acceptForeignIv: true })).rejects.toThrow(wrongPassword)
  })
})

describe('a key pair', () => {
  it('has 2048 bits and the exponent 65537', async () => {
    const { spkiBytes, pkcs8Bytes } = await generateKeyPair()
    const { algorithm } = await importRecipientKey(spkiBytes)
    expect(algorithm).toMatchObject({ name: 'RSA-OAEP', modulusLength: 2048, hash: { name: 'SHA-256' } })
    expect(toHex(await publicKeyOf(pkcs8Bytes))).toBe(toHex(spkiBytes))
  })

  it('gives its public half from the private one', async () => {
    expect(toHex(await publicKeyOf(pair.pkcs8Bytes))).toBe(toHex(pair.spkiBytes))
  })

  it('is known by the fingerprint of the private half, whatever the server shows', async () => {
    const own = await fingerprint(await publicKeyOf(pair.pkcs8Bytes))
    expect(own.words).toHaveLength(12)
    expect((await fingerprint(substituted.spkiBytes)).b64u).not.toBe(own.b64u)
  })

  it('opens with a private key that nobody can copy out', async () => {
    const privateKey = await importPrivateKey(await openPrivateKey(sealedKey, password))
    await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow()
    await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow()
    const { rawKey } = await generateFileKey()
    const wrapped = await wrapFileKey(await importRecipientKey(pair.spkiBytes), rawKey)
    expect(toHex(await unwrapFileKey(privateKey, wrapped))).toBe(toHex(rawKey))
  })

  it('is not read from bytes that are none', async () => {
    for (const bytes of [new Uint8Array(0), randomBytes(1218), pair.spkiBytes]) {
      await expect(importPrivateKey(bytes)).rejects.toMatchObject({ code: 'bad-format' })
      await expect(publicKeyOf(bytes)).rejects.toMatchObject({ code: 'bad-format' })
    }
  })
})
