/** Ends the wait for a network without traffic. */
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

  /** Called when bytes have moved. */
  broken(): void {
    if (this.#timer !== undefined) this.begin()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
