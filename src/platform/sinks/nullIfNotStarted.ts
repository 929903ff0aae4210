/** Long enough to fetch the service worker for a first download. */
const startTimeoutMs = 20_000

/** Resolves to null if a service worker does not start in time, or fails. */
export function nullIfNotStarted<T>(starting: Promise<T>): Promise<T | null> {
  const timedOut = new Promise<null>((resolve) => setTimeout(() => resolve(null), startTimeoutMs))
  return Promise.race([starting.catch(() => null), timedOut])
}
