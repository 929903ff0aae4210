/**
 * [Note: Offline]
 * Whether the server can be reached. Browsers know whether there is a network, and often not even that, so what calls
 * tell counts: one that stays without an answer, or the browser's word that the network has gone, makes the page
 * 'offline'. From then on the server is asked for a sign of life, at once when the browser says that the network is
 * back, else ever more rarely; any answer to any call ends it. Whoever waits for the network listens here and does not
 * try by itself: what was refused for want of it is asked again when an answer can be had.
 */
const firstPause = 1000
const longestPause = 30_000
const timeoutMs = 10_000

let offline = false
const listeners = new Set<() => void>()

export const isOffline = (): boolean => offline

/** Called whenever `isOffline` has changed. @returns ends that */
export function onReachChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A call had an answer, whatever it said. */
export const serverAnswered = (): void => turn(false)

/** A call had none. */
export const serverUnreachable = (): void => turn(true)

function turn(now: boolean): void {
  if (offline === now) return
  offline = now
  listeners.forEach((listener) => listener())
}

/** For the page, once: hears what the browser knows of the network, and asks for the server while it is out of reach. */
export function watchReach(): void {
  let pause = firstPause
  let backSince = -Infinity
  let asking = new AbortController()
  onReachChange(() => {
    asking.abort()
    if (!offline) {
      backSince = performance.now()
      return
    }
    // Where calls fail although the server is alive, nothing is asked again and again without a pause.
    if (performance.now() - backSince > longestPause) pause = firstPause
    asking = new AbortController()
    void ask(asking.signal)
  })
  window.addEventListener('offline', serverUnreachable)
  if (!navigator.onLine) serverUnreachable()

  async function ask(signal: AbortSignal): Promise<void> {
    do {
      await networkOr(pause, signal)
      pause = Math.min(2 * pause, longestPause)
      if (signal.aborted) return
    } while (!(await isAlive(signal)))
    serverAnswered()
  }
}

/** For pages that call nothing by themselves, and would not notice. */
export async function askForServer(): Promise<void> {
  if (!(await isAlive())) serverUnreachable()
}

/** What stands in front of the server may answer in its place, and then says 5xx. */
async function isAlive(signal?: AbortSignal): Promise<boolean> {
  try {
    const limits = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
    const { status } = await fetch('/healthz', { cache: 'no-store', signal: limits })
    return status < 500
  } catch {
    return false
  }
}

/** After so many milliseconds, or as soon as the network is back, or nobody waits any more. */
function networkOr(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController()
    const done = () => {
      over.abort()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done, { signal: over.signal })
    addEventListener('online', done, { signal: over.signal })
  })
}
