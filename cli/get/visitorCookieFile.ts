import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '../../contract/schemas/zod.ts'
import type { Context } from '../context.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import { stateDirectory } from '../platform/stateDirectory.ts'
import { parseJsonAs, removeOldFiles, writeFileAtomically } from '../platform/stateFile.ts'

const isCookie = (entry: [string, unknown]): entry is [string, string] =>
  entry.every((text) => typeof text === 'string' && /^[!-~]+$/.test(text))

/** Files older than this are removed: the server's visitor cookie lasts as long (`visitorSeconds`). */
const lifetimeMs = 7 * 24 * 3600_000

/**
 * [Note: One visitor in several runs]
 * A link with limited uses identifies a visitor by a cookie. If it were lost with the process, resuming after
 * a kill would count as another use, or be refused. So it is stored, readable by this user only, under a hash
 * of the link; keys and password are not stored.
 */
export class VisitorCookieFile {
  readonly #folder: string
  readonly #path: string

  constructor({ env }: Pick<Context, 'env'>, origin: string, linkToken: string) {
    this.#folder = stateDirectory('visits', env)
    const name = createHash('sha256').update(`${origin} ${linkToken}`).digest('hex')
    this.#path = join(this.#folder, `${name}.json`)
  }

  /** Restores the cookies of an earlier run. An unreadable file, and values that no header can have, are ignored. */
  async restore(server: ServerClient): Promise<void> {
    const text = await readFile(this.#path, 'utf8').catch(() => '')
    const stored = Object.entries(parseJsonAs(z.record(z.string(), z.unknown()), text) ?? {})
    server.restoreCookies(Object.fromEntries(stored.filter(isCookie)))
  }

  /** Stores the cookies. Call it before any call that counts a use. @throws errors of the disk */
  async save({ cookies }: ServerClient): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await removeOldFiles(this.#folder, lifetimeMs)
    await writeFileAtomically(this.#path, JSON.stringify(cookies))
  }
}
