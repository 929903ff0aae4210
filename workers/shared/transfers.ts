/**
 * [Note: No new code in the middle of a transfer]
 * An update of the application waits until no transfer is running in any tab: one service worker serves pages
 * and code to all of them. A running transfer is counted here, and holds a Web Lock, which other tabs and the
 * service worker see, and which ends with its tab.
 */
const lockPrefix = 'sealpost-transfer-'

let runningInTab = 0
const idleListeners = new Set<() => void>()

/** Counts a transfer as running. @returns an idempotent function that ends it */
export function beginTransfer(): () => void {
  runningInTab += 1
  let unlock: () => void = () => undefined
  const untilEnd = new Promise<void>((resolve) => (unlock = resolve))
  // Without a lock this tab still counts its own.
  lockManager()
    ?.request(lockPrefix + crypto.randomUUID(), () => untilEnd)
    .catch(() => undefined)
  let isEnded = false
  return () => {
    if (isEnded) return
    isEnded = true
    unlock()
    runningInTab -= 1
    if (runningInTab > 0) return
    const listeners = [...idleListeners]
    idleListeners.clear()
    listeners.forEach((listener) => listener())
  }
}

/** True while a transfer of this tab runs; those of other tabs do not count. */
export const isTabTransferring = (): boolean => runningInTab > 0

/** Resolves when no transfer runs in any tab. Never rejects. */
export async function waitForTransfersOfAllTabs(): Promise<void> {
  do {
    if (runningInTab > 0) await new Promise<void>((resolve) => idleListeners.add(resolve))
    // A transfer of this tab may begin meanwhile; its lock is not granted at once.
  } while ((await waitForTransferLocks()) || runningInTab > 0)
}

/** Waits for the locks of all running transfers. @returns true if there were any */
async function waitForTransferLocks(): Promise<boolean> {
  const manager = lockManager()
  if (!manager) return false
  try {
    const { held = [] } = await manager.query()
    const names = held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? name : []))
    await Promise.all(names.map((name) => manager.request(name, () => undefined)))
    return names.length > 0
  } catch {
    // Where the browser blocks storage, it refuses: only transfers of this tab are known.
    return false
  }
}

/** Undefined in browsers without the Web Locks API. */
const lockManager = (): LockManager | undefined =>
  typeof navigator === 'undefined' ? undefined : (navigator as { locks?: LockManager }).locks
