import { createServer, request } from 'node:http'
import { listen } from '../../../listen.ts'

/** What of an answer is altered; undefined, also later, leaves it as it is. */
type AlterAnswer = (call: string, answer: unknown) => unknown

/** Whatever stands in front of an honest server can do what a hostile one could. */
export interface AlteringProxy {
  origin: string
  /** Of JSON; the call is its method and path: 'GET /api/folders/1'. */
  alterAnswer: AlterAnswer
  /** Of the path, before it is asked for: other bytes come. */
  reroute: (path: string) => string
  /** The server does what it was asked, and its answer is lost. */
  losesAnswer: (call: string) => boolean
  /** Nobody answers. */
  isAway: boolean
  /** The answer of something else in the place of the server; undefined where the server answers. */
  otherAnswer: (call: string) => OtherAnswer | undefined
  readonly calls: string[]
}

export interface OtherAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers of proxies, and of networks that want a sign-in. */
export const otherAnswers = {
  'a page with 200': { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Sign in</p>' },
  'a page with 403': { status: 403, headers: { 'content-type': 'text/html' }, body: '<p>Too large</p>' },
  'a way elsewhere': { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' },
} as const satisfies Record<string, OtherAnswer>

export async function startAlteringProxy(target: string): Promise<AlteringProxy> {
  const proxy: AlteringProxy = {
    origin: '',
    alterAnswer: () => undefined,
    reroute: (path) => path,
    losesAnswer: () => false,
    isAway: false,
    otherAnswer: () => undefined,
    calls: [],
  }
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming
    if (proxy.isAway) {
      incoming.socket.destroy()
      return
    }
    proxy.calls.push(`${method} ${url}`)
    const other = proxy.otherAnswer(`${method} ${url}`)
    if (other) {
      incoming.resume()
      outgoing.writeHead(other.status, other.headers).end(other.body)
      return
    }
    const onward = request(
      new URL(proxy.reroute(url), target),
      { method, headers: incoming.headers },
      (answer) => {
        const { statusCode = 500, headers } = answer
        if (proxy.losesAnswer(`${method} ${url}`)) {
          outgoing.destroy()
          return
        }
        if (headers['content-type']?.startsWith('application/json') !== true || statusCode !== 200) {
          outgoing.writeHead(statusCode, headers)
          answer.pipe(outgoing)
          return
        }
        void (async () => {
          const pieces: Buffer[] = []
          for await (const piece of answer as AsyncIterable<Buffer>) pieces.push(piece)
          const text = Buffer.concat(pieces).toString()
          const other = await proxy.alterAnswer(`${method} ${url}`, JSON.parse(text))
          const body = Buffer.from(other === undefined ? text : JSON.stringify(other))
          const others = { ...headers }
          delete others['transfer-encoding']
          outgoing.writeHead(statusCode, { ...others, 'content-length': String(body.length) })
          outgoing.end(body)
        })()
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  proxy.origin = await listen(server)
  return proxy
}
