import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  stretchLinkPassword,
  deriveLoginVerifier,
  fromBase64,
  newPasswordKdf,
  toBase64Url,
} from '../../../core/crypto/index.ts'
import { stretchPassword } from '../../../core/crypto/password.ts'
import { stretchBriefly } from '../../rememberStretching.ts'

const kdf = { kdf: 'pbkdf2-sha256', iterations: 600_000, salt: 'EBESExQVFhcYGRobHB0eHw==' }

afterEach(() => {
  vi.restoreAllMocks()
})

describe('password settings from a server', () => {
  const refused: [string, object][] = [
    ...[0, 1, 1000, 250_000, 599_999, 5_000_001, 1e12, 600_000.5, NaN, Infinity, -600_000].map(
      (iterations): [string, object] => [`${iterations} rounds`, { iterations }],
    ),
    ["'6e5' rounds", { iterations: '6e5' }],
    ["'600000' rounds", { iterations: '600000' }],
    ['null rounds', { iterations: null }],
    ['no rounds', { iterations: undefined }],
    ['a list of rounds', { iterations: [600_000] }],
    ['another function', { kdf: 'pbkdf2-sha1' }],
    ['no function', { kdf: undefined }],
    ['a salt of 15 bytes', { salt: 'EBESExQVFhcYGRobHB0e' }],
    ['a salt of 17 bytes', { salt: 'EBESExQVFhcYGRobHB0eHyA=' }],
    ['an empty salt', { salt: '' }],
    ['a salt that is no base64', { salt: 'EBESExQVFhcYGRobHB0eHw' }],
    ['a salt that is no text', { salt: null }],
  ]

  it.each(refused)('with %s are refused before anything is derived', async (_, altered) => {
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    for (const derived of [deriveLoginVerifier, stretchLinkPassword])
      await expect(derived('correct horse battery', { ...kdf, ...altered })).rejects.toMatchObject({
        code: 'kdf-refused',
      })
    expect(derive).not.toHaveBeenCalled()
    expect(importKey).not.toHaveBeenCalled()
  })

  it('are accepted at the least and the greatest count', async () => {
    // The greatest takes seconds to derive: that it is asked for is enough here.
    const derive = vi.spyOn(crypto.subtle, 'deriveBits').mockResolvedValue(new ArrayBuffer(32))
    await expect(deriveLoginVerifier('x', kdf)).resolves.toMatch(/^v1\./)
    await expect(deriveLoginVerifier('x', { ...kdf, iterations: 5_000_000 })).resolves.toMatch(/^v1\./)
    expect(derive.mock.calls[2]?.[0]).toMatchObject({ name: 'PBKDF2', iterations: 5_000_000 })
  })
})

describe('a verifier', () => {
  beforeEach(stretchBriefly)

  it('is 46 characters, and the same for both ways of typing a letter', async () => {
    const verifier = await deriveLoginVerifier('Passwört ①', kdf)
    expect(verifier).toMatch(/^v1\.[A-Za-z0-9_-]{43}$/)
    expect(await deriveLoginVerifier('Passwo\u0308rt 1', kdf)).toBe(verifier)
  })

  it('for login, the one for a link and the wrapping keys all differ, even with one salt and count', async () => {
    const salt = fromBase64(kdf.salt)
    const stretched = toBase64Url(await stretchPassword('correct horse battery', salt, 600_000))
    const login = await deriveLoginVerifier('correct horse battery', kdf)
    const link = await stretchLinkPassword('correct horse battery', kdf)
    const values = [stretched, login.slice(3), link.verifier.slice(3), toBase64Url(link.wrapKey)]
    expect(new Set(values).size).toBe(4)
  })
})

it('new password settings have a salt of their own', () => {
  const first = newPasswordKdf()
  expect(first).toMatchObject({ kdf: 'pbkdf2-sha256', iterations: 600_000 })
  expect(fromBase64(first.salt)).toHaveLength(16)
  expect(newPasswordKdf().salt).not.toBe(first.salt)
})

it('derives nothing for a link without parameters', async () => {
  await expect(stretchLinkPassword('correct horse battery', null)).rejects.toThrow('kdf-refused')
})
