import { createStore, get, set, type UseStore } from 'idb-keyval'
import { usernameKey } from '../../contract/usernameKey.ts'
import { wordsOfFingerprint } from '../../core/crypto/index.ts'

/**
 * [Note: The key that this device knows]
 * The sealed private key comes from the server, which could return that of a former pair, possibly with the
 * same password. So this device stores the fingerprint of each key that was opened or made current here, and
 * asks before it uses another. Fingerprints are stored by user name, which people see; but the server
 * supplies that as well, so on a device that knows any key, the first key of another name is asked about,
 * too. Fingerprints are public: they stay at sign-out. Without storage nothing is compared or asked.
 */
export interface KnownKey {
  username: string
  /** Base64url. */
  fingerprint: string
}

/** The result of comparing an opened key with the known ones. */
export type KeyComparison =
  | { type: 'not-comparable' }
  | { type: 'first' }
  | { type: 'known' }
  /** Another fingerprint is known for this name. */
  | { type: 'other-key'; known: string }
  /** Keys are known, but none for this name. */
  | { type: 'other-name'; names: readonly string[] }

/** A key that needs the person's confirmation before use. */
export interface ForeignKey extends KnownKey {
  comparison: Extract<KeyComparison, { type: 'other-key' | 'other-name' }>
}

const isSameName = (one: KnownKey, other: KnownKey): boolean =>
  usernameKey(one.username) === usernameKey(other.username)

export function compareWithKnownKeys(knownKeys: readonly KnownKey[] | null, key: KnownKey): KeyComparison {
  if (knownKeys === null) return { type: 'not-comparable' }
  if (knownKeys.length === 0) return { type: 'first' }
  const previous = knownKeys.find((one) => isSameName(one, key))
  if (previous && previous.fingerprint !== key.fingerprint)
    return { type: 'other-key', known: previous.fingerprint }
  // A renamed user has the same key.
  if (knownKeys.some(({ fingerprint }) => fingerprint === key.fingerprint)) return { type: 'known' }
  return { type: 'other-name', names: knownKeys.map(({ username }) => username) }
}

/** Replaces entries with the same name or key: a former pair must not be known under a former name. */
export const withKnownKey = (knownKeys: readonly KnownKey[], key: KnownKey): KnownKey[] => [
  ...knownKeys.filter((one) => !isSameName(one, key) && one.fingerprint !== key.fingerprint),
  key,
]

const rowKey = 'known'

/** @throws the storage's errors, and a TypeError for damaged data */
async function readKnownKeys(store: UseStore): Promise<readonly KnownKey[]> {
  const stored: unknown = (await get(rowKey, store)) ?? []
  if (Array.isArray(stored) && stored.every(isKnownKey)) return stored
  throw new TypeError('not a list of known keys')
}

function isKnownKey(value: unknown): value is KnownKey {
  const { username, fingerprint } = (value ?? {}) as Partial<Record<keyof KnownKey, unknown>>
  return (
    typeof username === 'string' &&
    typeof fingerprint === 'string' &&
    wordsOfFingerprint(fingerprint) !== null
  )
}

/** @param open may throw, as in a browser that stores nothing */
export function knownKeysIn(open: () => UseStore) {
  /** Null after any failure: there is nothing to compare with. */
  const tryReadKnownKeys = async () => {
    try {
      return await readKnownKeys(open())
    } catch {
      return null
    }
  }

  /** Stores the person's current key, after they have confirmed or installed it. */
  async function rememberKey({ username, fingerprint }: KnownKey): Promise<void> {
    try {
      const store = open()
      const others = (await tryReadKnownKeys()) ?? []
      await set(rowKey, withKnownKey(others, { username, fingerprint }), store)
    } catch {
      // The next use asks again, or nothing can be stored.
    }
  }

  /** Compares an opened key. Null if it may be used, and then it is remembered. @param accepted the confirmed fingerprint */
  async function checkOpenedKey(
    { username, fingerprint }: KnownKey,
    accepted: string | null = null,
  ): Promise<ForeignKey | null> {
    const keys = await tryReadKnownKeys()
    const comparison = compareWithKnownKeys(keys, { username, fingerprint })
    const isForeign = comparison.type === 'other-key' || comparison.type === 'other-name'
    if (isForeign && fingerprint !== accepted) return { username, fingerprint, comparison }
    const isStored = keys?.some((key) => key.username === username && key.fingerprint === fingerprint)
    if (comparison.type !== 'not-comparable' && !isStored) await rememberKey({ username, fingerprint })
    return null
  }

  /** Fingerprint of the key that this name had here last; null if none is known. */
  const knownFingerprint = async (username: string): Promise<string | null> =>
    (await tryReadKnownKeys())?.find((one) => usernameKey(one.username) === usernameKey(username))
      ?.fingerprint ?? null

  return { rememberKey, checkOpenedKey, knownFingerprint }
}

let opened: UseStore | undefined
export const { rememberKey, checkOpenedKey, knownFingerprint } = knownKeysIn(
  () => (opened ??= createStore('sealpost-known-keys', 'keys')),
)
