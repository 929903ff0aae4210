import { assertDefined } from '../../contract/assertDefined.ts'
import { getHeapStatistics } from 'node:v8'
import { detail } from '../../contract/errors.ts'
import { KiB, MiB } from '../../contract/limits.ts'
import { tooLarge, unavailable } from './errors.ts'

/**
 * [Note: Memory of requests]
 *
 * What a request makes the server hold until it is answered (fields of a form, bytes that wait for the disk, a body that
 * is read whole, pieces of an answer that is taken slowly) is taken from one budget for all of them, and given back when
 * the request is over, however it ends.
 *
 * Half of it is for whoever comes, up to a quarter for one visitor. The other half is kept for many: of that each gets
 * only a 128th, so that 64 visitors who hold all they can leave room for one more, but never less than a few parts take:
 * of a small budget fewer visitors have a share that they can use. Where all of it is held, those make room who take
 * their answers the slowest (see `SlowReaders`). What does not fit is refused with 503, before it is held, and comes again
 * a little later.
 */
export class MemoryBudget {
  readonly #total: number
  readonly #leastShare: number
  readonly #byVisitor = new Map<string, number>()
  #held = 0
  /** Is asked where all of it is held, until there is room: has some given back. False: nothing can be. */
  makeRoom: () => boolean = () => false

  /** @param leastShare what a visitor may hold of the half that is kept for many */
  constructor(total: number, leastShare = leastShareBytes) {
    this.#total = total
    this.#leastShare = leastShare
  }

  /** Bytes that requests hold at this moment. */
  get held(): number {
    return this.#held
  }

  /** Bytes that they may hold. */
  get total(): number {
    return this.#total
  }

  /** What one request holds on behalf of its visitor, nothing yet. */
  open(visitor: string): HeldMemory {
    return new HeldMemory(this, visitor, Math.floor(this.#total / 8))
  }

  tryTake(visitor: string, bytes: number): boolean {
    const held = this.#held + bytes
    const most = this.#total / 4
    const share =
      held <= this.#total / 2 ? most : Math.min(most, Math.max(this.#total / 128, this.#leastShare))
    if (this.#heldBy(visitor) + bytes > share) return false
    while (this.#held + bytes > this.#total) if (!this.makeRoom()) return false
    this.#held += bytes
    this.#byVisitor.set(visitor, this.#heldBy(visitor) + bytes)
    return true
  }

  #heldBy(visitor: string): number {
    return this.#byVisitor.get(visitor) ?? 0
  }

  give(visitor: string, bytes: number): void {
    // Who was given nothing has no entry.
    if (bytes === 0) return
    this.#held -= bytes
    const own = assertDefined(this.#byVisitor.get(visitor)) - bytes
    if (own > 0) this.#byVisitor.set(visitor, own)
    else this.#byVisitor.delete(visitor)
  }
}

export class HeldMemory {
  readonly #budget: MemoryBudget
  readonly #visitor: string
  readonly #most: number
  #bytes = 0
  #released = false

  constructor(budget: MemoryBudget, visitor: string, most: number) {
    this.#budget = budget
    this.#visitor = visitor
    this.#most = most
  }

  /** As `take`; where that is more than one request may hold, as much as it may. @throws HttpError 503 */
  takeUpTo(bytes: number): void {
    this.take(Math.min(bytes, this.#most - this.#bytes))
  }

  /** False when the request holds too much at this moment, or others need the room. */
  tryTake(bytes: number): boolean {
    if (this.#bytes + bytes > this.#most || this.#released) return false
    if (!this.#budget.tryTake(this.#visitor, bytes)) return false
    this.#bytes += bytes
    return true
  }

  /** Before the bytes are held. @throws HttpError 413 or 503 */
  take(bytes: number): void {
    if (this.#bytes + bytes > this.#most) throw tooLarge(detail.requestTooLarge)
    if (!this.tryTake(bytes)) throw unavailable(detail.busy, retrySeconds)
  }

  give(bytes: number): void {
    if (this.#released) return
    this.#bytes -= bytes
    this.#budget.give(this.#visitor, bytes)
  }

  /** All of it, for good; may be called again. */
  release(): void {
    this.give(this.#bytes)
    this.#released = true
  }
}

/** Seconds after which who was put off may come again. */
export const retrySeconds = 5

/** Three parts of an upload at a time. */
export const leastShareBytes = 2 * MiB

/** What a request takes while it is read, whatever is in it: the head of a part, chunks on their way. */
export const readingBytes = 32 * KiB

/** More than enough is not better. */
export const mostMemoryBytes = 256 * MiB

/** What V8 reserves for the young generation in Node 24, as part of the heap's limit. */
const youngGenerationBytes = 192 * MiB

/**
 * Bytes that requests may hold together: a sixteenth of the old generation, where their texts lie beside all else. But so
 * much that one request can hold what a store must (`writerBytes`), which lies outside of the heap.
 */
export const memoryForRequests = (
  writerBytes: number,
  heapLimit = getHeapStatistics().heap_size_limit,
): number => {
  const share = Math.floor((heapLimit - youngGenerationBytes) / 16)
  return Math.max(Math.min(mostMemoryBytes, Math.max(8 * MiB, share)), 16 * writerBytes)
}
