import { MiB } from '../contract/limits.ts'

/** Slower than the disks of any machine that runs such a browser, and what may be on the way to them at a time. */
const bytesPerSecond = 64 * MiB
const burstBytes = 16 * MiB

/**
 * [Note: Streams that take everything]
 * WebKit asks for the next piece of an answer as soon as it has the one before, however far the disk is behind, and
 * keeps all of it in memory. Nothing in the stream tells. There a download is handed over at a rate that disks keep up
 * with, and fetched in blocks (`core/open/sealedBody.ts`), because the body of an unread answer piles up in the
 * same way.
 */
export class Pace {
  #free = burstBytes
  #at = performance.now()

  /** Resolves when so many bytes may go. */
  async take(bytes: number): Promise<void> {
    const now = performance.now()
    this.#free = Math.min(burstBytes, this.#free + ((now - this.#at) / 1000) * bytesPerSecond) - bytes
    this.#at = now
    if (this.#free >= 0) return
    await new Promise((resolve) => setTimeout(resolve, (-this.#free / bytesPerSecond) * 1000))
  }
}
