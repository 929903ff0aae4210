import { assertDefined } from '../../contract/assertDefined.ts'
import { KiB } from '../../contract/limits.ts'

/** Only the beginning of a file is looked at. */
export const probedBytes = 64 * KiB
/** Of fewer bytes text and ciphertext cannot be told apart well enough. */
export const leastProbedBytes = 128
/**
 * Twice what random bytes have on average, which is 255 whatever their number. Fewer than one random file in 10⁹ is
 * above it, at every length from 128 bytes on: docs/decisions/0006-is-it-ciphertext.md.
 */
export const chiSquareLimit = 512

/** Branding at a file's first bytes while they pass: how far their distribution is from that of ciphertext. */
export class CiphertextProbe {
  readonly #counts = new Uint32Array(256)
  #seen = 0

  add(bytes: Uint8Array): void {
    const end = Math.min(bytes.length, probedBytes - this.#seen)
    for (let i = 0; i < end; i++) {
      const byte = assertDefined(bytes[i])
      this.#counts[byte] = assertDefined(this.#counts[byte]) + 1
    }
    if (end > 0) this.#seen += end
  }

  /** Pearson's χ² of the bytes seen against 256 equally likely values. */
  get chiSquare(): number {
    let squares = 0
    for (const count of this.#counts) squares += count * count
    return this.#seen === 0 ? 0 : (256 * squares) / this.#seen - this.#seen
  }

  /** False for what no cipher has written: text, most programs, pictures without compression. */
  get mayBeCiphertext(): boolean {
    return this.#seen < leastProbedBytes || this.chiSquare <= chiSquareLimit
  }
}
