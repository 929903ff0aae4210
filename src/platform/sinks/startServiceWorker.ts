/** Long enough to fetch the service worker for a first download. */
const startTimeoutMs = 20_000

/** Resolves to null if a service worker does not start in time, or fails. */
export function nullIfNotStarted<T>(starting: Promise<T>): Promise<T | null> {
  const timedOut = new Promise<null>((resolve) => setTimeout(() => resolve(null), startTimeoutMs))
  return Promise.race([starting.catch(() => null), timedOut])
}

/**
 * Registers a service worker; fetches nothing if it is registered.
 * @returns the active worker; null if its installation fails @throws if registration is refused
 */
export async function activateServiceWorker(scriptUrl: string, scope: string): Promise<ServiceWorker | null> {
  const registration = await navigator.serviceWorker.register(scriptUrl, { scope })
  const { active, installing, waiting } = registration
  const pending = installing ?? waiting
  if (active || !pending) return active
  return new Promise((resolve) => {
    pending.addEventListener('statechange', () => {
      if (pending.state === 'activated') resolve(pending)
      if (pending.state === 'redundant') resolve(null)
    })
  })
}
