import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from '../../contract/schemas/zod.ts'
import { fault, type Fault } from '../../core/faults/fault.ts'
import { withFolderLock } from '../platform/folderLock.ts'
import { readStateFile, stateFileName, writeFileAtomically } from '../platform/stateFile.ts'

/** Distinct RSA ciphertexts that may fail before new ones are rationed. Attacks on RSA-OAEP take over a thousand. */
export const maxFailedWraps = 256
/** New failures in an hour after that, in each folder: whoever sends into one must not stop the others. */
export const failuresPerHour = 8
/** Folders whose failures are counted, those that failed last. */
const maxFolders = 1024
/** Failed ones that are recognized, the latest: others would count anew. */
const maxKnownWraps = 16_384
const hourMs = 60 * 60_000
/** How long, and how often, others look whether a command gives back what it has reserved: it may have been killed. */
const [busyMs, busyPauseMs] = [60_000, 100]

const storedSchema = z.object({
  /** SHA-256 of wrapped keys, the first half in hex, oldest first. */
  wraps: z.array(z.string()).max(maxKnownWraps),
  /** Folders in which some failed, the one that failed last at the end. */
  folders: z
    .array(
      z.object({
        id: z.int(),
        /** How many have failed. */
        failures: z.int(),
        /** Times of the latest failures, in milliseconds since 1970. */
        latest: z.array(z.number()).max(failuresPerHour),
      }),
    )
    .max(maxFolders)
    .default([]),
  /** Wraps that commands are trying, or were when they were killed; they count as failed. */
  reserved: z
    .array(z.object({ id: z.string(), folderId: z.int(), wraps: z.array(z.string()), at: z.number() }))
    .default([]),
})
type Stored = Readonly<z.infer<typeof storedSchema>>

interface Ration {
  /** Hashes that have failed before. */
  readonly known: ReadonlySet<string>
  /** How many others may be tried now. */
  readonly room: number
  readonly isRationed: boolean
  readonly isOldestFirst: boolean
  /** When some may be tried again, in milliseconds since 1970. */
  readonly freeAt: number
}

/** A ciphertext that an RSA key opens: the wrapped key of a file, answers, or a grant. */
export interface Wrap {
  /** `hashOfWrap` of it. */
  readonly hash: string
}

interface FailedWrapsOptions {
  /** May not exist yet. */
  readonly directory: string
  /** The key, or the keys of a folder of several people. */
  readonly keyId: string
  readonly folderId: number
  /** Tries all, and counts them. */
  readonly isUnlimited: boolean
  /** Writes nothing. */
  readonly isDry: boolean
  readonly now: () => number
}

/**
 * [Note: A command as oracle]
 * A command that runs unattended tells a server, by what it fetches, which wrapped keys open. With enough of such
 * answers a weakness of an RSA implementation could be used to open others. So each wrapped key is tried once a run,
 * and those that have failed are counted across runs; answers and grants likewise.
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
   * Tries wraps, as many as may be tried. Commands share what may fail: each reserves what it tries, and gives back what
   * opened before anything is fetched.
   * @param tryWraps returns why some do not open, by hash
   * @returns those that have to wait
   * @throws CommandError 'refused' for an unreadable file; errors of the disk and of `tryWraps`
   */
  async tryAllowed<W extends Wrap>(
    wraps: readonly W[],
    tryWraps: (some: readonly W[]) => Promise<ReadonlyMap<string, Fault>>,
  ): Promise<readonly W[]> {
    let waiting = wraps
    let pauses = busyMs / busyPauseMs
    while (waiting.length > 0) {
      // Not locked while they are opened: that takes long, and other commands would give up.
      const { allowed, reservation, isBusy } = await this.#exclusively(() => this.#reserve(waiting))
      if (allowed.size === 0) {
        if (!isBusy || pauses-- === 0) break
        await new Promise((resolve) => setTimeout(resolve, busyPauseMs))
        continue
      }
      waiting = waiting.filter((one) => !allowed.has(one))
      let failed: ReadonlyMap<string, Fault> = new Map()
      try {
        failed = await tryWraps([...allowed])
      } finally {
        await this.#settle(reservation, failed)
      }
    }
    return waiting
  }

  /** Tries one. @param open returns null if it does not open @returns null also for one that has to wait */
  async tryOne<T>(
    wrap: Wrap,
    open: () => Promise<T | null>,
  ): Promise<{ opened: T | null; isWaiting: boolean }> {
    if (this.faultOf(wrap.hash)) return { opened: null, isWaiting: false }
    let opened: T | null = null
    const waiting = await this.tryAllowed([wrap], async () => {
      opened = await open()
      return new Map(opened === null ? [[wrap.hash, fault('wrong-key')]] : [])
    })
    return { opened, isWaiting: waiting.length > 0 }
  }

  /**
   * Reads what may be tried now. If it is rationed, it is by turns for what arrives and for what waits, so that a sender of
   * junk starves neither.
   * @throws CommandError 'refused' for an unreadable file
   */
  async read(): Promise<Ration> {
    return this.#rationOf(await this.#read())
  }

  #rationOf({ wraps, folders, reserved }: Stored): Ration {
    const { id, failures, latest } = this.#countIn(folders)
    const known = new Set([...wraps, ...reserved.flatMap((one) => one.wraps), ...this.#triedHere.keys()])
    const left = maxFailedWraps - known.size
    const now = this.#options.now()
    const reservedAt = reserved.flatMap((one) => (one.folderId === id ? one.wraps.map(() => one.at) : []))
    const recent = [...latest, ...reservedAt].filter((at) => now - at < hourMs)
    const isRationed = left <= 0
    const room = isRationed ? Math.max(0, failuresPerHour - recent.length) : left
    return {
      ...{ known, room, isRationed },
      isOldestFirst: isRationed && Math.floor(failures / failuresPerHour) % 2 === 1,
      freeAt: room > 0 ? now : Math.min(...recent) + hourMs,
    }
  }

  async #reserve<W extends Wrap>(waiting: readonly W[]) {
    const { folderId, isUnlimited, isDry, now } = this.#options
    const stored = await this.#read()
    const { known, room, isOldestFirst } = this.#rationOf(stored)
    const notTriedNow = stored.reserved.filter(({ at }) => Math.abs(now() - at) >= busyMs)
    const isBusy = room === 0 && this.#rationOf({ ...stored, reserved: notTriedNow }).room > 0
    // Half of the room, so that others go on meanwhile.
    let left = isUnlimited ? Infinity : Math.ceil(room / 2)
    const inOrder = isOldestFirst ? waiting : waiting.toReversed()
    const allowed = new Set(inOrder.filter(({ hash }) => known.has(hash) || left-- > 0))
    const wraps = [...new Set([...allowed].map(({ hash }) => hash))].filter((hash) => !known.has(hash))
    if (isUnlimited || isDry || wraps.length === 0) return { allowed, isBusy, reservation: null }
    const reservation = randomUUID()
    const reserved = [...stored.reserved, { id: reservation, folderId, wraps, at: now() }]
    await writeFileAtomically(this.#path, JSON.stringify({ ...stored, reserved }))
    return { allowed, isBusy, reservation }
  }

  /** Records what failed, and gives the rest of a reservation back. */
  async #settle(reservation: string | null, failed: ReadonlyMap<string, Fault>): Promise<void> {
    for (const [hash, why] of failed) this.#triedHere.set(hash, why)
    const { isDry, now } = this.#options
    if (isDry || (reservation === null && failed.size === 0)) return
    await this.#exclusively(async () => {
      const { wraps, folders, reserved } = await this.#read()
      const before = new Set(wraps)
      const added = [...failed.keys()].filter((hash) => !before.has(hash))
      if (reservation === null && added.length === 0) return
      const { id, failures, latest } = this.#countIn(folders)
      const counted = {
        id,
        failures: failures + added.length,
        latest: [...latest, ...added.map(now)].slice(-failuresPerHour),
      }
      const others = folders.filter((one) => one.id !== id)
      const left = reserved.filter((one) => one.id !== reservation)
      const ofKilled = left.filter(({ at }) => now() - at >= hourMs)
      const stored: Stored = {
        wraps: [...wraps, ...ofKilled.flatMap((one) => one.wraps), ...added].slice(-maxKnownWraps),
        folders: added.length === 0 ? folders : [...others, counted].slice(-maxFolders),
        reserved: left.filter((one) => !ofKilled.includes(one)),
      }
      await writeFileAtomically(this.#path, JSON.stringify(stored))
    })
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const { directory, isDry } = this.#options
    return isDry ? work() : withFolderLock(directory, work)
  }

  async #read(): Promise<Stored> {
    const stored = await readStateFile(this.#path, storedSchema, 'counts the keys that did not open')
    return stored ?? { wraps: [], folders: [], reserved: [] }
  }

  #countIn(folders: Stored['folders']): Stored['folders'][number] {
    const id = this.#options.folderId
    return folders.find((one) => one.id === id) ?? { id, failures: 0, latest: [] }
  }
}

/** @param wrap base64, and what is opened with it */
export function hashOfWrap(...wrap: readonly string[]): string {
  const hash = createHash('sha256')
  for (const one of wrap) hash.update(Buffer.from(one, 'base64'))
  return hash.digest('hex').slice(0, 32)
}

export const waitingText =
  'Too many keys did not open, so new ones are tried slowly, eight that fail an hour in each folder. --accept-unopened tries them all.'
