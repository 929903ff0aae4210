import { expect, it } from 'vitest'
import { serverPrincipal } from '../../../server/http/principals.ts'
import { deriveLoginVerifier, isLoginVerifier } from '../../../server/security/loginVerifier.ts'
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
