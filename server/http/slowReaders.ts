import type { Socket } from 'node:net'
import { KiB } from '../../contract/limits.ts'

/** The least speed of a reader, in bytes a second; see `readerPatienceMs` for how long it may be slower. */
export const leastReaderBytesPerSecond = 4 * KiB
/**
 * How far behind the least speed a reader may be, in milliseconds. Bytes count once a whole piece of 512 KiB is with the
 * network: at 5 KiB/s that takes 102 s, and a pause of a minute is to be outlived beside it.
 */
export const readerPatienceMs = 180_000
/** A reader that is so far behind may lose its place, in milliseconds, when others want memory. */
export const busyReaderPatienceMs = 10_000
/** The same, in milliseconds, where readers of the same principal were that far behind, together, some minutes ago. */
export const knownReaderPatienceMs = 1_000
/** How long it is remembered how far behind somebody's readers were, in milliseconds, and of how many principals. */
export const slownessRememberedMs = 300_000
export const mostSlowRemembered = 5_000
/** How often readers are looked at. */
export const readersCheckMs = 5_000
/** The most that counts of the time between two looks: a process that stood still, or a moved clock, is no reader's fault. */
const mostMsOfLook = 4 * readersCheckMs

type Connection = Pick<Socket, 'bytesWritten' | 'writableLength' | 'destroy'>

/** The reader of one answer. */
interface Reader {
  connection: Connection
  /** The key under which the memory of requests is shared, see `addressOrNetwork`. */
  principal: string
  /** Gives back at once what the answer holds. */
  release: () => void
  /** Time of the last look, bytes that had been taken by then, and those that had been written. */
  at: number
  taken: number
  written: number
  behindMs: number
}

/** Bytes that are with the network, without those that wait for it. */
const takenBy = ({ bytesWritten, writableLength }: Connection): number => bytesWritten - writableLength

/** The readers of streamed answers, and how slow they are. Only time in which bytes wait for them counts. */
export class SlowReaders {
  readonly #now: () => number
  readonly #readers = new Set<Reader>()
  readonly #remembered = new Map<string, { behindMs: number; until: number }>()

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * @returns what is to be called when the answer is over, whether all of it has gone out or its reader has left; more than
   * once does no harm
   */
  add(connection: Connection, principal: string, release: () => void): (isComplete: boolean) => void {
    const bytes = { taken: takenBy(connection), written: connection.bytesWritten }
    const reader: Reader = { connection, principal, release, at: this.#now(), ...bytes, behindMs: 0 }
    this.#readers.add(reader)
    return (isComplete) => {
      if (!this.#readers.delete(reader) || isComplete) return
      // Nobody knows any more what waited when it left; of a reader that takes something more is written.
      if (reader.taken < reader.written) this.#addUp(reader, connection.bytesWritten - reader.written)
      this.#remember(reader)
    }
  }

  /** Ends answers whose readers are too far behind. */
  check(): void {
    for (const reader of this.#readers) {
      this.#measure(reader)
      if (reader.behindMs >= readerPatienceMs) this.#end(reader)
    }
  }

  /** Ends the answer whose reader is the furthest beyond its patience. @returns false where none is */
  endSlowest(): boolean {
    let slowest: { reader: Reader; times: number } | undefined
    for (const reader of this.#readers) {
      this.#measure(reader)
      const times = reader.behindMs / this.#patienceMsOf(reader)
      if (times >= (slowest?.times ?? 1)) slowest = { reader, times }
    }
    if (slowest === undefined) return false
    this.#end(slowest.reader)
    return true
  }

  #measure(reader: Reader): void {
    const { connection, taken } = reader
    reader.taken = takenBy(connection)
    reader.written = connection.bytesWritten
    this.#addUp(reader, reader.taken - taken)
    if (connection.writableLength === 0) reader.behindMs = 0
  }

  /** The time since the last look, as far as these bytes do not cover it. */
  #addUp(reader: Reader, bytes: number): void {
    const { at } = reader
    reader.at = this.#now()
    const passedMs = Math.min(Math.max(reader.at - at, 0), mostMsOfLook)
    const coveredMs = (bytes / leastReaderBytesPerSecond) * 1000
    reader.behindMs = Math.max(0, reader.behindMs + passedMs - coveredMs)
  }

  #patienceMsOf({ principal }: Reader): number {
    return this.#rememberedMs(principal) < busyReaderPatienceMs ? busyReaderPatienceMs : knownReaderPatienceMs
  }

  #rememberedMs(principal: string): number {
    const remembered = this.#remembered.get(principal)
    return remembered === undefined || remembered.until <= this.#now() ? 0 : remembered.behindMs
  }

  /** Adds up how far behind the readers of a principal were: who comes again is no newcomer. */
  #remember({ principal, behindMs }: Reader): void {
    if (behindMs === 0) return
    const sum = this.#rememberedMs(principal) + behindMs
    this.#remembered.delete(principal)
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size >= mostSlowRemembered) this.#remembered.delete(oldest)
    this.#remembered.set(principal, { behindMs: sum, until: this.#now() + slownessRememberedMs })
  }

  #end(reader: Reader): void {
    this.#readers.delete(reader)
    this.#remember(reader)
    reader.release()
    reader.connection.destroy()
  }
}
