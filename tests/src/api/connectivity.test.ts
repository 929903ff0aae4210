import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const server = { alive: false, isReplaced: false }
let requestSeconds: number[] = []

/** A fresh page that watches; the server answers when `server.alive`. */
async function freshPage({ onLine = true } = {}) {
  vi.resetModules()
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('fetch', (address: string) => {
    expect(address).toBe('/healthz')
    requestSeconds.push(Math.round(performance.now() / 1000))
    if (server.isReplaced)
      return Promise.resolve(new Response('<p>', { headers: { 'content-type': 'text/html' } }))
    return server.alive ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'))
  })
  const reach = await import('../../../src/api/connectivity.ts')
  const heard: boolean[] = []
  reach.onConnectivityChange(() => heard.push(reach.isOffline()))
  reach.watchConnectivity()
  return { ...reach, heard, hears: (event: string) => page.dispatchEvent(new Event(event)) }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  server.alive = false
  server.isReplaced = false
  requestSeconds = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks ever more rarely while the server does not answer, and no more when it has', async () => {
  const page = await freshPage()
  page.reportServer('unreachable')
  expect(page.isOffline()).toBe(true)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(requestSeconds).toEqual([1, 3, 7, 15, 31, 61, 91])
  server.alive = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestSeconds).toHaveLength(8)
  expect(page.heard).toEqual([true, false])
})

it('asks at once when the network is back, and takes any answer to any call for one', async () => {
  const page = await freshPage({ onLine: false })
  expect(page.isOffline()).toBe(true)
  server.alive = true
  page.hears('online')
  await vi.advanceTimersByTimeAsync(0)
  expect(page.isOffline()).toBe(false)

  page.hears('offline')
  expect(page.isOffline()).toBe(true)
  page.reportServer('reachable')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requestSeconds).toHaveLength(1)
  expect(page.heard).toEqual([true, false, true, false])
})

it('ends polling that a response to another call overtook, and lengthens no pause for it', async () => {
  const page = await freshPage()
  vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
    requestSeconds.push(Math.round(performance.now() / 1000))
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  })
  page.reportServer('unreachable')
  await vi.advanceTimersByTimeAsync(1000)
  page.reportServer('reachable')
  await vi.advanceTimersByTimeAsync(0)
  expect(vi.getTimerCount()).toBe(0)
  page.reportServer('unreachable')
  await vi.advanceTimersByTimeAsync(2000)
  expect(requestSeconds).toEqual([1, 3])
})

it('does not fall into asking between requests where calls fail though the server answers', async () => {
  const page = await freshPage()
  server.alive = true
  for (let round = 0; round < 4; round++) {
    page.reportServer('unreachable')
    await vi.advanceTimersByTimeAsync(2 ** round * 1000)
    expect(page.isOffline()).toBe(false)
  }
  expect(requestSeconds).toEqual([1, 3, 7, 15])
})

it('knows that something else answers, and goes on when the server does', async () => {
  const page = await freshPage()
  server.isReplaced = true
  page.reportServer('unreachable')
  await vi.advanceTimersByTimeAsync(1000)
  expect(page.serverState()).toBe('replaced')
  expect(page.isOffline()).toBe(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(page.serverState()).toBe('replaced')
  server.isReplaced = false
  server.alive = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.serverState()).toBe('reachable')
})

it('says that something else answers while a transfer meets it, though the server answers calls', async () => {
  const page = await freshPage()
  server.alive = true
  const [upload, download] = [{}, {}]
  page.reportTransfer(upload, true)
  page.reportTransfer(download, true)
  page.reportServer('reachable')
  expect(page.serverState()).toBe('replaced')
  expect(page.isOffline()).toBe(false)
  page.reportTransfer(upload, false)
  expect(page.serverState()).toBe('replaced')
  page.reportTransfer(download, false)
  expect(page.serverState()).toBe('reachable')
  expect(page.heard).toHaveLength(2)
})

it.each([
  [401, 'replaced'],
  [403, 'replaced'],
  [511, 'replaced'],
  [404, 'reachable'],
  [429, 'reachable'],
  [502, 'unreachable'],
])('takes the answer %i for %s', async (status, state) => {
  const page = await freshPage()
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status })))
  await page.checkServerReachable()
  expect(page.serverState()).toBe(state)
})
