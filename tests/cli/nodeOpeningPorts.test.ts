import { createServer, type ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { nodeOpeningPorts } from '../../cli/platform/nodeOpeningPorts.ts'
import { ServerClient } from '../../cli/platform/serverClient.ts'
import { listen } from '../listen.ts'

/** Begins a GET of a response that never ends. @param begin sends what comes of it; called with a request */
async function startEndlessGet(begin: (response: ServerResponse) => void) {
  const { promise: isAsked, resolve } = Promise.withResolvers<null>()
  const origin = await listen(
    createServer((_, response) => {
      begin(response)
      resolve(null)
    }),
  )
  const server = new ServerClient(origin)
  onTestFinished(() => server.close())
  const control = new AbortController()
  return { control, isAsked, response: nodeOpeningPorts(server).get('/', { signal: control.signal }) }
}

it.each([new Error('enough'), new DOMException('enough', 'AbortError')])(
  'rejects with the reason of an abort before a response: %s',
  async (reason) => {
    const { control, isAsked, response } = await startEndlessGet(() => undefined)
    await isAsked
    control.abort(reason)
    await expect(response).rejects.toBe(reason)
  },
)

it('ends a body with the reason of an abort', async () => {
  const { control, response } = await startEndlessGet((outgoing) => outgoing.write('some'))
  const reader = (await response).body?.getReader()
  await reader?.read()
  const next = reader?.read()
  const reason = new Error('enough')
  control.abort(reason)
  await expect(next).rejects.toBe(reason)
})
