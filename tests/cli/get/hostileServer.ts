import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** An answer of the real server, as a hostile one would give it instead. */
export interface HostileAnswer {
  readonly url: string
  readonly method: string
  /** Of the request. */
  readonly range: string | undefined
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface HostileServer {
  readonly origin: string
  /** Everything that was asked for, in order: 'GET /api/… bytes=0-9' */
  readonly requests: string[]
  /** What was sent to it. */
  readonly bodies: string[]
  readonly headers: IncomingHttpHeaders[]
  /** Bytes of bodies that were given. */
  givenBytes: number
}

/**
 * The real server behind one that lies.
 * @param change the answer, in place; what it writes to the socket itself it says by 'taken'
 */
export async function startHostileServer(
  target: string,
  change: (answer: HostileAnswer, socket: Socket) => unknown,
): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '', headers } = incoming
    const requestPieces: Buffer[] = []
    incoming.on('data', (bytes: Buffer) => requestPieces.push(bytes))
    incoming.on('end', () => {
      const { range } = headers
      proxy.requests.push(`${method} ${url}${range === undefined ? '' : ` ${range}`}`)
      proxy.bodies.push(Buffer.concat(requestPieces).toString('utf8'))
      proxy.headers.push(headers)
      const onward = request(new URL(url, target), { method, headers, agent: false }, (answered) => {
        const pieces: Buffer[] = []
        answered.on('data', (bytes: Buffer) => pieces.push(bytes))
        answered.on('end', () => {
          const rest = { ...answered.headers, 'transfer-encoding': undefined, connection: undefined }
          const answer: HostileAnswer = {
            ...{ url, method, range, status: answered.statusCode ?? 0, headers: rest },
            body: Buffer.concat(pieces),
          }
          answer.headers['content-length'] = String(answer.body.length)
          if (change(answer, incoming.socket) === 'taken') return
          proxy.givenBytes += answer.body.length
          const given = Object.entries(answer.headers).filter(([, value]) => value !== undefined)
          outgoing.writeHead(answer.status, Object.fromEntries(given) as Record<string, string>)
          const length = Number(answer.headers['content-length'])
          if (answer.body.length >= length || Number.isNaN(length)) outgoing.end(answer.body)
          else outgoing.write(answer.body, () => setTimeout(() => outgoing.destroy(), 10))
        })
      })
      onward.end(Buffer.concat(requestPieces))
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const proxy: HostileServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ requests: [], bodies: [], headers: [], givenBytes: 0 },
  }
  return proxy
}

export const isFileContent = ({ url }: Pick<HostileAnswer, 'url'>): boolean =>
  /\/file\/\d+$|\/files\?ids=/.test(url)
export const isLinkStatus = ({ url }: Pick<HostileAnswer, 'url'>): boolean => url.endsWith('/status')
