/** Pool of buffers, since allocating costs as much as filling them. It is freed with the last in use. */
export class BufferPool {
  readonly #spare: ArrayBuffer[] = []
  #inUse = 0

  /** @returns a buffer of at least so many bytes, with arbitrary content */
  take(bytes: number): ArrayBuffer {
    this.#inUse++
    const fitting = this.#spare.findIndex(({ byteLength }) => byteLength >= bytes)
    // A buffer that is too small is replaced: growing sizes must not accumulate.
    const [spare] = this.#spare.splice(fitting, 1)
    return spare && fitting >= 0 ? spare : new ArrayBuffer(bytes)
  }

  /** @param memory a buffer that was taken, or its transferred successor; null if it is lost */
  give(memory: ArrayBuffer | null): void {
    this.#inUse--
    if (this.#inUse === 0) this.#spare.length = 0
    else if (memory) this.#spare.push(memory)
  }
}
