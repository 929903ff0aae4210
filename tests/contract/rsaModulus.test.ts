import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSoundModulus } from '../../contract/rsaModulus.ts'
import { hasBits, timesPrime, weakModulus } from '../weakModulus.ts'

const modulusOf = (modulusLength: number): Uint8Array => {
  const { n = '' } = generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ format: 'jwk' })
  return Uint8Array.from(Buffer.from(n, 'base64url'))
}

it.each([2048, 3072, 4096])('a modulus of %i bits is taken as it is generated', (bits) => {
  expect(isSoundModulus(modulusOf(bits))).toBe(true)
})

it.each([1024, 2047, 2102, 2560])('a modulus of %i bits is refused', (bits) => {
  expect(isSoundModulus(modulusOf(bits))).toBe(false)
})

it.each([2, 3, 5, 257, 32_771, 65_519, 65_521])('a modulus that %i divides is refused', (prime) => {
  expect(isSoundModulus(timesPrime(prime, 2048))).toBe(false)
})

it('a product of many small primes is refused', () => {
  const modulus = weakModulus(2048)
  expect(hasBits(modulus, 2048)).toBe(true)
  expect(isSoundModulus(modulus)).toBe(false)
})

it.each([[[]], [[0]], [Array(256).fill(0)]])('no number is none', (bytes: number[]) => {
  expect(isSoundModulus(Uint8Array.from(bytes))).toBe(false)
})
