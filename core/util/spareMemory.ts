/**
 * Memory that serves again, because fresh memory costs as much as filling it. What was given back is kept while some is
 * in use, and let go with the last.
 */
export class SpareMemory {
  readonly #spare: ArrayBuffer[] = []
  #inUse = 0

  /** @returns at least so many bytes, of whatever content */
  take(bytes: number): ArrayBuffer {
    this.#inUse++
    const fitting = this.#spare.findIndex(({ byteLength }) => byteLength >= bytes)
    // One that is too small makes room for another: sizes that grow must not leave one of each behind.
    const [spare] = this.#spare.splice(fitting, 1)
    return spare && fitting >= 0 ? spare : new ArrayBuffer(bytes)
  }

  /** @param memory that was taken, under whatever name it came back; null where it is lost */
  give(memory: ArrayBuffer | null): void {
    this.#inUse--
    if (this.#inUse === 0) this.#spare.length = 0
    else if (memory) this.#spare.push(memory)
  }
}
