import { afterEach, describe, expect, it, vi } from 'vitest'
import { callApi } from '../../../src/api/client.ts'
import { updateServerClock, serverTimeIfDifferent, serverNow } from '../../../src/api/serverClock.ts'

const dayMs = 24 * 3600 * 1000
const deviceTime = Date.parse('2026-11-25T12:00:00Z')
const httpDate = (time: number) => new Date(time).toUTCString()
const daysAhead = (now = deviceTime) => (serverNow(now) - now) / dayMs

afterEach(() => {
  updateServerClock(httpDate(deviceTime), deviceTime, deviceTime)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the time of the server', () => {
  it('is told by every answer of a call', async () => {
    vi.useFakeTimers({ now: deviceTime })
    vi.stubGlobal('document', { cookie: '' })
    for (const days of [4, -400]) {
      const headers = { date: httpDate(deviceTime + days * dayMs) }
      vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { headers })))
      await callApi('getCurrentUser')
      expect(serverTimeIfDifferent() !== null).toBe(true)
      expect(daysAhead()).toBe(days)
    }
  })

  it('is that of this device where they differ by no more than answers take', () => {
    updateServerClock(httpDate(deviceTime + 90_000), deviceTime, deviceTime)
    expect([serverTimeIfDifferent() !== null, daysAhead()]).toEqual([false, 0])
    updateServerClock(httpDate(deviceTime + 3 * 60_000), deviceTime, deviceTime)
    expect(serverTimeIfDifferent() !== null).toBe(true)
  })

  it('is not taken from an answer without one, or of which nobody knows when it was made', () => {
    updateServerClock(httpDate(deviceTime + dayMs), deviceTime, deviceTime)
    for (const date of [null, 'yesterday']) updateServerClock(date, deviceTime, deviceTime)
    updateServerClock(httpDate(deviceTime), deviceTime, deviceTime + 31_000)
    updateServerClock(httpDate(deviceTime), deviceTime, deviceTime - 1)
    expect(daysAhead()).toBe(1)
  })
})
