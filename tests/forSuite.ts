import { beforeAll, onTestFinished } from 'vitest'

type Cleanup = () => unknown

/** Functions that end the suite that is being set up; undefined during tests. */
let suiteCleanups: Cleanup[] | undefined

/** Calls `end` after the test, or after the suite whose part `forSuite` makes; the last one first. */
export function atEnd(end: Cleanup): void {
  if (suiteCleanups) suiteCleanups.push(end)
  else onTestFinished(async () => void (await end()))
}

/** Makes something once for all tests of the suite, which must leave it as it is. @returns access to it */
export function forSuite<T>(make: () => Promise<T>): () => T {
  let made: { value: T } | undefined
  beforeAll(async () => {
    const ends: Cleanup[] = (suiteCleanups = [])
    try {
      made = { value: await make() }
    } finally {
      suiteCleanups = undefined
    }
    return async () => {
      for (const end of ends.reverse()) await end()
    }
  })
  return () => {
    if (!made) throw new Error('It is made when the tests begin.')
    return made.value
  }
}
