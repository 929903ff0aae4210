import { assertDefined } from '../../contract/assertDefined.ts'
import { getHeapStatistics } from 'node:v8'
import { errorDetails } from '../../contract/errors.ts'
import { KiB, MiB } from '../../contract/limits.ts'
import { contentTooLarge, unavailable } from './errors.ts'

/**
 * [Note: Memory of requests]
 *
 * One budget covers all memory that requests hold until their response has been sent: form fields, bytes that wait for
 * the disk, bodies that are read whole, pieces of responses to slow readers. It is given back when the request is over,
 * however it ends.
 *
 * While less than half is taken, a visitor may take up to a quarter of the total. The second half is reserved for many
 * visitors: a visitor may take from it while holding less than a 128th of the total, so that 64 visitors with the
 * maximum leave room for one more. That share is never less than a few parts need, so a small budget has shares for
 * fewer visitors. If all of it is taken, the slowest readers are disconnected (see `ReaderLagMonitor`). A request that
 * does not fit is refused with 503 before its memory is allocated, and may be retried.
 */
export class MemoryBudget {
  readonly #total: number
  readonly #leastShare: number
  readonly #byVisitor = new Map<string, number>()
  #held = 0
  /** Called repeatedly while the budget is exhausted, to make requests give memory back. Returns false if none can. */
  makeRoom: () => boolean = () => false

  /** @param leastShare minimum share of a visitor in the reserved half, in bytes */
  constructor(total: number, leastShare = minShareBytes) {
    this.#total = total
    this.#leastShare = leastShare
  }

  get held(): number {
    return this.#held
  }

  get total(): number {
    return this.#total
  }

  /** Creates the account of one request, on behalf of its visitor. */
  openAccount(visitor: string): RequestMemory {
    return new RequestMemory(this, visitor, Math.floor(this.#total / 8))
  }

  tryTake(visitor: string, bytes: number): boolean {
    const held = this.#held + bytes
    const maxShare = this.#total / 4
    const share =
      held <= this.#total / 2 ? maxShare : Math.min(maxShare, Math.max(this.#total / 128, this.#leastShare))
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
    // Visitors without memory have no entry.
    if (bytes === 0) return
    this.#held -= bytes
    const remaining = assertDefined(this.#byVisitor.get(visitor)) - bytes
    if (remaining > 0) this.#byVisitor.set(visitor, remaining)
    else this.#byVisitor.delete(visitor)
  }
}

export interface MemoryDep {
  memory: MemoryBudget
}

export class RequestMemory {
  readonly visitor: string
  readonly #budget: MemoryBudget
  readonly #maxBytes: number
  #bytes = 0
  #released = false

  constructor(budget: MemoryBudget, visitor: string, maxBytes: number) {
    this.#budget = budget
    this.visitor = visitor
    this.#maxBytes = maxBytes
  }

  /** Same as `take`, but limited to what a single request may hold. @throws HttpError 503 */
  takeUpTo(bytes: number): void {
    this.take(Math.min(bytes, this.#maxBytes - this.#bytes))
  }

  /** Returns false if the request holds too much already, or if the budget is exhausted. */
  tryTake(bytes: number): boolean {
    if (this.#bytes + bytes > this.#maxBytes || this.#released) return false
    if (!this.#budget.tryTake(this.visitor, bytes)) return false
    this.#bytes += bytes
    return true
  }

  /** Call it before the bytes are allocated. @throws HttpError 413 or 503 */
  take(bytes: number): void {
    if (this.#bytes + bytes > this.#maxBytes) throw contentTooLarge(errorDetails.requestTooLarge)
    if (!this.tryTake(bytes)) throw unavailable(errorDetails.busy, retrySeconds)
  }

  give(bytes: number): void {
    if (this.#released) return
    this.#bytes -= bytes
    this.#budget.give(this.visitor, bytes)
  }

  /** Gives everything back and takes no more; may be called again. */
  release(): void {
    this.give(this.#bytes)
    this.#released = true
  }
}

/** `Retry-After` of a refused request, in seconds. */
export const retrySeconds = 5

/** Default minimum share of a visitor: enough for three parts of an upload at a time. */
export const minShareBytes = 2 * MiB

/** Memory that any request takes while its body is read, in bytes: the head of a part, chunks in transit. */
export const bodyReadingBytes = 32 * KiB

/** Maximum size of the budget; more would have no benefit. */
export const maxMemoryBudgetBytes = 256 * MiB

/** Memory that V8 in Node 24 reserves for the young generation, as part of the heap limit. */
const youngGenerationBytes = 192 * MiB

/**
 * Size of the budget in bytes: a sixteenth of the old generation, which the texts of requests share with everything
 * else. It is large enough for one request to hold the buffers of a store (`writerMemory`), which are outside the heap.
 */
export const memoryBudgetBytes = (
  writerMemory: number,
  heapLimit = getHeapStatistics().heap_size_limit,
): number => {
  const share = Math.floor((heapLimit - youngGenerationBytes) / 16)
  return Math.max(Math.min(maxMemoryBudgetBytes, Math.max(8 * MiB, share)), 16 * writerMemory)
}
