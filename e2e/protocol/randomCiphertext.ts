import { randomBytes, randomInt } from 'node:crypto'
import { MiB } from '../../contract/limits.ts'
import type { UploadParts } from './sender.ts'

/**
 * Bytes that the server cannot tell from sealed ones. They are drawn once and given from another place each time:
 * sealing would take more of the processor than sending does.
 */
export class RandomCiphertext {
  readonly #bytes: Buffer

  /** @param most bytes that are asked for at once */
  constructor(most = 32 * MiB) {
    this.#bytes = randomBytes(2 * most)
  }

  take(length: number): Uint8Array {
    const start = randomInt(this.#bytes.length - length + 1)
    return this.#bytes.subarray(start, start + length)
  }

  /** The parts of an object of `size` bytes: all alike but the last. */
  parts(size: number, partSize: number): UploadParts {
    const lengths = Array.from({ length: Math.ceil(size / partSize) }, (_, n) =>
      Math.min(partSize, size - n * partSize),
    )
    return { partSize, pieces: lengths.map((length) => this.take(length)) }
  }
}
