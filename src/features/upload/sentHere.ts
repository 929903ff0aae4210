import { createStore, delMany, entries, keys, setMany, type UseStore } from 'idb-keyval'
import { databases, isHere } from '../../platform/databases.ts'

/**
 * [Note: What was sent from here]
 * Who ticks it finds again what they sent by a link from this browser: names and times, for seven days, and no more than
 * the number by which each is remembered once. Not by default, and not for the next visit: computers are shared. The link
 * itself is not kept, only a hash of it, so that nobody finds links here that they were not given.
 */
export interface SentRow {
  readonly key: string
  /** With the folder that it was in. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface SentName {
  /** By the server. */
  readonly fileId: number
  /** With the folder that it was in. */
  readonly name: string
}

const keptMilliseconds = 7 * 24 * 3600 * 1000

/** Rows by `{hash of the link}:{time}:{id of the file}`. */
export class SentHere {
  readonly #store: UseStore

  constructor(store: UseStore = createStore(databases.sent, 'files')) {
    this.#store = store
  }

  /** Each once, also when the page has been loaded anew in between. */
  async remember(linkToken: string, files: readonly SentName[], now = Date.now()): Promise<void> {
    const mark = await markOf(linkToken)
    const known = new Set((await keys<string>(this.#store)).map(fileOf))
    await setMany(
      files
        .map(({ fileId, name }): [string, string] => [`${mark}:${now}:${fileId}`, name])
        .filter(([key]) => !known.has(fileOf(key))),
      this.#store,
    )
  }

  /** Those of a link, the latest first. What is too old is not among them. */
  async of(linkToken: string, now = Date.now()): Promise<SentRow[]> {
    const mark = await markOf(linkToken)
    const rows = (await entries<string, string>(this.#store)).map(([key, name]) => ({
      ...{ key, name },
      at: timeOf(key),
    }))
    return rows
      .filter(({ key, at }) => key.startsWith(`${mark}:`) && !isOld(at, now))
      .sort((a, b) => b.at - a.at || (a.name < b.name ? -1 : 1))
  }

  forget(rows: readonly Pick<SentRow, 'key'>[]): Promise<void> {
    return delMany(
      rows.map(({ key }) => key),
      this.#store,
    )
  }

  /** Of all links. */
  async forgetOld(now = Date.now()): Promise<void> {
    const old = (await keys<string>(this.#store)).filter((key) => isOld(timeOf(key), now))
    if (old.length > 0) await delMany(old, this.#store)
  }
}

/** What this browser remembers; null where nothing was ever remembered. */
export const rememberedHere = async (): Promise<SentHere | null> =>
  (await isHere('sent')) ? new SentHere() : null

const fileOf = (key: string): string => key.replace(/:\d+:/, ':')
const timeOf = (key: string): number => Number(key.split(':')[1])

/** Also what no time can be read of, and what a clock that was wrong has put into the future. */
const isOld = (at: number, now: number): boolean =>
  !(now - at < keptMilliseconds && at <= now + keptMilliseconds)

/** A hash, since the link itself is not kept. */
export async function markOf(linkToken: string): Promise<string> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`${databases.sent}:${linkToken}`),
  )
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
