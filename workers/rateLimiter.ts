import { MiB } from '../contract/limits.ts'

/** Slower than the disks of machines with such a browser; and the maximum on the way to them. */
const bytesPerSecond = 64 * MiB
const burstBytes = 16 * MiB

/**
 * [Note: Streams that take everything]
 * WebKit pulls the next piece of a response as soon as it has the last, however slow the disk is, and buffers
 * all of it in memory, without any backpressure. There a download is passed on at a rate that disks can keep
 * up with, and fetched in blocks (`core/open/sealedBody.ts`), because unread response bodies are buffered in
 * the same way.
 */
export class RateLimiter {
  #free = burstBytes
  #at = performance.now()

  /** Resolves when so many bytes may be passed on. */
  async take(bytes: number): Promise<void> {
    const now = performance.now()
    this.#free = Math.min(burstBytes, this.#free + ((now - this.#at) / 1000) * bytesPerSecond) - bytes
    this.#at = now
    if (this.#free >= 0) return
    await new Promise((resolve) => setTimeout(resolve, (-this.#free / bytesPerSecond) * 1000))
  }
}
