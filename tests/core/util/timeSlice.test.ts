import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resultInSlices, runInSlices } from '../../../core/util/timeSlice.ts'

// Each look at the clock finds a slice over.
beforeEach(() => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
})
afterEach(() => vi.restoreAllMocks())

function* countSteps(count: number, failsAt = Infinity): Generator<void, number> {
  for (let step = 0; step < count; step++) {
    if (step === failsAt) throw new Error('no memory')
    yield
  }
  return count
}

it('long work ends with its result, slice by slice', async () => {
  expect(await resultInSlices(countSteps(5))).toBe(5)
  expect(await new Promise((resolve) => void runInSlices(countSteps(5), resolve))).toBe(5)
})

it('an error of a later slice is thrown to whoever waits for the result', async () => {
  await expect(resultInSlices(countSteps(5, 3))).rejects.toThrow('no memory')
})

it('what is cancelled has no result', async () => {
  const onDone = vi.fn()
  runInSlices(countSteps(5), onDone)()
  await resultInSlices(countSteps(9))
  expect(onDone).not.toHaveBeenCalled()
})
