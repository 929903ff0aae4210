import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPrivateKey, sealPrivateKey, toHex, wrapPrivateKey } from '../../../core/crypto/index.ts'
import type { User } from '../../../contract/schemas/auth.ts'
import { takeFirstPairWrapper } from '../../../src/session/firstPairWrapper.ts'
import {
  dropSignInPassword,
  holdSignInPassword,
  maxPasswordWaitMs,
  openKeyAtSignIn,
  takeSignInPassword,
} from '../../../src/session/signInPassword.ts'
import { setUnlocksOnce, unlocksOnce } from '../../../src/session/unlockOnce.ts'
import {
  dropAllKeys,
  getKeyWithSealedKey,
  getUnlockedKey,
  waitForOpenings,
} from '../../../src/session/unlockedKey.ts'
import { testPair } from '../../keyPairs.ts'
import { rememberStretching } from '../../rememberStretching.ts'
import { userNamed } from './userNamed.ts'

const password = 'correct horse battery'
const owner: User = { ...userNamed('anna'), key_pair: 'complete' }

beforeEach(() => {
  rememberStretching()
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

afterEach(() => {
  dropAllKeys()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers with this sealed key; returns the addresses that were asked for. */
function stubSealedKey(sealed: unknown, status = 200): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(Response.json(sealed, { status }))
  })
  return asked
}

describe('the password of a sign-in', () => {
  it('opens the private key, and tells that the stored one opens with it', async () => {
    const asked = stubSealedKey(await sealPrivateKey(testPair.pkcs8Bytes, password))
    openKeyAtSignIn(owner, password)
    expect(getUnlockedKey()).toBeNull()
    await waitForOpenings()
    expect(getKeyWithSealedKey()).not.toBeNull()
    expect(asked).toEqual(['/api/auth/users/me/encrypted-key'])
  })

  it('leaves the key locked where the device says so', async () => {
    const asked = stubSealedKey(await sealPrivateKey(testPair.pkcs8Bytes, password))
    expect(unlocksOnce()).toBe(true)
    setUnlocksOnce(false)
    openKeyAtSignIn(owner, password)
    await waitForOpenings()
    expect(getUnlockedKey()).toBeNull()
    expect(asked).toEqual([])
  })

  it.each([
    ['is sealed with an older password', 200, () => sealPrivateKey(testPair.pkcs8Bytes, 'another password')],
    ['is not sent', 503, () => ({ detail: 'Not now' })],
    ['asks for more rounds than a page may be given', 200, () => ({ ...altered, kdfIterations: 9e9 })],
  ] as const)('leaves a key locked that %s, and asks nothing else', async (_, status, sealed) => {
    const asked = stubSealedKey(await sealed(), status)
    openKeyAtSignIn(owner, password)
    await waitForOpenings()
    expect(getUnlockedKey()).toBeNull()
    expect(asked).toHaveLength(1)
  })

  it('opens nothing once all keys were dropped, as at sign-out', async () => {
    stubSealedKey(await sealPrivateKey(testPair.pkcs8Bytes, password))
    openKeyAtSignIn(owner, password)
    dropAllKeys()
    await waitForOpenings()
    expect(getUnlockedKey()).toBeNull()
  })

  it('asks for no key of somebody who has none, and prepares the first', async () => {
    const asked = stubSealedKey({})
    openKeyAtSignIn(userNamed('anna'), password)
    expect(asked).toEqual([])
    const wrapper = await takeFirstPairWrapper()
    if (!wrapper) throw new Error('There is no wrapping key.')
    const sealed = await wrapPrivateKey(wrapper, testPair.pkcs8Bytes)
    expect(toHex(await openPrivateKey(sealed, password))).toBe(toHex(testPair.pkcs8Bytes))
  })
})

describe('a password that waits for a code', () => {
  it('is given out once', () => {
    holdSignInPassword('anna', password)
    expect(takeSignInPassword('anna')).toBe(password)
    expect(takeSignInPassword('anna')).toBeNull()
  })

  it('is given to whom it belongs alone, and dropped by whoever else signs in', () => {
    holdSignInPassword('anna', password)
    expect(takeSignInPassword('bert')).toBeNull()
    expect(takeSignInPassword('anna')).toBeNull()
  })

  it.each([
    ['when the person goes back', dropSignInPassword],
    ['with all keys, as at a sign-out in another tab', dropAllKeys],
  ])('is dropped %s', (_, drop) => {
    holdSignInPassword('anna', password)
    drop()
    expect(takeSignInPassword('anna')).toBeNull()
  })

  it('is dropped after its time, also where timers stood still', () => {
    vi.useFakeTimers()
    holdSignInPassword('anna', password)
    vi.advanceTimersByTime(maxPasswordWaitMs)
    expect(vi.getTimerCount()).toBe(0)
    expect(takeSignInPassword('anna')).toBeNull()

    holdSignInPassword('anna', password)
    vi.setSystemTime(Date.now() + maxPasswordWaitMs)
    expect(takeSignInPassword('anna')).toBeNull()
  })
})

const altered = { encryptedPrivateKey: btoa('x'.repeat(64)), kdfSalt: btoa('y'.repeat(16)) }
