import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'
import { verifier } from '../server/testServer.ts'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

type RequestOptions = {
  headers?: Record<string, string>
  body?: Buffer
  onData?: (bytes: Buffer) => Promise<void> | void
}

/** A client of HTTP/2 that keeps cookies and copies the CSRF token, as browsers do. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly #origin: URL
  readonly #session: ClientHttp2Session

  private constructor(origin: URL, session: ClientHttp2Session) {
    this.#origin = origin
    this.#session = session
  }

  /** @param localAddress from where it comes: 127.x.y.z */
  static async at(origin: string, localAddress = '127.0.0.1'): Promise<Visitor> {
    const url = new URL(origin)
    const socket = connectTls({
      socket: connectTcp({ host: '127.0.0.1', port: Number(url.port), localAddress }),
      servername: url.hostname,
      ALPNProtocols: ['h2'],
    })
    const session = connect(origin, { createConnection: () => socket, maxSessionMemory: 200 })
    await new Promise((resolve, reject) => session.once('connect', resolve).once('error', reject))
    session.on('error', () => undefined)
    onTestFinished(() => session.destroy())
    return new Visitor(url, session)
  }

  async signIn(): Promise<this> {
    await this.request('GET', '/api/auth/users/me')
    const answer = await this.json('POST', '/api/auth/token', { username: 'admin', password: verifier })
    if (answer.status !== 200) throw new Error(`The sign-in failed: ${String(answer.body)}`)
    return this
  }

  json(method: string, path: string, body: object): Promise<Answer> {
    return this.request(method, path, {
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    })
  }

  /** @throws where no answer comes, or breaks off */
  request(
    method: string,
    path: string,
    { headers = {}, body, onData }: RequestOptions = {},
  ): Promise<Answer> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    const token = this.cookies.get('csrftoken')
    const stream = this.#session.request({
      ':method': method,
      ':path': path,
      ...(method !== 'GET' && { origin: this.#origin.origin }),
      ...(cookie !== '' && { cookie }),
      ...(token !== undefined && { 'x-csrftoken': token }),
      ...(body && { 'content-length': String(body.length) }),
      ...headers,
    })
    return new Promise((resolve, reject) => {
      stream.once('error', reject)
      stream.once('aborted', () => reject(new Error('The answer broke off.')))
      stream.once('response', (answered) => {
        for (const line of answered['set-cookie'] ?? []) this.#keep(line)
        readBody(stream, onData).then(
          (bytes) => resolve({ status: Number(answered[':status']), headers: answered, body: bytes }),
          reject,
        )
      })
      stream.end(body)
    })
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    this.cookies.set(name, value)
  }
}

async function readBody(stream: AsyncIterable<Buffer>, onData: RequestOptions['onData']): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) {
    pieces.push(piece)
    await onData?.(piece)
  }
  return Buffer.concat(pieces)
}
