/** Bounds what is sealed but not yet sent, over all files together: takers wait in line until there is room. */
export class ByteBudget {
  #free: number
  #waiting: { bytes: number; resume: () => void }[] = []

  constructor(bytes: number) {
    this.#free = bytes
  }

  async take(bytes: number): Promise<void> {
    if (this.#waiting.length > 0 || this.#free < bytes) {
      await new Promise<void>((resume) => this.#waiting.push({ bytes, resume }))
    } else {
      this.#free -= bytes
    }
  }

  give(bytes: number) {
    this.#free += bytes
    for (let next = this.#waiting[0]; next && next.bytes <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#free -= next.bytes
      next.resume()
    }
  }
}
