import { onTestFinished } from 'vitest'

/** Counts turns of the event loop until the test ends: callbacks of others run between two of them. @returns the count */
export function countLoopTurns(): () => number {
  let turns = 0
  let next = setImmediate(count)
  function count(): void {
    turns++
    next = setImmediate(count)
  }
  onTestFinished(() => clearImmediate(next))
  return () => turns
}
