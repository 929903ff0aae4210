/* Calls made before the application has loaded. Imports nothing: the page's first script needs it. */

/** A call made before the application has loaded, until client.ts takes it over. */
interface Prefetched {
  readonly response: Promise<Response>
  /** Milliseconds since 1970, by this device's clock. */
  readonly sent: number
  received: number
}

const calls = new Map<string, Prefetched>()

/** Makes the call as client.ts would, which takes over the response: clone it to read it before. */
export function prefetch(url: string): Promise<Response> {
  const response = fetch(url, {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'manual',
  })
  const sent = Date.now()
  const call = { response, sent, received: sent }
  calls.set(url, call)
  const setReceived = () => void (call.received = Date.now())
  response.then(setReceived, setReceived)
  return response
}

export function takePrefetched(url: string): Prefetched | undefined {
  const call = calls.get(url)
  calls.delete(url)
  return call
}

/** Drops responses that nothing has taken: they belong to another session, or to none. */
export const forgetPrefetched = (): void => calls.clear()
