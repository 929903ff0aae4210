import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A request as it stands on the wire; header names, values and target may hold any byte (as Latin-1). */
export interface RawRequest {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: Buffer
  /** The client closes its side when everything is sent: for requests that announce more than they bring. */
  endsEarly: boolean
}

export interface RawAnswer {
  status: number
  headers: Map<string, string>
  body: Buffer
}

const responseTimeoutMs = 10_000

/**
 * Sends one request on a connection of its own. Node's clients refuse much of what has to be sent here.
 * Undefined when the server closes the connection without an answer.
 * @throws Error when it has not answered in whole after `responseMs`
 */
export async function sendRawRequest(origin: string, request: RawRequest): Promise<RawAnswer | undefined> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  const received: Buffer[] = []
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort()
    socket.destroy()
  }, responseTimeoutMs)
  socket.on('data', (bytes: Buffer) => {
    received.push(bytes)
    if (readAnswer(Buffer.concat(received), request.method, false)) socket.destroy()
  })
  // A server that has answered may close while we still send.
  socket.on('error', () => undefined)
  socket.on('end', () => socket.end())
  const closed = once(socket, 'close')
  socket.write(encodeHead(request), 'latin1')
  if (request.body.length > 0) socket.write(request.body)
  if (request.endsEarly) {
    // Whatever the server begins upon the head, it shall have begun.
    await delay(20)
    socket.end()
  }
  await closed.catch(() => undefined)
  clearTimeout(timer)
  if (late.signal.aborted) throw new Error(`no answer after ${responseTimeoutMs} ms`)
  return readAnswer(Buffer.concat(received), request.method, true)
}

export function encodeHead({ method, target, headers }: RawRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** The first final answer in `bytes`; undefined while it is not whole. */
function readAnswer(bytes: Buffer, method: string, ended: boolean): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(first)?.[1])
  const rest = bytes.subarray(end + 4)
  if (status < 200) return readAnswer(rest, method, ended)
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const answer = (body: Buffer) => ({ status, headers, body })
  if (method === 'HEAD' || status === 204 || status === 304) return answer(Buffer.alloc(0))
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = joinChunks(rest)
    return body && answer(body)
  }
  const length = headers.get('content-length')
  if (length === undefined) return ended ? answer(rest) : undefined
  return rest.length >= Number(length) ? answer(rest.subarray(0, Number(length))) : undefined
}

function joinChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return undefined
    const length = parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (length === 0) return Buffer.concat(chunks)
    if (bytes.length < lineEnd + 4 + length) return undefined
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length))
    at = lineEnd + 4 + length
  }
}

/** The same bytes in chunks of transfer encoding. */
export function encodeChunks(body: Buffer, chunkBytes: number): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes)
    pieces.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')])
}
