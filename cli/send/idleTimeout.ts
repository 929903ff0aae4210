/** Ends the waiting for a network from which nothing has come, and to which nothing has left, for so long. */
export class IdleTimeout {
  readonly #milliseconds: number
  readonly #ended: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(milliseconds: number, ended: () => void) {
    this.#milliseconds = milliseconds
    this.#ended = ended
  }

  begin(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#ended, this.#milliseconds)
  }

  /** A byte has moved. */
  broken(): void {
    if (this.#timer !== undefined) this.begin()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
