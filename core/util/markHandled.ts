/**
 * Whoever waits for it, later, hears of its failure; without this the runtime would call that unhandled meanwhile.
 * @returns the same promise
 */
export function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
