import type { Socket } from 'node:net'
import { KiB } from '../../contract/limits.ts'

/** Minimum speed of a reader in bytes per second; see `maxReaderLagMs` for how long it may be slower. */
export const minReaderBytesPerSecond = 4 * KiB
/**
 * Maximum lag behind the minimum speed, in milliseconds. Bytes count once a whole piece of 512 KiB has been handed to the
 * network, which takes 102 s at 5 KiB/s; a pause of a minute is tolerated in addition.
 */
export const maxReaderLagMs = 180_000
/** Lag in milliseconds at which a reader may be disconnected when memory is scarce. */
export const maxLagMsWhenScarce = 10_000
/** The same if the visitor's readers have recently lagged by `maxLagMsWhenScarce` in total. */
export const maxRepeatedLagMs = 1_000
/** Time for which the lag of a visitor's readers is remembered, in milliseconds. */
export const lagRememberedMs = 300_000
/** Maximum number of visitors whose lag is remembered. */
export const maxRememberedVisitors = 5_000
/** Interval between checks. */
export const readersCheckMs = 5_000
/** Maximum time that counts between two checks: a suspended process, or a changed clock, is not the reader's fault. */
const maxCheckMs = 4 * readersCheckMs

type Connection = Pick<Socket, 'bytesWritten' | 'writableLength' | 'destroy'>

interface Reader {
  connection: Connection
  /** The key under which the memory of requests is shared, see `addressOrNetwork`. */
  visitor: string
  release: () => void
  /** Time of the last check, and the bytes taken and written by then. */
  checkedAt: number
  takenBytes: number
  writtenBytes: number
  lagMs: number
}

/** Bytes handed to the network, without those still queued. */
const bytesTaken = ({ bytesWritten, writableLength }: Connection): number => bytesWritten - writableLength

/** Readers of streamed responses and their lag. Only time in which bytes are queued for them counts. */
export class ReaderLagMonitor {
  readonly #now: () => number
  readonly #readers = new Set<Reader>()
  readonly #remembered = new Map<string, { lagMs: number; until: number }>()

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns function to call when the response is complete or the reader has disconnected; may be repeated */
  add(connection: Connection, visitor: string, release: () => void): (isComplete: boolean) => void {
    const bytes = { takenBytes: bytesTaken(connection), writtenBytes: connection.bytesWritten }
    const reader: Reader = { connection, visitor, release, checkedAt: this.#now(), ...bytes, lagMs: 0 }
    this.#readers.add(reader)
    return (isComplete) => {
      if (!this.#readers.delete(reader) || isComplete) return
      // The queue length on leaving is unknown; but if the reader takes something, more gets written.
      if (reader.takenBytes < reader.writtenBytes)
        this.#addUp(reader, connection.bytesWritten - reader.writtenBytes)
      this.#remember(reader)
    }
  }

  /** Disconnects readers that lag too far behind. */
  check(): void {
    for (const reader of this.#readers) {
      this.#measure(reader)
      if (reader.lagMs >= maxReaderLagMs) this.#end(reader)
    }
  }

  /** Disconnects the reader that exceeds its allowed lag the most. @returns false if none does */
  endSlowest(): boolean {
    let slowest: { reader: Reader; excess: number } | undefined
    for (const reader of this.#readers) {
      this.#measure(reader)
      const excess = reader.lagMs / this.#maxLagMsOf(reader)
      if (excess >= (slowest?.excess ?? 1)) slowest = { reader, excess }
    }
    if (slowest === undefined) return false
    this.#end(slowest.reader)
    return true
  }

  #measure(reader: Reader): void {
    const { connection, takenBytes } = reader
    reader.takenBytes = bytesTaken(connection)
    reader.writtenBytes = connection.bytesWritten
    this.#addUp(reader, reader.takenBytes - takenBytes)
    if (connection.writableLength === 0) reader.lagMs = 0
  }

  /** Adds the time since the last check to the lag, less the time that these bytes may take. */
  #addUp(reader: Reader, bytes: number): void {
    const { checkedAt } = reader
    reader.checkedAt = this.#now()
    const passedMs = Math.min(Math.max(reader.checkedAt - checkedAt, 0), maxCheckMs)
    const coveredMs = (bytes / minReaderBytesPerSecond) * 1000
    reader.lagMs = Math.max(0, reader.lagMs + passedMs - coveredMs)
  }

  #maxLagMsOf({ visitor }: Reader): number {
    return this.#rememberedMs(visitor) < maxLagMsWhenScarce ? maxLagMsWhenScarce : maxRepeatedLagMs
  }

  #rememberedMs(visitor: string): number {
    const entry = this.#remembered.get(visitor)
    return entry === undefined || entry.until <= this.#now() ? 0 : entry.lagMs
  }

  /** Adds to the remembered lag of a visitor, so that reconnecting does not reset it. */
  #remember({ visitor, lagMs }: Reader): void {
    if (lagMs === 0) return
    const sum = this.#rememberedMs(visitor) + lagMs
    this.#remembered.delete(visitor)
    const [oldest] = this.#remembered.keys()
    if (oldest !== undefined && this.#remembered.size >= maxRememberedVisitors)
      this.#remembered.delete(oldest)
    this.#remembered.set(visitor, { lagMs: sum, until: this.#now() + lagRememberedMs })
  }

  #end(reader: Reader): void {
    this.#readers.delete(reader)
    this.#remember(reader)
    reader.release()
    reader.connection.destroy()
  }
}
