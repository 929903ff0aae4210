/**
 * Marks a promise that is awaited later, so that the runtime does not report an unhandled rejection
 * meanwhile.
 * @returns the same promise
 */
export function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
