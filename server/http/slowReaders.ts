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
/** How often readers are looked at. */
export const readersCheckMs = 5_000
/** The most that counts of the time between two looks: a process that stood still, or a moved clock, is no reader's fault. */
const mostMsOfLook = 4 * readersCheckMs

type Connection = Pick<Socket, 'bytesWritten' | 'writableLength' | 'destroy'>

/** The reader of one answer. */
interface Reader {
  connection: Connection
  /** Gives back at once what the answer holds. */
  release: () => void
  /** Time of the last look, and bytes that had been taken by then. */
  at: number
  taken: number
  behindMs: number
}

/** Bytes that are with the network, without those that wait for it. */
const takenBy = ({ bytesWritten, writableLength }: Connection): number => bytesWritten - writableLength

/** The readers of streamed answers, and how slow they are. Only time in which bytes wait for them counts. */
export class SlowReaders {
  readonly #now: () => number
  readonly #readers = new Set<Reader>()

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns what is to be called when the answer is over; more than once does no harm */
  add(connection: Connection, release: () => void): () => void {
    const reader = { connection, release, at: this.#now(), taken: takenBy(connection), behindMs: 0 }
    this.#readers.add(reader)
    return () => void this.#readers.delete(reader)
  }

  /** Ends answers whose readers are too far behind. */
  check(): void {
    for (const reader of this.#readers) {
      this.#measure(reader)
      if (reader.behindMs >= readerPatienceMs) this.#end(reader)
    }
  }

  /** Ends the answer whose reader is the furthest behind. @returns false where none is far enough */
  endSlowest(): boolean {
    let slowest: Reader | undefined
    for (const reader of this.#readers) {
      this.#measure(reader)
      if (reader.behindMs > (slowest?.behindMs ?? 0)) slowest = reader
    }
    if (slowest === undefined || slowest.behindMs < busyReaderPatienceMs) return false
    this.#end(slowest)
    return true
  }

  #measure(reader: Reader): void {
    const { connection, at, taken } = reader
    reader.at = this.#now()
    reader.taken = takenBy(connection)
    const passedMs = Math.min(Math.max(reader.at - at, 0), mostMsOfLook)
    const coveredMs = ((reader.taken - taken) / leastReaderBytesPerSecond) * 1000
    reader.behindMs =
      connection.writableLength === 0 ? 0 : Math.max(0, reader.behindMs + passedMs - coveredMs)
  }

  #end(reader: Reader): void {
    this.#readers.delete(reader)
    reader.release()
    reader.connection.destroy()
  }
}
