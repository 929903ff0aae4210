/** Pieces from here on are kept as they come. */
const largeBytes = 4 * 1024
const runBytes = 64 * 1024

/**
 * Bytes that are collected until they are written. Small pieces are copied together: a sender who sends byte by byte
 * would otherwise make of every byte an object that takes a hundred.
 */
export class Pieces {
  #list: Uint8Array[] = []
  #size = 0
  #run = Buffer.alloc(0)
  /** Of the run, what is filled and not in the list yet. */
  #from = 0
  #to = 0

  /** Bytes that are collected. */
  get size(): number {
    return this.#size
  }

  add(bytes: Uint8Array): void {
    // Most small files come in one piece.
    if (bytes.length >= largeBytes || this.#size === 0) {
      this.#endRun()
      this.#list.push(bytes)
    } else {
      if (this.#to + bytes.length > this.#run.length) this.#beginRun()
      this.#run.set(bytes, this.#to)
      this.#to += bytes.length
    }
    this.#size += bytes.length
  }

  /** All that was collected, in order; nothing stays. */
  take(): Uint8Array[] {
    this.#endRun()
    const list = this.#list
    this.#list = []
    this.#size = 0
    return list
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
