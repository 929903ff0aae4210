import type { Body, BodyBuffer, Bytes } from '../core/ports.ts'
import type { BufferPool } from '../core/util/bufferPool.ts'
import { detach } from '../core/util/detach.ts'

/** Buffer of a body under construction, reused from earlier bodies. */
export class BodyMemory implements BodyBuffer {
  readonly #memory: BufferPool
  readonly #bytes: Bytes
  readonly #hold: (bytes: Bytes, drop: () => void) => Promise<Body>

  /** @param size of the whole body, in bytes @param hold makes a body of the bytes */
  constructor(size: number, memory: BufferPool, hold: (bytes: Bytes, drop: () => void) => Promise<Body>) {
    this.#memory = memory
    this.#bytes = new Uint8Array(memory.take(size), 0, size)
    this.#hold = hold
  }

  put(piece: Bytes, at: number): void {
    this.#bytes.set(piece, at)
  }

  /** Frees the piece's own memory: keeping pieces would require fresh memory for all of them. */
  take(piece: Bytes, at: number): void {
    this.put(piece, at)
    detach(piece)
  }

  close(size = this.#bytes.length): Promise<Body> {
    return this.#hold(this.#bytes.subarray(0, size), () => this.drop())
  }

  /** Gives the memory back; called once. */
  drop(): void {
    this.#memory.give(this.#bytes.buffer)
  }
}
