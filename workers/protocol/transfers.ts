/**
 * [Note: No new code in the middle of a transfer]
 * An update of the application waits until no transfer is running in any tab: one service worker serves pages
 * and code to all of them. A running transfer counts itself here, and holds a lock that other tabs can see
 * and that ends with this tab.
 */
const lockPrefix = 'sealpost-transfer-'

let running = 0
const waiting = new Set<() => void>()

/** @returns an idempotent function that ends the transfer */
export function beginTransfer(): () => void {
  running += 1
  let unlock: () => void = () => undefined
  const over = new Promise<void>((resolve) => (unlock = resolve))
  // Without a lock this tab still counts its own.
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

export const isTransferring = (): boolean => running > 0

export async function whenNoTransfer(): Promise<void> {
  for (;;) {
    if (running > 0) await new Promise<void>((resolve) => waiting.add(resolve))
    const others = await lockedElsewhere()
    // A transfer of this tab may have begun meanwhile; its lock is not granted at once.
    if (others.length === 0 && running === 0) return
    await Promise.all(others)
  }
}

/** Requests for the locks of running transfers, each granted when its transfer has ended. */
async function lockedElsewhere(): Promise<Promise<unknown>[]> {
  const manager = locks()
  if (!manager) return []
  // Where the browser blocks storage, it refuses.
  const { held = [] } = await manager.query().catch(() => ({ held: [] }))
  const names = held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? name : []))
  return names.map((name) => manager.request(name, () => undefined))
}

/** Undefined in browsers without the Web Locks API. */
const locks = (): LockManager | undefined =>
  typeof navigator === 'undefined' ? undefined : (navigator as { locks?: LockManager }).locks
