import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  fingerprint,
  fromBase64,
  importPasskeySecret,
  openPasskeyWrap,
  openStoredPasskeyWrap,
  passkeyInput,
  sealPasskeyWrap,
  toBase64,
} from '../../../core/crypto/index.ts'
import { randomBytes, toHex } from '../../../core/crypto/bytes.ts'
import { sealSaltedBox } from '../../../core/crypto/committedBox.ts'
import { withBitFlipped } from './testBytes.ts'
import { secondTestPair as otherPair, testPair as pair } from '../../keyPairs.ts'

const fingerprintBytes = (await fingerprint(pair.spkiBytes)).bytes
const otherFingerprintBytes = (await fingerprint(otherPair.spkiBytes)).bytes
const newSecret = () => importPasskeySecret(randomBytes(32))
const cryptoError = (code: string) => ({ name: 'CryptoError', code })

describe('the secret of a passkey', () => {
  it('is derived from one constant, which no server chooses', () => {
    expect(toHex(passkeyInput)).toBe(createHash('sha256').update('sealpost/1/passkey-input').digest('hex'))
  })

  it('leaves nothing of itself behind, and cannot be exported', async () => {
    const output = randomBytes(32)
    const secret = await importPasskeySecret(output)
    expect(output).toEqual(new Uint8Array(32))
    expect(secret.extractable).toBe(false)
  })

  it('has 32 bytes: any other output is refused, and overwritten as well', async () => {
    for (const length of [0, 31, 33, 64]) {
      const output = randomBytes(length)
      await expect(importPasskeySecret(output)).rejects.toMatchObject(cryptoError('bad-format'))
      expect(output).toEqual(new Uint8Array(length))
    }
  })
})

describe('the wrap of a passkey', () => {
  it('gives back the very bytes of the private key, to the passkey alone, and is never twice the same', async () => {
    const secret = await newSecret()
    const wrap = await sealPasskeyWrap(secret, pair.pkcs8Bytes)
    expect(await openPasskeyWrap(secret, wrap, fingerprintBytes)).toEqual(pair.pkcs8Bytes)
    expect(await sealPasskeyWrap(secret, pair.pkcs8Bytes)).not.toBe(wrap)
    await expect(openPasskeyWrap(await newSecret(), wrap, fingerprintBytes)).rejects.toMatchObject(
      cryptoError('wrong-key'),
    )
  })

  it('is never made of a key that is overwritten meanwhile', async () => {
    const bytes = new Uint8Array(pair.pkcs8Bytes)
    const sealing = sealPasskeyWrap(await newSecret(), bytes)
    bytes.fill(0)
    await expect(sealing).rejects.toMatchObject(cryptoError('bad-format'))
  })

  it('is of one key: it opens for no other fingerprint', async () => {
    const secret = await newSecret()
    const wrap = await sealPasskeyWrap(secret, pair.pkcs8Bytes)
    await expect(openPasskeyWrap(secret, wrap, otherFingerprintBytes)).rejects.toMatchObject(
      cryptoError('damaged'),
    )
    // A former wrap beside the key of today, as a server could give it.
    const stored = { wrap, public_key_spki: toBase64(otherPair.spkiBytes) }
    await expect(openStoredPasskeyWrap(secret, stored)).rejects.toMatchObject(cryptoError('damaged'))
  })

  it('is refused when it holds another key than it says, or none, though it is the passkey’s own', async () => {
    const secret = await newSecret()
    const terms = { secret, label: 'sealpost/1/passkey', aad: fingerprintBytes }
    for (const content of [otherPair.pkcs8Bytes, randomBytes(40)]) {
      const stored = {
        wrap: toBase64(await sealSaltedBox(terms, content)),
        public_key_spki: toBase64(pair.spkiBytes),
      }
      await expect(openStoredPasskeyWrap(secret, stored)).rejects.toMatchObject(cryptoError('damaged'))
    }
  })

  it('is no box of a recovery code, even under the same secret', async () => {
    const secret = await newSecret()
    const box = await sealSaltedBox(
      { secret, label: 'sealpost/1/recovery', aad: fingerprintBytes },
      pair.pkcs8Bytes,
    )
    await expect(openPasskeyWrap(secret, toBase64(box), fingerprintBytes)).rejects.toMatchObject(
      cryptoError('wrong-key'),
    )
  })

  it('does not open when it was cut or any bit was changed', async () => {
    const secret = await newSecret()
    const wrap = fromBase64(await sealPasskeyWrap(secret, pair.pkcs8Bytes))
    for (const length of [0, 15, 28, 43, 44, wrap.length - 1])
      await expect(
        openStoredPasskeyWrap(secret, {
          wrap: toBase64(wrap.slice(0, length)),
          public_key_spki: toBase64(pair.spkiBytes),
        }),
      ).rejects.toMatchObject(cryptoError('damaged'))
    for (let bit = 0; bit < wrap.length * 8; bit += 97)
      await expect(
        openPasskeyWrap(secret, toBase64(withBitFlipped(wrap, bit)), fingerprintBytes),
      ).rejects.toMatchObject({
        name: 'CryptoError',
      })
  })
})
