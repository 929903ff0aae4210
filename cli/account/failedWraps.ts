import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from '../../contract/schemas/zod.ts'
import { fault, type Fault } from '../../core/faults/fault.ts'
import { withFolderLock } from '../platform/folderLock.ts'
import { readStateFile, stateFileName, writeFileAtomically } from '../platform/stateFile.ts'

/** Number of distinct RSA ciphertexts that may fail before new ones are rationed. Attacks on RSA-OAEP take over a thousand. */
export const maxFailedWraps = 256
/** Number of new failures per hour and folder after that. It is per folder so that senders of one cannot stop others. */
export const failuresPerHour = 8
/** Number of folders whose failures are counted: those that failed last. */
const maxFolders = 1024
/** Number of failed wraps that are recognized: the latest. Others would be counted again. */
const maxKnownWraps = 16_384
const hourMs = 60 * 60_000
/** The longest wait for a reservation of another command, which may have been killed, and the pause between looks, in ms. */
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
  /** Number of others that may be tried now. */
  readonly triesLeft: number
  readonly isRationed: boolean
  readonly isOldestFirst: boolean
  /** The time at which others may be tried again, in milliseconds since 1970. */
  readonly nextTryAt: number
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
  /** Tries all wraps; failures are still counted. */
  readonly isUnlimited: boolean
  /** Writes nothing. */
  readonly isDry: boolean
  readonly now: () => number
}

/**
 * [Note: A command as oracle]
 * A command that runs unattended reveals to a server, by what it fetches, which wrapped keys open. With enough of these
 * answers a server could use a weakness of an RSA implementation to open other keys. So each wrapped key is tried once a
 * run, and failures are counted across runs. This holds for answers and grants, too.
 */
export class FailedWraps {
  readonly #options: FailedWrapsOptions
  readonly #path: string
  /** The faults of wraps that failed in this run, by hash. */
  readonly #faultsOfRun = new Map<string, Fault>()

  constructor(options: FailedWrapsOptions) {
    this.#options = options
    this.#path = join(options.directory, stateFileName(options.keyId))
  }

  /** The fault of a wrap that failed in this run; undefined if it was not tried, or opened. */
  faultOf(hash: string): Fault | undefined {
    return this.#faultsOfRun.get(hash)
  }

  /**
   * Tries as many wraps as are allowed. Commands that run at once share the allowed failures: each reserves the wraps that
   * it tries, and releases those that open before anything is fetched.
   * @param tryWraps returns the faults of those that do not open, by hash
   * @returns wraps that have to wait
   * @throws CommandError 'refused' for an unreadable file; errors of the disk and of `tryWraps`
   */
  async tryAllowed<W extends Wrap>(
    wraps: readonly W[],
    tryWraps: (allowed: readonly W[]) => Promise<ReadonlyMap<string, Fault>>,
  ): Promise<readonly W[]> {
    let waiting = wraps
    let pausesLeft = busyMs / busyPauseMs
    while (waiting.length > 0) {
      // The lock is not held while they are opened, which takes long: other commands would give up.
      const { allowed, reservation, isBusy } = await this.#exclusively(() => this.#reserve(waiting))
      if (allowed.size === 0) {
        if (!isBusy || pausesLeft === 0) break
        pausesLeft--
        await new Promise((resolve) => setTimeout(resolve, busyPauseMs))
        continue
      }
      waiting = waiting.filter((wrap) => !allowed.has(wrap))
      let failed: ReadonlyMap<string, Fault> = new Map()
      try {
        failed = await tryWraps([...allowed])
      } finally {
        await this.#settle(reservation, failed)
      }
    }
    return waiting
  }

  /** Tries one wrap. @param open returns null if it does not open @returns `opened`: null also if it has to wait */
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
   * Reads what may be tried now. Under rationing it alternates between the newest and the oldest wraps, so that somebody who
   * sends junk starves neither.
   * @throws CommandError 'refused' for an unreadable file
   */
  async read(): Promise<Ration> {
    return this.#rationOf(await this.#read())
  }

  #rationOf({ wraps, folders, reserved }: Stored): Ration {
    const { id, failures, latest } = this.#countIn(folders)
    const known = new Set([
      ...wraps,
      ...reserved.flatMap((reservation) => reservation.wraps),
      ...this.#faultsOfRun.keys(),
    ])
    const unrationedLeft = maxFailedWraps - known.size
    const now = this.#options.now()
    const reservationTimes = reserved.flatMap((reservation) =>
      reservation.folderId === id ? reservation.wraps.map(() => reservation.at) : [],
    )
    const recentTimes = [...latest, ...reservationTimes].filter((time) => now - time < hourMs)
    const isRationed = unrationedLeft <= 0
    const triesLeft = isRationed ? Math.max(0, failuresPerHour - recentTimes.length) : unrationedLeft
    return {
      ...{ known, triesLeft, isRationed },
      isOldestFirst: isRationed && Math.floor(failures / failuresPerHour) % 2 === 1,
      nextTryAt: triesLeft > 0 ? now : Math.min(...recentTimes) + hourMs,
    }
  }

  /** Reserves wraps in the file. @returns `reservation`: its id; null if nothing has to be released */
  async #reserve<W extends Wrap>(waiting: readonly W[]) {
    const { folderId, isUnlimited, isDry, now } = this.#options
    const stored = await this.#read()
    const { known, triesLeft, isOldestFirst } = this.#rationOf(stored)
    const oldReservations = stored.reserved.filter(({ at }) => Math.abs(now() - at) >= busyMs)
    const isBusy = triesLeft === 0 && this.#rationOf({ ...stored, reserved: oldReservations }).triesLeft > 0
    // Half of them, so that other commands can continue.
    const maxNew = isUnlimited ? Infinity : Math.ceil(triesLeft / 2)
    const ordered = isOldestFirst ? waiting : waiting.toReversed()
    const untried = new Set(ordered.filter(({ hash }) => !known.has(hash)).slice(0, maxNew))
    const allowed = new Set(ordered.filter((wrap) => known.has(wrap.hash) || untried.has(wrap)))
    const wraps = [...new Set([...allowed].map(({ hash }) => hash))].filter((hash) => !known.has(hash))
    if (isUnlimited || isDry || wraps.length === 0) return { allowed, isBusy, reservation: null }
    const reservation = randomUUID()
    const reserved = [...stored.reserved, { id: reservation, folderId, wraps, at: now() }]
    await writeFileAtomically(this.#path, JSON.stringify({ ...stored, reserved }))
    return { allowed, isBusy, reservation }
  }

  /** Records the failures of a reservation, and releases it. */
  async #settle(reservation: string | null, failed: ReadonlyMap<string, Fault>): Promise<void> {
    for (const [hash, wrapFault] of failed) this.#faultsOfRun.set(hash, wrapFault)
    const { isDry, now } = this.#options
    if (isDry || (reservation === null && failed.size === 0)) return
    await this.#exclusively(async () => {
      const { wraps, folders, reserved } = await this.#read()
      const known = new Set(wraps)
      const added = [...failed.keys()].filter((hash) => !known.has(hash))
      if (reservation === null && added.length === 0) return
      const { id, failures, latest } = this.#countIn(folders)
      const counted = {
        id,
        failures: failures + added.length,
        latest: [...latest, ...added.map(now)].slice(-failuresPerHour),
      }
      const otherFolders = folders.filter((folder) => folder.id !== id)
      const otherReservations = reserved.filter((other) => other.id !== reservation)
      const ofKilled = otherReservations.filter(({ at }) => now() - at >= hourMs)
      const stored: Stored = {
        wraps: [...wraps, ...ofKilled.flatMap((killed) => killed.wraps), ...added].slice(-maxKnownWraps),
        folders: added.length === 0 ? folders : [...otherFolders, counted].slice(-maxFolders),
        reserved: otherReservations.filter((other) => !ofKilled.includes(other)),
      }
      await writeFileAtomically(this.#path, JSON.stringify(stored))
    })
  }

  /** Runs work under the lock of the folder; a dry run, which writes nothing, needs none. */
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
    return folders.find((folder) => folder.id === id) ?? { id, failures: 0, latest: [] }
  }
}

/** Returns the hash that identifies a wrap. @param wrap base64, and that of what is opened with it */
export function hashOfWrap(...wrap: readonly string[]): string {
  const hash = createHash('sha256')
  for (const partB64 of wrap) hash.update(Buffer.from(partB64, 'base64'))
  return hash.digest('hex').slice(0, 32)
}

export const waitingText =
  'Too many keys did not open. New ones are tried slowly: at most eight that fail per hour and folder. --accept-unopened tries them all.'
