import { expose } from 'comlink'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { measureUploadRates } from '../../../src/platform/diagnostics.ts'

const forever = () => new Promise<never>(() => undefined)

let ports: MessagePort[]
let calls: string[]
let cancel: AbortController
/** The call during which the speed test is cancelled. */
let cancelledWhile: 'creating' | 'sending'

beforeEach(() => {
  ports = []
  calls = []
  cancel = new AbortController()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', (url: string, { method, signal }: RequestInit) => {
    calls.push(`${method} ${url}`)
    if (method === 'POST' && cancelledWhile === 'creating') cancel.abort()
    if (signal?.aborted) return Promise.reject(new DOMException('', 'AbortError'))
    return Promise.resolve(Response.json({ upload_id: 'of-the-test' }))
  })
  vi.stubGlobal('ErrorEvent', class extends Event {})
  vi.stubGlobal('Worker', function startThread() {
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    expose(
      {
        holdLock: forever,
        measureHash: () => 1,
        measureSeal: () => 1,
        sendSample: () => {
          cancel.abort()
          return forever()
        },
      },
      port1,
    )
    return Object.assign(port2, { terminate: () => port2.close() })
  })
})
afterEach(() => {
  for (const port of ports) port.close()
  vi.unstubAllGlobals()
})

it.each(['creating', 'sending'] as const)(
  'a speed test that is cancelled while %s an upload leaves none behind',
  async (moment) => {
    cancelledWhile = moment
    const test = measureUploadRates('a-link', { signal: cancel.signal, onStep: () => undefined })
    await expect(test).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(calls).toHaveLength(2), 60_000)
    expect(calls[1]).toMatch(/^DELETE .*of-the-test/)
  },
)
