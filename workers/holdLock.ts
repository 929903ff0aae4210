/**
 * [Note: Signs of life]
 * A worker may end silently: no event is fired when the browser reclaims its memory. A Web Lock shows it, at
 * once and without a timer: the worker holds one for as long as it lives, and the page requests the same one.
 */

/** Holds the lock `name` for as long as this thread lives. Resolves once it is held. */
export function holdLock(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const onGranted = () => {
      resolve()
      return new Promise<never>(() => undefined)
    }
    navigator.locks.request(name, onGranted).catch(reject)
  })
}
