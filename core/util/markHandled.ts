/** Prevents an unhandled rejection of a promise that is awaited later. @returns the promise */
export function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
