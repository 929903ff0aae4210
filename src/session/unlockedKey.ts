import { useSyncExternalStore } from 'react'
import { getEncryptedKey } from '../../contract/auth.ts'
import { detail } from '../../contract/errors.ts'
import { callApi } from '../api/client.ts'
import { ApiError } from '../api/errorCatalogue.ts'
import { fingerprint, importPrivateKey, openPrivateKey, publicKeyOf, toBase64 } from '../crypto/index.ts'

/**
 * [Note: The one place of the private key]
 * The decrypted private key lives in this module's memory and nowhere else: not in Redux, whose state tools show and
 * log; not in any storage, which outlives the session; not in a URL. It is a CryptoKey that cannot be exported, so
 * even a script on the page can use it only while the page lives. It goes when the session ends, at sign-out, and
 * when the pair is replaced.
 */
export interface UnlockedKey {
  privateKey: CryptoKey
  /** Both rebuilt from the private key itself: what the server says the public key is, is its claim. */
  publicKeySpki: string
  fingerprintWords: readonly string[]
}

let current: UnlockedKey | null = null
const subscribers = new Set<() => void>()

function replace(key: UnlockedKey | null): void {
  if (current === key) return
  current = key
  subscribers.forEach((subscriber) => subscriber())
}

export const getUnlockedKey = (): UnlockedKey | null => current

export const clearUnlockedKey = (): void => replace(null)

export function subscribeUnlockedKey(subscriber: () => void): () => void {
  subscribers.add(subscriber)
  return () => subscribers.delete(subscriber)
}

export const useUnlockedKey = (): UnlockedKey | null =>
  useSyncExternalStore(subscribeUnlockedKey, getUnlockedKey)

/**
 * Fetches the sealed private key and opens it with the login password. After a wrong password nothing further is
 * asked of the server, which must not learn how close a guess was.
 * @throws ApiError, also for 'nothing stored'; CryptoError for a wrong password or an altered blob.
 */
export async function unlockPrivateKey(password: string): Promise<UnlockedKey> {
  const sealed = await callApi(getEncryptedKey).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404)
      throw new ApiError({ status: 404, detail: error.detail, message: detail.keyDataMissing })
    throw error
  })
  const pkcs8Bytes = await openPrivateKey(sealed, password)
  try {
    const spkiBytes = await publicKeyOf(pkcs8Bytes)
    const unlocked: UnlockedKey = {
      privateKey: await importPrivateKey(pkcs8Bytes),
      publicKeySpki: toBase64(spkiBytes),
      fingerprintWords: (await fingerprint(spkiBytes)).words,
    }
    replace(unlocked)
    return unlocked
  } finally {
    pkcs8Bytes.fill(0)
  }
}
