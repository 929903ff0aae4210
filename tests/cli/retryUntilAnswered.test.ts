import { expect, it } from 'vitest'
import { retryUntilAnswered } from '../../cli/retryUntilAnswered.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { testContext } from './testContext.ts'

/** Calls a server that refuses once. @returns how often it was called */
async function callsUntilAnswered(status: number): Promise<number> {
  let calls = 0
  const { report, signal } = testContext(['get'])
  const options = { origin: 'http://localhost', report, signal, delay: () => Promise.resolve() }
  await retryUntilAnswered(options, () =>
    calls++ === 0 ? Promise.reject(new FaultError(fault('refused', { status }))) : Promise.resolve(),
  ).catch(() => undefined)
  return calls
}

it.each([408, 425, 429, 500, 503, 521])('calls again after %i', async (status) => {
  expect(await callsUntilAnswered(status)).toBe(2)
})

it.each([400, 404, 501, 505, 507, 511])('takes %i for final', async (status) => {
  expect(await callsUntilAnswered(status)).toBe(1)
})
