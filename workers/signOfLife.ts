/**
 * [Note: Signs of life]
 * A worker may end without a word: no event tells the page when the browser takes its memory back. A Web Lock tells,
 * at once and without a clock: the worker holds one for as long as it lives, and the page stands in line for it.
 */

/** Holds the lock `name` for as long as this thread lives. Resolves as soon as it is held. */
export function holdLock(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const held = () => {
      resolve()
      return new Promise<never>(() => undefined)
    }
    navigator.locks.request(name, held).catch(reject)
  })
}
