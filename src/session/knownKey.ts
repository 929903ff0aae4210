import { createStore, get, set, type UseStore } from 'idb-keyval'
import { usernameKey } from '../../contract/usernameKey.ts'
import { wordsOfFingerprint } from '../../core/crypto/index.ts'

/**
 * [Note: The key that this device knows]
 * The sealed private key comes from the server, which can hand back that of a former pair, and the same password may
 * open it. So the fingerprint of the key that was opened here, or put in force here, is kept on this device, and another
 * one is not used before the person says so. Kept by user name, which is what people see; but the name comes from the
 * server as well, so on a device that knows any key, the first one of a further name is asked about too. Fingerprints
 * are public: they stay at sign-out. Where nothing can be read, nothing can be compared, and nothing is said.
 */
export interface KnownKey {
  username: string
  /** Base64url. */
  fingerprint: string
}

/** What this device says of a key that was opened. */
export type Standing =
  | { type: 'not-comparable' }
  | { type: 'first' }
  | { type: 'known' }
  /** The fingerprint that it knows for this name is another. */
  | { type: 'other-key'; known: string }
  /** It knows keys, and none for this name. */
  | { type: 'other-name'; names: readonly string[] }

/** A key that is not to be used before the person says so. */
export interface ForeignKey extends KnownKey {
  standing: Extract<Standing, { type: 'other-key' | 'other-name' }>
}

const isSameName = (one: KnownKey, other: KnownKey): boolean =>
  usernameKey(one.username) === usernameKey(other.username)

export function standingOf(known: readonly KnownKey[] | null, key: KnownKey): Standing {
  if (known === null) return { type: 'not-comparable' }
  if (known.length === 0) return { type: 'first' }
  const before = known.find((one) => isSameName(one, key))
  if (before && before.fingerprint !== key.fingerprint)
    return { type: 'other-key', known: before.fingerprint }
  // Whoever has another name since then has the same key.
  if (known.some(({ fingerprint }) => fingerprint === key.fingerprint)) return { type: 'known' }
  return { type: 'other-name', names: known.map(({ username }) => username) }
}

/** One key a name and one name a key: a former pair is not known under a former name. */
export const withKey = (known: readonly KnownKey[], key: KnownKey): KnownKey[] => [
  ...known.filter((one) => !isSameName(one, key) && one.fingerprint !== key.fingerprint),
  key,
]

const row = 'known'

/** @throws what the storage says, also for what it damaged */
async function read(store: UseStore): Promise<readonly KnownKey[]> {
  const kept: unknown = (await get(row, store)) ?? []
  if (Array.isArray(kept) && kept.every(isKnownKey)) return kept
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
  /** Every failure is the same: there is nothing to compare with. */
  const known = async () => {
    try {
      return await read(open())
    } catch {
      return null
    }
  }

  /** By an act of the person: this is their key from now on. */
  async function rememberKey({ username, fingerprint }: KnownKey): Promise<void> {
    try {
      const store = open()
      const others = (await known()) ?? []
      await set(row, withKey(others, { username, fingerprint }), store)
    } catch {
      // It is asked about once more, or cannot be.
    }
  }

  /**
   * Whether a key that was opened may be used; null: yes, and it is remembered.
   * @param accepted the fingerprint that the person has said yes to
   */
  async function foreignKey(
    { username, fingerprint }: KnownKey,
    accepted: string | null = null,
  ): Promise<ForeignKey | null> {
    const standing = standingOf(await known(), { username, fingerprint })
    const isForeign = standing.type === 'other-key' || standing.type === 'other-name'
    if (isForeign && fingerprint !== accepted) return { username, fingerprint, standing }
    if (standing.type !== 'not-comparable') await rememberKey({ username, fingerprint })
    return null
  }

  return { rememberKey, foreignKey }
}

let opened: UseStore | undefined
export const { rememberKey, foreignKey } = knownKeysIn(
  () => (opened ??= createStore('sealpost-known-keys', 'keys')),
)
