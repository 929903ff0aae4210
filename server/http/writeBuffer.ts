/** Pieces of at least this size are not copied. */
const minUncopiedBytes = 4 * 1024
const runBytes = 64 * 1024

/** A buffer for bytes to be written. Small pieces are merged into runs, as each would be an object of a hundred bytes. */
export class WriteBuffer {
  #list: Uint8Array[] = []
  #size = 0
  #run = Buffer.alloc(0)
  /** Range of the run that is filled but not in the list yet. */
  #from = 0
  #to = 0

  get size(): number {
    return this.#size
  }

  add(bytes: Uint8Array): void {
    // Most small files consist of one piece.
    if (bytes.length >= minUncopiedBytes || this.#size === 0) {
      this.#endRun()
      this.#list.push(bytes)
    } else {
      if (this.#to + bytes.length > this.#run.length) this.#beginRun()
      this.#run.set(bytes, this.#to)
      this.#to += bytes.length
    }
    this.#size += bytes.length
  }

  /** Returns all collected pieces in order and empties the buffer. */
  take(): Uint8Array[] {
    this.#endRun()
    const pieces = this.#list
    this.#list = []
    this.#size = 0
    return pieces
  }

  #beginRun(): void {
    this.#endRun()
    this.#run = Buffer.allocUnsafe(runBytes)
    this.#from = this.#to = 0
  }

  #endRun(): void {
    if (this.#to > this.#from) this.#list.push(this.#run.subarray(this.#from, this.#to))
    this.#from = this.#to
  }
}
