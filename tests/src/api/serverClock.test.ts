import { afterEach, describe, expect, it, vi } from 'vitest'
import { callApi } from '../../../src/api/client.ts'
import { updateServerClock, serverTimeIfDifferent, serverNow } from '../../../src/api/serverClock.ts'

const day = 24 * 3600 * 1000
const device = Date.parse('2026-11-25T12:00:00Z')
const at = (time: number) => new Date(time).toUTCString()
const ahead = (now = device) => (serverNow(now) - now) / day

afterEach(() => {
  updateServerClock(at(device), device, device)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the time of the server', () => {
  it('is told by every answer of a call', async () => {
    vi.useFakeTimers({ now: device })
    vi.stubGlobal('document', { cookie: '' })
    for (const days of [4, -400]) {
      const headers = { date: at(device + days * day) }
      vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { headers })))
      await callApi('getCurrentUser')
      expect(serverTimeIfDifferent() !== null).toBe(true)
      expect(ahead()).toBe(days)
    }
  })

  it('is that of this device where they differ by no more than answers take', () => {
    updateServerClock(at(device + 90_000), device, device)
    expect([serverTimeIfDifferent() !== null, ahead()]).toEqual([false, 0])
    updateServerClock(at(device + 3 * 60_000), device, device)
    expect(serverTimeIfDifferent() !== null).toBe(true)
  })

  it('is not taken from an answer without one, or of which nobody knows when it was made', () => {
    updateServerClock(at(device + day), device, device)
    for (const date of [null, 'yesterday']) updateServerClock(date, device, device)
    updateServerClock(at(device), device, device + 31_000)
    updateServerClock(at(device), device, device - 1)
    expect(ahead()).toBe(1)
  })
})
