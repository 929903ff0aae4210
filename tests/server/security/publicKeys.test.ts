import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { fingerprint, isRecipientKey } from '../../../server/security/publicKeys.ts'
import { patternBytes } from '../../core/crypto/testBytes.ts'
import vectors from '../../fixtures/vectors.json' with { type: 'json' }
import { weakModulus } from '../../weakModulus.ts'

it('computes the fingerprint of the vector', () => {
  expect(fingerprint(Buffer.from(patternBytes(294)).toString('base64'))).toBe(
    vectors.fingerprint.fingerprintB64u,
  )
})

const weakSpki = () =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'RSA', n: Buffer.from(weakModulus(2048)).toString('base64url'), e: 'AQAB' },
  }).export({ format: 'der', type: 'spki' })
const newSpki = (modulusLength: number, publicExponent: number) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({
    format: 'der',
    type: 'spki',
  })

it.each([2048, 3072, 4096])('accepts an RSA key of %i bits', (bits) => {
  expect(isRecipientKey(newSpki(bits, 65537).toString('base64'))).toBe(true)
})

it.each([
  ['a short modulus', () => newSpki(1024, 65537)],
  ['a modulus of another length', () => newSpki(2560, 65537)],
  ['a product of small primes', () => weakSpki()],
  ['another exponent', () => newSpki(2048, 3)],
  ['bytes after the key', () => Buffer.concat([newSpki(2048, 65537), Buffer.from([0])])],
  ['no key at all', () => Buffer.from('no key')],
  [
    'an elliptic curve',
    () => generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }),
  ],
])('refuses a recipient key with %s', (_name, der) => {
  expect(isRecipientKey(der().toString('base64'))).toBe(false)
})
