import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { listen } from '../../listen.ts'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface ServerAnswer {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

/** @returns what is answered in place of the truth; undefined for that; null for no answer */
export type AlterAnswer = (
  received: ReceivedRequest,
  truth: ServerAnswer,
) => Partial<Omit<ServerAnswer, 'body'> & { body: string | Buffer }> | undefined

interface LyingServer {
  origin: string
  requests: ReceivedRequest[]
  alterAnswer: AlterAnswer
}

/** A server that does what ours does, and says of it what it likes. */
export async function startLyingServer(
  truth: string,
  alterAnswer: AlterAnswer = () => undefined,
): Promise<LyingServer> {
  const state: LyingServer = { origin: '', requests: [], alterAnswer }
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('error', () => undefined)
    incoming.on('end', () => {
      const { method = 'GET', url = '', headers } = incoming
      const received = { method, url, headers, body: Buffer.concat(pieces) }
      state.requests.push(received)
      const onwards = request(new URL(url, truth), {
        method,
        headers: { ...headers, host: new URL(truth).host },
      })
      onwards.on('response', (response) => {
        const answer: Buffer[] = []
        response.on('data', (piece: Buffer) => answer.push(piece))
        response.on('end', () => {
          const honest = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(answer),
          }
          const altered = { ...honest, ...state.alterAnswer(received, honest) }
          const headers: OutgoingHttpHeaders = { ...altered.headers }
          // Of what it says, not of the truth.
          delete headers['content-length']
          delete headers['transfer-encoding']
          outgoing.on('error', () => undefined)
          outgoing.writeHead(altered.status, headers).end(altered.body)
        })
      })
      onwards.on('error', () => outgoing.destroy())
      onwards.end(received.body)
    })
  })
  state.origin = await listen(server)
  return state
}
