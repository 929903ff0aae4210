import { assertDefined } from '../../contract/assertDefined.ts'
import { KiB } from '../../contract/limits.ts'

/** Number of bytes of a file that are probed, from its beginning. */
export const probedBytes = 64 * KiB
/** Minimum number of bytes for telling text from ciphertext reliably. */
export const minProbedBytes = 128
/** Twice the average of random bytes; one random file in 10⁹ exceeds it: docs/decisions/0006-is-it-ciphertext.md. */
export const chiSquareLimit = 512

/** Probes the first bytes of a file as they arrive: how far their distribution is from that of ciphertext. */
export class CiphertextProbe {
  readonly #counts = new Uint32Array(256)
  #seen = 0

  add(bytes: Uint8Array): void {
    const length = Math.min(bytes.length, probedBytes - this.#seen)
    if (length <= 0) return
    const counts = this.#counts
    const view = new DataView(bytes.buffer, bytes.byteOffset, length)
    let at = 0
    // Reading four bytes at a time takes half as long.
    for (; at + 4 <= length; at += 4) {
      const four = view.getUint32(at)
      increment(counts, four >>> 24)
      increment(counts, (four >>> 16) & 0xff)
      increment(counts, (four >>> 8) & 0xff)
      increment(counts, four & 0xff)
    }
    for (; at < length; at++) increment(counts, view.getUint8(at))
    this.#seen += length
  }

  /** Pearson's χ² of the bytes seen against 256 equally likely values. */
  get chiSquare(): number {
    let squares = 0
    for (const count of this.#counts) squares += count * count
    return this.#seen === 0 ? 0 : (256 * squares) / this.#seen - this.#seen
  }

  /** False for bytes that cannot be ciphertext: text, most programs, uncompressed images. */
  get mayBeCiphertext(): boolean {
    return this.#seen < minProbedBytes || this.chiSquare <= chiSquareLimit
  }
}

function increment(counts: Uint32Array, byte: number): void {
  counts[byte] = assertDefined(counts[byte]) + 1
}
