import { Agent, createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import type { WireRequest } from '../../e2e/protocol/wire.ts'
import { PatientClient } from './patientClient.ts'

const statusRequest: WireRequest = { kind: 'look', call: 'getDownloadStatus', params: { link_token: 'x' } }

async function clientOf(listener: RequestListener): Promise<PatientClient> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const agent = new Agent()
  onTestFinished(() => {
    agent.destroy()
    server.close()
  })
  return new PatientClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, agent)
}

it('asks again where nothing came, or a later answer was promised, and takes any other', async () => {
  const states = ['gone', 502, 503, 'cut', 200, 404]
  const client = await clientOf((request, reply) => {
    const state = states.shift()
    if (typeof state === 'number') reply.writeHead(state).end('whole')
    else if (state === 'gone') request.socket.destroy()
    else reply.writeHead(200, { 'content-length': 5 }).write('wh', () => reply.destroy())
  })
  expect(await client.sendWithRetries(statusRequest)).toMatchObject({ status: 200, text: 'whole' })
  expect(client.failures).toBe(4)
  expect(await client.sendWithRetries(statusRequest)).toMatchObject({ status: 404 })
  expect(client.failures).toBe(4)
})

it('tries once where it is told to', async () => {
  const states = ['gone', 503]
  const client = await clientOf((request, reply) => {
    const state = states.shift()
    if (typeof state === 'number') reply.writeHead(state).end()
    else request.socket.destroy()
  })
  await expect(client.sendOnce(statusRequest)).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(await client.sendOnce(statusRequest)).toMatchObject({ status: 503 })
  expect(client.failures).toBe(2)
})
