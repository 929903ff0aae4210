import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { listen } from '../../listen.ts'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface GivenAnswer {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

/** @returns what is answered in place of the truth; undefined for that; null for no answer */
export type Lie = (
  heard: ReceivedRequest,
  truth: GivenAnswer,
) => Partial<Omit<GivenAnswer, 'body'> & { body: string | Buffer }> | undefined

interface LyingServer {
  origin: string
  heard: ReceivedRequest[]
  lie: Lie
}

/** A server that does what ours does, and says of it what it likes. */
export async function startLyingServer(truth: string, lie: Lie = () => undefined): Promise<LyingServer> {
  const its: LyingServer = { origin: '', heard: [], lie }
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.on('error', () => undefined)
    incoming.on('end', () => {
      const { method = 'GET', url = '', headers } = incoming
      const heard = { method, url, headers, body: Buffer.concat(pieces) }
      its.heard.push(heard)
      const onwards = request(new URL(url, truth), {
        method,
        headers: { ...headers, host: new URL(truth).host },
      })
      onwards.on('response', (response) => {
        const answer: Buffer[] = []
        response.on('data', (piece: Buffer) => answer.push(piece))
        response.on('end', () => {
          const said = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(answer),
          }
          const told = { ...said, ...its.lie(heard, said) }
          const headers: OutgoingHttpHeaders = { ...told.headers }
          // Of what it says, not of the truth.
          delete headers['content-length']
          delete headers['transfer-encoding']
          outgoing.on('error', () => undefined)
          outgoing.writeHead(told.status, headers).end(told.body)
        })
      })
      onwards.on('error', () => outgoing.destroy())
      onwards.end(heard.body)
    })
  })
  its.origin = await listen(server)
  return its
}
