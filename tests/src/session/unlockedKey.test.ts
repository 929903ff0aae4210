import { afterEach, expect, it, vi } from 'vitest'
import { sealPrivateKey } from '../../../core/crypto/index.ts'
import {
  dropAllKeys,
  getKeyWithSealedKey,
  getUnlockedKey,
  unlockPrivateKey,
} from '../../../src/session/unlockedKey.ts'
import { testPair } from '../../keyPairs.ts'

afterEach(() => vi.unstubAllGlobals())

it('puts no key in force that was being opened while keys were forgotten, as at sign-out in another tab', async () => {
  const sealed = await sealPrivateKey(testPair.pkcs8Bytes, 'pass phrase')
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(sealed)))
  const unlocking = unlockPrivateKey('anna', 'pass phrase')
  dropAllKeys()
  await expect(unlocking).rejects.toMatchObject({ fault: { code: 'key-not-loaded' } })
  expect(getUnlockedKey()).toBeNull()

  expect(await unlockPrivateKey('anna', 'pass phrase')).toBeNull()
  expect(getUnlockedKey()).not.toBeNull()
  expect(getKeyWithSealedKey()).toBe(getUnlockedKey())
})
