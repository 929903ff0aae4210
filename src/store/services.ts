/**
 * [Note: Services]
 * What lives as long as the store and cannot lie in it: threads that work, keys, what can be cancelled. Each kind is made
 * when it is first asked for, by thunks, which are handed the services of their store as third argument.
 */
export class Services {
  readonly #made = new Map<new () => object, object>()

  of<D extends object>(kind: new () => D): D {
    const made = this.#made.get(kind) ?? new kind()
    this.#made.set(kind, made)
    return made as D
  }
}
