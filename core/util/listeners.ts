/** Functions to call when something has changed. */
export class Listeners {
  readonly #all = new Set<() => void>()

  /** @returns a function that unsubscribes */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  notify(): void {
    for (const listener of this.#all) listener()
  }
}
