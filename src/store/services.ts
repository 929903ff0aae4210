/**
 * [Note: Services]
 * Objects that live as long as the store and cannot be serialized: workers, keys, abort controllers. Each
 * class is instantiated on first use by thunks, which get the store's services as their extra argument.
 */
export class Services {
  readonly #instances = new Map<new () => object, object>()

  of<D extends object>(kind: new () => D): D {
    const instance = this.#instances.get(kind) ?? new kind()
    this.#instances.set(kind, instance)
    return instance as D
  }
}
