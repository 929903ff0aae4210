import { expose } from 'comlink'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chunkBytes, MiB, minPartChunks, sealedChunkBytes } from '../../../contract/limits.ts'
import { measureUploadRates } from '../../../src/platform/diagnostics.ts'

const forever = () => new Promise<never>(() => undefined)

let ports: MessagePort[]
let calls: string[]
let cancel: AbortController
/** The call during which the speed test is cancelled. */
let cancelledWhile: 'creating' | 'sending' | null
/** The upload that the server is asked for. */
let announced: unknown

beforeEach(() => {
  ports = []
  calls = []
  announced = null
  cancel = new AbortController()
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal(
    'fetch',
    (url: string, { method, signal, body = 'null' }: RequestInit & { body?: string }) => {
      if (method === 'POST') announced = JSON.parse(body)
      calls.push(`${method} ${url}`)
      if (method === 'POST' && cancelledWhile === 'creating') cancel.abort()
      if (signal?.aborted) return Promise.reject(new DOMException('', 'AbortError'))
      return Promise.resolve(Response.json({ upload_id: 'of-the-test' }))
    },
  )
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
          if (cancelledWhile === null) return { response: { status: 204 }, bytesSent: 0 }
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

const onStep = () => undefined
const capacity = { remainingCapacity: null, maxFileBytes: 5120 * MiB }

it.each(['creating', 'sending'] as const)(
  'a speed test that is cancelled while %s an upload leaves none behind',
  async (moment) => {
    cancelledWhile = moment
    const test = measureUploadRates('a-link', { ...capacity, signal: cancel.signal, onStep })
    await expect(test).rejects.toMatchObject({ name: 'AbortError' })
    await vi.waitFor(() => expect(calls).toHaveLength(2), 60_000)
    expect(calls[1]).toMatch(/^DELETE .*of-the-test/)
  },
)

const partBytes = minPartChunks * sealedChunkBytes
const plainPartBytes = minPartChunks * chunkBytes

it.each([
  ['has no limit', {}, 16],
  ['takes two parts more', { remainingCapacity: 2 * partBytes + MiB }, 2],
  ['would be full with the second part', { remainingCapacity: 2 * partBytes }, 1],
  ['takes small files', { maxFileBytes: 3 * plainPartBytes }, 3],
])('a speed test of a link that %s sends as many parts as it takes', async (_, limits, parts) => {
  cancelledWhile = null
  const test = measureUploadRates('a-link', { ...capacity, ...limits, signal: cancel.signal, onStep })
  expect(await test).toEqual({ hash: 1, seal: 1, upload: expect.any(Number) as number })
  expect(announced).toEqual({ size: parts * partBytes, part_size: partBytes })
})

it.each([{ remainingCapacity: 0 }, { maxFileBytes: plainPartBytes - 1 }])(
  'a speed test measures the rest where not even one part may be sent: %j',
  async (limits) => {
    cancelledWhile = null
    const test = measureUploadRates('a-link', { ...capacity, ...limits, signal: cancel.signal, onStep })
    expect(await test).toEqual({ hash: 1, seal: 1, upload: null })
    expect(calls).toEqual([])
  },
)
