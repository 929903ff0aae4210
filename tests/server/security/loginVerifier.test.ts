import { expect, it } from 'vitest'
import { serverPrincipal } from '../../../server/security/principals.ts'
import { deriveLoginVerifier, isLoginVerifier } from '../../../server/security/loginVerifier.ts'
import { fingerprint, isRecipientKey } from '../../../server/security/fingerprint.ts'
import { weakModulus } from '../../weakModulus.ts'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import vectors from '../../fixtures/vectors.json' with { type: 'json' }

it.each([
  ['an ASCII password', vectors.login],
  ['a password that NFKC changes', vectors.loginUnicode],
])('derives the value of the vector for %s', async (_name, vector) => {
  const salt = Buffer.from(vector.salt, 'hex').toString('base64')
  const parameters = { salt, iterations: vector.iterations }
  expect(await deriveLoginVerifier(vector.password, parameters, serverPrincipal)).toBe(vector.verifier)
})

it('tells a derived value from a raw password', () => {
  expect(isLoginVerifier(vectors.login.verifier)).toBe(true)
  for (const text of [
    'v1.',
    'v1.short',
    `v2.${'a'.repeat(43)}`,
    `v1.${'a'.repeat(44)}`,
    vectors.login.password,
  ]) {
    expect(isLoginVerifier(text)).toBe(false)
  }
})

it('computes the fingerprint of the vector', () => {
  const spki = Buffer.from(Array.from({ length: 294 }, (_, i) => (31 * i + 7) % 256))
  expect(fingerprint(spki.toString('base64'))).toBe(vectors.fingerprint.fingerprintB64u)
})

const weakSpki = () =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'RSA', n: Buffer.from(weakModulus(2048)).toString('base64url'), e: 'AQAB' },
  }).export({ format: 'der', type: 'spki' })
const spki = (modulusLength: number, publicExponent: number) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({
    format: 'der',
    type: 'spki',
  })

it('accepts an RSA key of 2048 bits', () => {
  expect(isRecipientKey(spki(2048, 65537).toString('base64'))).toBe(true)
})

it.each([
  ['a short modulus', () => spki(1024, 65537)],
  ['a modulus of another length', () => spki(2560, 65537)],
  ['a product of small primes', () => weakSpki()],
  ['another exponent', () => spki(2048, 3)],
  ['bytes after the key', () => Buffer.concat([spki(2048, 65537), Buffer.from([0])])],
  ['no key at all', () => Buffer.from('no key')],
  [
    'an elliptic curve',
    () => generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }),
  ],
])('refuses a recipient key with %s', (_name, der) => {
  expect(isRecipientKey(der().toString('base64'))).toBe(false)
})
