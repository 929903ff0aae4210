import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { verifyUploadPassword } from '../../contract/schemas/uploads.ts'
import { nodeUploadCalls } from '../../cli/platform/nodeUploadCalls.ts'
import { callJson } from '../../cli/platform/callJson.ts'
import { ServerClient } from '../../cli/platform/serverClient.ts'

const unknownFieldDetail = [{ loc: ['body', 'later'], msg: 'Unknown field.', type: 'unknown_field' }]

/** The first answer is of a server of an older build, further ones of another server. @returns what came */
async function serversOfTwoBuilds(status: number, body: object, onRefused?: () => void) {
  const bodies: string[] = []
  const servers = createServer((request, response) => {
    let sent = ''
    request.on('data', (bytes: Buffer) => (sent += bytes.toString()))
    request.on('end', () => {
      const isFirst = bodies.push(sent) === 1
      if (isFirst && onRefused) response.on('finish', onRefused)
      response
        .writeHead(isFirst ? 422 : status, { 'content-type': 'application/json' })
        .end(JSON.stringify(isFirst ? { detail: unknownFieldDetail, code: 'unknownField' } : body))
    })
  })
  servers.listen(0, '127.0.0.1')
  await once(servers, 'listening')
  onTestFinished(() => {
    servers.close()
    servers.closeAllConnections()
  })
  return { bodies, server: new ServerClient(`http://127.0.0.1:${(servers.address() as AddressInfo).port}`) }
}

it('asks again where a server is of an older build than the program', async () => {
  const { bodies, server } = await serversOfTwoBuilds(200, { message: 'ok' })
  const what = { params: { link_token: 'abc' }, body: { link_password: 'a' } }
  await expect(callJson(server, verifyUploadPassword, what)).resolves.toEqual({ message: 'ok' })
  expect(bodies).toEqual(Array(2).fill('{"link_password":"a"}'))
})

it('asks again where such a server is to make ready for a large file', async () => {
  const { bodies, server } = await serversOfTwoBuilds(201, { upload_id: 'A'.repeat(22) })
  const answer = await nodeUploadCalls(server, 'abc').create(9, 7, new AbortController().signal)
  expect(answer).not.toMatchObject({ fault: { code: 'unknownField' } })
  expect(bodies).toEqual(Array(2).fill('{"size":9,"part_size":7}'))
})

it('takes no answer for one when it is stopped meanwhile', async () => {
  const stop = new AbortController()
  const { bodies, server } = await serversOfTwoBuilds(201, {}, () => stop.abort())
  const answer = await nodeUploadCalls(server, 'abc').create(9, 7, stop.signal)
  expect(answer).toMatchObject({ ok: false, fault: { code: 'unanswered' } })
  expect(bodies).toHaveLength(1)
})
