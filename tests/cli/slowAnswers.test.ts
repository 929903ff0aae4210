import { createServer, type ServerResponse } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { callJson } from '../../cli/platform/callJson.ts'
import { ServerClient } from '../../cli/platform/serverClient.ts'
import { getRecipientKey } from '../../contract/schemas/uploads.ts'
import { listen } from '../listen.ts'

it('takes an answer that goes on for minutes, as on a slow line', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<ServerResponse>()
  const server = new ServerClient(await listen(createServer((_, response) => begin(response))))
  onTestFinished(() => server.close())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // Fake timers leave this one out.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const control = new AbortController()
    setTimeout(() => control.abort(), milliseconds)
    return control.signal
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const answered = callJson(server, getRecipientKey, { params: { link_token: 'abc' } }).catch(
    (error: unknown) => error,
  )
  const response = await begun
  const waits = vi.spyOn(globalThis, 'setTimeout')
  for (const piece of ['{"public_', 'key_spki":', '"AAAA"}']) {
    const before = waits.mock.calls.length
    response.write(piece)
    // Each piece that has come begins another wait.
    while (waits.mock.calls.length === before && !response.destroyed)
      await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(29_000)
  }
  response.end()
  expect(await answered).toEqual({ public_key_spki: 'AAAA' })
})
