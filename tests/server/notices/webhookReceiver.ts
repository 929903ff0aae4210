import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createWebhookClient } from '../../../server/notices/webhookClient.ts'
import { receiverCertificate as cert, receiverKey as key } from '../../fixtures/receiverCertificate.ts'

interface PostedWebhook {
  headers: IncomingHttpHeaders
  body: string
}

/** A real receiver on loopback. `answers`: a status each, or nothing at all; 200 when they are used up. */
export async function startWebhookReceiver(answers: (number | 'nothing')[] = []) {
  const posted: PostedWebhook[] = []
  const server = createServer({ cert, key }, (request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      posted.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
      const answer = answers.shift() ?? 200
      if (answer === 'nothing') return
      response.writeHead(answer, { location: '/elsewhere' })
      response.end('x'.repeat(1000))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { port, posted, url: `https://127.0.0.1:${port}/hook` }
}

/** What an operator has who allows loopback, with a receiver whose certificate is trusted. */
export const newLoopbackWebhookClient = () =>
  createWebhookClient({ isAllowed: (address) => address === '127.0.0.1', ca: cert })

/** As a receiver verifies it. */
export function hasValidSignature({ headers, body }: PostedWebhook, secret: string): boolean {
  const [, t = '', v1 = ''] =
    /^t=([0-9]+),v1=([0-9a-f]{64})$/.exec(String(headers['sealpost-signature'])) ?? []
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === v1
}
