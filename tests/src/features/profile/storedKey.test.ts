import { afterEach, expect, it, vi } from 'vitest'
import { type SealedPrivateKey, toBase64 } from '../../../../core/crypto/index.ts'
import { openBackup, openStoredKey } from '../../../../src/features/profile/backup/openBackup.ts'
import { testPair } from '../../../keyPairs.ts'

afterEach(() => vi.unstubAllGlobals())

/** As a program does it that draws its IV at random: nothing commits such a blob to one password. */
async function sealLikeOtherProgram(pkcs8Bytes: BufferSource, password: string): Promise<SealedPrivateKey> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const input = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveKey',
  ])
  const kdf = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 250_000 }
  const key = await crypto.subtle.deriveKey(kdf, input, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const box = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, pkcs8Bytes))
  return { encryptedPrivateKey: toBase64(Uint8Array.of(...iv, ...box)), kdfSalt: toBase64(salt) }
}

it('opens what another program has sealed out of a backup file, and never from the server', async () => {
  const { pkcs8Bytes, spkiBytes } = testPair
  const sealed = await sealLikeOtherProgram(pkcs8Bytes, 'pass phrase')
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ public_key_spki: toBase64(spkiBytes) })))
  expect(await openBackup(sealed, 'pass phrase')).toMatchObject({ status: 'current' })
  expect(await openStoredKey(sealed, 'pass phrase')).toBeNull()
})
