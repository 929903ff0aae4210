/** Runs work concurrently within a memory budget. */
export class Together {
  readonly #underWay = new Set<Promise<void>>()
  readonly #most: number
  readonly #mostBytes: number
  #bytes = 0
  #failure: { error: unknown } | undefined

  constructor(most: number, mostBytes: number) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  /** Starts the work when its bytes fit in the budget. @throws the first error of earlier work */
  async add(bytes: number, work: () => Promise<void>): Promise<void> {
    while (this.#underWay.size >= this.#most || (this.#bytes > 0 && this.#bytes + bytes > this.#mostBytes))
      await Promise.race(this.#underWay)
    this.#throwFailure()
    this.#bytes += bytes
    const mine = work()
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#bytes -= bytes
        this.#underWay.delete(mine)
      })
    this.#underWay.add(mine)
  }

  /** Resolves when no work is running. @throws as `add` */
  async rest(): Promise<void> {
    await Promise.all(this.#underWay)
    this.#throwFailure()
  }

  #throwFailure() {
    if (this.#failure) throw this.#failure.error
  }
}
