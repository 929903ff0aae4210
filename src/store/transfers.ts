/**
 * [Note: No new code in the middle of a transfer]
 * An update of the application waits until nothing is being sent or saved. A transfer counts itself here for as long
 * as it runs.
 */
let running = 0
const waiting = new Set<() => void>()

/** @returns the function that ends it; calling it twice does no harm. */
export function transferBegan(): () => void {
  running += 1
  let ended = false
  return () => {
    if (ended) return
    ended = true
    running -= 1
    if (running > 0) return
    const callbacks = [...waiting]
    waiting.clear()
    callbacks.forEach((callback) => callback())
  }
}

/** Calls back at once when nothing runs, else after the last transfer. */
export function onceIdle(callback: () => void): void {
  if (running === 0) callback()
  else waiting.add(callback)
}
