import { isRedirectOrPage, isStatusOfOther, type ServerState } from '../../core/faults/otherAnswer.ts'
import { Listeners } from '../../core/util/listeners.ts'

/**
 * [Note: Offline]
 * Whether the server can be reached. Browsers know at best whether there is a network, so calls count: one
 * without a response, or the browser's `offline` event, makes the page 'offline'. So does one that something else
 * answers in the place of the server ([Note: Other answers]). From then on the server is polled, at once when the
 * browser reports a network, else with growing pauses; any response of the server to any call ends that. Code that
 * waits for the network subscribes here instead of retrying, and repeats failed calls when the server responds again.
 */
const firstPauseMs = 1000
const maxPauseMs = 30_000
const timeoutMs = 10_000

let state: ServerState = 'reachable'
/** Transfers that something else answers, perhaps while the server answers other calls. */
const replacedTransfers = new Set<object>()
const listeners = new Listeners()

export const serverState = (): ServerState => (replacedTransfers.size > 0 ? 'replaced' : state)

export const isOffline = (): boolean => state !== 'reachable'

/** Called when `serverState` has changed. @returns a function that unsubscribes */
export const onConnectivityChange = listeners.subscribe

export function reportServer(newState: ServerState): void {
  if (state === newState) return
  state = newState
  listeners.notify()
}

/** @param transfer any object that identifies it; reported as not replaced at its end */
export function reportTransfer(transfer: object, isReplaced: boolean): void {
  const previousState = serverState()
  if (isReplaced) replacedTransfers.add(transfer)
  else replacedTransfers.delete(transfer)
  if (serverState() !== previousState) listeners.notify()
}

/** Call once per page: follows the browser's network events, and polls the server while it is unreachable. */
export function watchConnectivity(): void {
  let pause = firstPauseMs
  let reachableSince = -Infinity
  let polling = new AbortController()
  onConnectivityChange(() => {
    polling.abort()
    if (state === 'reachable') {
      reachableSince = performance.now()
      return
    }
    // The pause is kept when calls fail although the server responds to polls.
    if (performance.now() - reachableSince > maxPauseMs) pause = firstPauseMs
    polling = new AbortController()
    void poll(polling.signal)
  })
  const reportOffline = () => reportServer('unreachable')
  window.addEventListener('offline', reportOffline)
  if (!navigator.onLine) reportOffline()

  async function poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await waitForNetwork(pause, signal)
      pause = Math.min(2 * pause, maxPauseMs)
      if (isAborted(signal)) return
      const foundState = await findServer(signal)
      if (isAborted(signal)) return
      reportServer(foundState)
      if (foundState === 'reachable') return
    }
  }
}

/** Checks whether the server responds, for pages that make no calls and would not notice otherwise. */
export async function checkServerReachable(): Promise<void> {
  const foundState = await findServer()
  if (foundState !== 'reachable') reportServer(foundState)
}

/** Checks whether the server responds. A proxy responds with 5xx in the place of a server that is down. */
async function findServer(signal?: AbortSignal): Promise<ServerState> {
  try {
    const limits = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
    const response = await fetch('/healthz', { cache: 'no-store', redirect: 'manual', signal: limits })
    if (isRedirectOrPage(response) || isStatusOfOther(response.status)) return 'replaced'
    return response.status < 500 ? 'reachable' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** A call, as the type checker takes a property for unchanged while the code waits. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted

/** Resolves after `maxMs`, when the network is back, or when `signal` aborts. */
function waitForNetwork(maxMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settled = new AbortController()
    const settle = () => {
      settled.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(settle, maxMs)
    signal.addEventListener('abort', settle, { signal: settled.signal })
    addEventListener('online', settle, { signal: settled.signal })
  })
}
