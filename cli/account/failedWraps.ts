import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from '../../contract/schemas/zod.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { withFolderLock } from '../platform/folderLock.ts'
import { readStateFile, stateFileName, writeFileAtomically } from '../platform/stateFile.ts'

/** Distinct wrapped keys that may fail before new ones are rationed. Attacks on RSA-OAEP take over a thousand. */
export const maxFailedWraps = 256
/** New failures in an hour after that. */
export const failuresPerHour = 8
/** Failed ones that are recognized, the latest: others would count anew. */
const maxKnownWraps = 16_384
const hourMs = 60 * 60_000

const storedSchema = z.object({
  /** SHA-256 of wrapped keys, the first half in hex, oldest first. */
  wraps: z.array(z.string()).max(maxKnownWraps),
  /** Times of the latest failures, in milliseconds since 1970. */
  latest: z.array(z.number()).max(failuresPerHour),
})
type Stored = Readonly<z.infer<typeof storedSchema>>

interface Ration {
  readonly known: ReadonlySet<string>
  readonly room: number
  readonly isRationed: boolean
  readonly isOldestFirst: boolean
}

interface FailedWrapsOptions {
  /** May not exist yet. */
  readonly directory: string
  /** The key, or the keys of a folder of several people. */
  readonly keyId: string
  /** Writes nothing. */
  readonly isDry: boolean
  readonly now: () => number
}

/**
 * [Note: A command as oracle]
 * A command that runs unattended tells a server, by what it fetches, which wrapped keys open. With enough of such
 * answers a weakness of an RSA implementation could be used to open others. So each wrapped key is tried once a run,
 * and those that have failed are counted across runs.
 */
export class FailedWraps {
  readonly #options: FailedWrapsOptions
  readonly #path: string
  /** Why those of this run did not open, by hash. */
  readonly #triedHere = new Map<string, Fault>()

  constructor(options: FailedWrapsOptions) {
    this.#options = options
    this.#path = join(options.directory, stateFileName(options.keyId))
  }

  /** Why this one did not open in this run. */
  faultOf(hash: string): Fault | undefined {
    return this.#triedHere.get(hash)
  }

  /**
   * @returns hashes that have failed before; how many others may be tried now; whether these are rationed, and then
   * whether the oldest are tried first: the ration is by turns for what arrives and for what waits, so that a sender of
   * junk starves neither
   * @throws CommandError 'refused' for an unreadable file
   */
  async read(): Promise<Ration> {
    const { wraps, latest } = await this.#read()
    const known = new Set([...wraps, ...this.#triedHere.keys()])
    const left = maxFailedWraps - known.size
    const recent = latest.filter((at) => this.#options.now() - at < hourMs).length
    const isRationed = left <= 0
    return {
      known,
      room: isRationed ? Math.max(0, failuresPerHour - recent) : left,
      isRationed,
      isOldestFirst: isRationed && Math.floor(known.size / failuresPerHour) % 2 === 1,
    }
  }

  /** Records those that did not open, before anything is fetched. @throws errors of the disk */
  async add(failed: ReadonlyMap<string, Fault>): Promise<void> {
    for (const [hash, why] of failed) this.#triedHere.set(hash, why)
    const { directory, isDry, now } = this.#options
    if (isDry || failed.size === 0) return
    await withFolderLock(directory, async () => {
      const { wraps, latest } = await this.#read()
      const before = new Set(wraps)
      const added = [...failed.keys()].filter((hash) => !before.has(hash))
      if (added.length === 0) return
      const stored: Stored = {
        wraps: [...wraps, ...added].slice(-maxKnownWraps),
        latest: [...latest, ...added.map(now)].slice(-failuresPerHour),
      }
      await writeFileAtomically(this.#path, JSON.stringify(stored))
    })
  }

  async #read(): Promise<Stored> {
    const stored = await readStateFile(this.#path, storedSchema, 'counts the keys that did not open')
    return stored ?? { wraps: [], latest: [] }
  }
}

export const hashOfWrap = (encryptedKey: string): string =>
  createHash('sha256').update(Buffer.from(encryptedKey, 'base64')).digest('hex').slice(0, 32)
