import { Listeners } from '../../core/util/listeners.ts'

/**
 * [Note: Offline]
 * Whether the server can be reached. Browsers know at best whether there is a network, so calls count: one
 * without a response, or the browser's `offline` event, makes the page 'offline'. From then on the server is
 * polled, at once when the browser reports a network, else with growing pauses; any response to any call ends
 * that. Code that waits for the network subscribes here instead of retrying, and repeats failed calls when
 * the server responds again.
 */
const firstPauseMs = 1000
const maxPauseMs = 30_000
const timeoutMs = 10_000

let offline = false
const listeners = new Listeners()

export const isOffline = (): boolean => offline

/** Called when `isOffline` has changed. @returns a function that unsubscribes */
export const onConnectivityChange = listeners.subscribe

export const reportServerReachable = (): void => setOffline(false)

export const reportServerUnreachable = (): void => setOffline(true)

function setOffline(now: boolean): void {
  if (offline === now) return
  offline = now
  listeners.notify()
}

/** Call once per page: follows the browser's network events, and polls the server while it is unreachable. */
export function watchConnectivity(): void {
  let pause = firstPauseMs
  let reachableSince = -Infinity
  let polling = new AbortController()
  onConnectivityChange(() => {
    polling.abort()
    if (!offline) {
      reachableSince = performance.now()
      return
    }
    // The pause is kept when calls fail although the server responds to polls.
    if (performance.now() - reachableSince > maxPauseMs) pause = firstPauseMs
    polling = new AbortController()
    void poll(polling.signal)
  })
  window.addEventListener('offline', reportServerUnreachable)
  if (!navigator.onLine) reportServerUnreachable()

  async function poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await waitForNetwork(pause, signal)
      pause = Math.min(2 * pause, maxPauseMs)
      if (await isServerAlive(signal)) {
        reportServerReachable()
        return
      }
    }
  }
}

/** Checks whether the server responds, for pages that make no calls and would not notice otherwise. */
export async function checkServerReachable(): Promise<void> {
  if (!(await isServerAlive())) reportServerUnreachable()
}

/** True if the server responds. A proxy responds with 5xx in the place of a server that is down. */
async function isServerAlive(signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted === true) return false
  try {
    const limits = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
    const { status } = await fetch('/healthz', { cache: 'no-store', signal: limits })
    return status < 500
  } catch {
    return false
  }
}

/** Resolves after `maxMs`, when the network is back, or when `signal` aborts. */
function waitForNetwork(maxMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settled = new AbortController()
    const done = () => {
      settled.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, maxMs)
    signal.addEventListener('abort', done, { signal: settled.signal })
    addEventListener('online', done, { signal: settled.signal })
  })
}
