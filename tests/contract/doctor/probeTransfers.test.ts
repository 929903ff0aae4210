import { expect, it } from 'vitest'
import { cutAfterSeconds } from '../../../contract/doctor/probeTransfers.ts'

it.each([
  [200, '', null],
  [504, '<html>', 30],
  [0, '', 30],
  [503, '{"detail":"…","code":"busy"}', undefined],
  // A proxy's own.
  [504, '{"code":504,"message":"upstream request timeout"}', 30],
  [504, '{"code":"UPSTREAM_TIMEOUT"}', 30],
])('takes status %i with %s for a request that was cut off after: %s', (status, body, seconds) => {
  expect(cutAfterSeconds({ status, ms: 30_000, body: new TextEncoder().encode(body) })).toBe(seconds)
})
