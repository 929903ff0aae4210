import { createStore, delMany, entries, keys, setMany, type UseStore } from 'idb-keyval'
import { databases, databaseExists } from '../../platform/databases.ts'

/**
 * [Note: What was sent from here] With the checkbox ticked, this browser remembers the files sent by a link
 * for seven days: names, times, and the file's id to remember each once. It is off by default and again at
 * the next visit, since computers are shared. Only a hash of the link is stored, so that the list reveals no
 * links.
 */
export interface SentRow {
  readonly key: string
  /** File name with its folder. */
  readonly name: string
  /** Time in milliseconds since 1970. */
  readonly at: number
}

export interface SentFile extends Pick<SentRow, 'name'> {
  /** The server's id of the file. */
  readonly fileId: number
}

const lifetimeMs = 7 * 24 * 3600 * 1000

/** Stored rows, keyed by `{hash of the link}:{time}:{id of the file}`. */
export class SentHistory {
  readonly #store: UseStore

  constructor(store: UseStore = createStore(databases.sent, 'files')) {
    this.#store = store
  }

  /** Adds files, each once, even across reloads of the page. */
  async remember(linkToken: string, files: readonly SentFile[], now = Date.now()): Promise<void> {
    const linkHash = await hashLink(linkToken)
    const knownKeys = new Set((await keys<string>(this.#store)).map(keyWithoutTime))
    await setMany(
      files
        .map(({ fileId, name }): [string, string] => [`${linkHash}:${now}:${fileId}`, name])
        .filter(([key]) => !knownKeys.has(keyWithoutTime(key))),
      this.#store,
    )
  }

  /** Returns the files of a link, newest first, without expired ones. */
  async rowsOfLink(linkToken: string, now = Date.now()): Promise<SentRow[]> {
    const linkHash = await hashLink(linkToken)
    return (await entries<string, string>(this.#store))
      .map(([key, name]) => ({ key, name, at: timeOfKey(key) }))
      .filter(({ key, at }) => key.startsWith(`${linkHash}:`) && !isExpired(at, now))
      .sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1))
  }

  forget(rows: readonly Pick<SentRow, 'key'>[]): Promise<void> {
    return delMany(
      rows.map(({ key }) => key),
      this.#store,
    )
  }

  /** Removes the expired rows of all links. */
  async forgetExpired(now = Date.now()): Promise<void> {
    const old = (await keys<string>(this.#store)).filter((key) => isExpired(timeOfKey(key), now))
    if (old.length > 0) await delMany(old, this.#store)
  }
}

/** Opens the list of this browser; null if nothing was ever remembered. */
export const openSentHistory = async (): Promise<SentHistory | null> =>
  (await databaseExists('sent')) ? new SentHistory() : null

const keyWithoutTime = (key: string): string => key.replace(/:\d+:/, ':')
const timeOfKey = (key: string): number => Number(key.split(':')[1])

/** True if expired, and also for unreadable or future times. */
const isExpired = (at: number, now: number): boolean => !(now - at < lifetimeMs && at <= now + lifetimeMs)

export async function hashLink(linkToken: string): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`${databases.sent}:${linkToken}`),
  )
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
