/**
 * [Note: No new code in the middle of a transfer]
 * An update of the application waits until nothing is being sent or saved, in this tab or in another: one service worker
 * gives all of them their pages and their parts. A transfer counts itself here for as long as it runs, and holds a lock
 * of its own that the other tabs can see and that goes with this tab, whatever becomes of it.
 */
const lockPrefix = 'sealpost-transfer-'

let running = 0
const waiting = new Set<() => void>()

/** @returns the function that ends it; calling it twice does no harm. */
export function transferBegan(): () => void {
  running += 1
  let unlock: () => void = () => undefined
  const over = new Promise<void>((resolve) => (unlock = resolve))
  // Without it this tab still knows of itself.
  locks()
    ?.request(lockPrefix + crypto.randomUUID(), () => over)
    .catch(() => undefined)
  let ended = false
  return () => {
    if (ended) return
    ended = true
    unlock()
    running -= 1
    if (running > 0) return
    const callbacks = [...waiting]
    waiting.clear()
    callbacks.forEach((callback) => callback())
  }
}

/** In this tab. */
export const isTransferring = (): boolean => running > 0

/** Resolves when nothing runs, here or in another tab. */
export async function whenIdle(): Promise<void> {
  for (;;) {
    if (running > 0) await new Promise<void>((resolve) => waiting.add(resolve))
    const others = await lockedElsewhere()
    // A transfer of this tab may have begun meanwhile; its lock is not granted at once.
    if (others.length === 0 && running === 0) return
    await Promise.all(others)
  }
}

/** Locks of transfers that run, each of which is had when its transfer has ended. */
async function lockedElsewhere(): Promise<Promise<unknown>[]> {
  const manager = locks()
  if (!manager) return []
  const { held = [] } = await manager.query()
  const names = held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? name : []))
  return names.map((name) => manager.request(name, () => undefined))
}

/** Nothing where the browser has none. */
const locks = (): LockManager | undefined =>
  typeof navigator === 'undefined' ? undefined : (navigator as { locks?: LockManager }).locks
