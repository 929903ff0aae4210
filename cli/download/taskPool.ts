/** Runs work concurrently within a memory budget. */
export class TaskPool {
  readonly #running = new Set<Promise<void>>()
  readonly #maxTasks: number
  readonly #maxBytes: number
  #bytes = 0
  #failure: { error: unknown } | undefined

  constructor(maxTasks: number, maxBytes: number) {
    this.#maxTasks = maxTasks
    this.#maxBytes = maxBytes
  }

  /** Starts work once its bytes fit in the budget, and resolves then. @throws the first error of earlier work */
  async add(bytes: number, work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#maxTasks || (this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes))
      await Promise.race(this.#running)
    this.#throwFailure()
    this.#bytes += bytes
    const task = work()
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => {
        this.#bytes -= bytes
        this.#running.delete(task)
      })
    this.#running.add(task)
  }

  /** Resolves when no work is running. @throws as `add` */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#running)
    this.#throwFailure()
  }

  #throwFailure() {
    if (this.#failure) throw this.#failure.error
  }
}
