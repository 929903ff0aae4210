import { vi } from 'vitest'
import { concat, utf8 } from '../core/crypto/bytes.ts'

const deriveBits = crypto.subtle.deriveBits.bind(crypto.subtle)
const importKey = crypto.subtle.importKey.bind(crypto.subtle) as (...given: unknown[]) => Promise<CryptoKey>
const passwordByKey = new WeakMap<CryptoKey, string>()
const derivedBits = new Map<string, Promise<ArrayBuffer>>()
const hex = (bytes: BufferSource) => Buffer.from(bytes as Uint8Array).toString('hex')

async function importAndRemember(...given: unknown[]): Promise<CryptoKey> {
  const key = await importKey(...given)
  const [format, bytes, algorithm] = given
  if (format === 'raw' && algorithm === 'PBKDF2') passwordByKey.set(key, hex(bytes as BufferSource))
  return key
}

/**
 * Lets PBKDF2 run once for a password, a salt and a count, until mocks are restored: whoever asks for the same again is
 * given the same bits. It takes most of the time of tests that are not about it.
 */
export function rememberStretching(): void {
  const { subtle } = crypto
  vi.spyOn(subtle, 'importKey').mockImplementation(importAndRemember as typeof subtle.importKey)
  vi.spyOn(subtle, 'deriveBits').mockImplementation(async (params, key, length) => {
    const { name, salt, iterations } = params as Pbkdf2Params
    const password = passwordByKey.get(key)
    if (name !== 'PBKDF2' || password === undefined) return deriveBits(params, key, length)
    const id = `${password} ${hex(salt)} ${iterations} ${length}`
    const bits = derivedBits.get(id) ?? deriveBits(params, key, length)
    derivedBits.set(id, bits)
    return (await bits).slice(0)
  })
}

/**
 * Lets PBKDF2 run one round, until mocks are restored. Another password, salt or count still gives other bits: for tests
 * whose rule is not the value, which the frozen vectors state.
 */
export function stretchBriefly(): void {
  vi.spyOn(crypto.subtle, 'deriveBits').mockImplementation((params, key, length) => {
    const { name, salt, iterations } = params as Pbkdf2Params
    if (name !== 'PBKDF2') return deriveBits(params, key, length)
    const own = concat(new Uint8Array(salt as Uint8Array), utf8(` ${iterations}`))
    return deriveBits({ ...(params as Pbkdf2Params), salt: own, iterations: 1 }, key, length)
  })
}
