import { connect, type Socket } from 'node:net'
import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { isSuccess, idleTimeoutMs, type WireAnswer, type WireRequest } from '../../e2e/protocol/wire.ts'

const readBytes = 256 * 1024
const nothing = Buffer.alloc(0)

/** An answer that is pending. */
interface PendingResponse {
  take: NonNullable<WireRequest['takeBytes']>
  head: Buffer
  /** Once the head is there: its status and how much of the body is to come. */
  status: number
  left: number | undefined
  /** Whether the server closes the connection after it. */
  isLast: boolean
  /** Of an answer that is none of success. */
  text: string
  resolve: (answer: WireAnswer) => void
  reject: (error: Error) => void
}

/**
 * One connection for bytes that are counted and dropped. Node's client has memory of its own for each piece of an
 * answer, and with it took as much of the processor as the server that sent it; here all pieces come into the same. One
 * request at a time; pieces are valid until `take` returns.
 */
export class DiscardingConnection {
  readonly #url: URL
  readonly #visitor: string
  readonly #memory = Buffer.alloc(readBytes)
  #socket: Socket | undefined
  #pending: PendingResponse | undefined

  constructor(origin: string, visitor: string) {
    this.#url = new URL(origin)
    this.#visitor = visitor
  }

  /** @throws what breaks the connection; an answer has to say its length */
  exchange({
    call,
    params,
    query = '',
    headers,
    takeBytes = () => undefined,
  }: WireRequest): Promise<WireAnswer> {
    const all = { ...headers, host: this.#url.host, 'x-forwarded-for': this.#visitor }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    const path = callUrl(addresses[call], params) + query
    return new Promise((resolve, reject) => {
      this.#pending = {
        ...{ take: takeBytes, head: nothing, resolve, reject },
        ...{ status: 0, left: undefined, isLast: false, text: '' },
      }
      this.#socket ??= this.#connect()
      this.#socket.write(`${addresses[call].method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #connect(): Socket {
    const onread = {
      buffer: this.#memory,
      callback: (length: number) => {
        this.#onData(this.#memory.subarray(0, length))
        return true
      },
    }
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port), onread })
    socket.setTimeout(idleTimeoutMs, () => socket.destroy())
    socket.on('error', (error) => this.#end(socket, error))
    socket.on('close', () => {
      this.#end(socket, Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }))
    })
    return socket
  }

  #end(socket: Socket, error: Error): void {
    if (this.#socket !== socket) return
    this.#socket = undefined
    this.#pending?.reject(error)
    this.#pending = undefined
  }

  #onData(bytes: Buffer): void {
    const pending = this.#pending
    if (!pending) return
    const body = pending.left === undefined ? bodyAfterHead(pending, bytes) : bytes
    if (body === undefined || pending.left === undefined) return
    if (Number.isNaN(pending.left)) {
      this.#socket?.destroy(new Error('The answer does not say how long it is.'))
      return
    }
    if (isSuccess(pending)) void pending.take(body)
    else pending.text += body.toString()
    pending.left -= body.length
    if (pending.left > 0) return
    this.#pending = undefined
    if (pending.isLast) {
      this.#socket?.destroy()
      this.#socket = undefined
    }
    pending.resolve({ status: pending.status, headers: {}, text: pending.text })
  }
}

/** What of the body has come with the end of the head; undefined as long as that is not there. */
function bodyAfterHead(pending: PendingResponse, bytes: Buffer): Buffer | undefined {
  pending.head = Buffer.concat([pending.head, bytes])
  const end = pending.head.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = pending.head.toString('latin1', 0, end)
  pending.status = Number(head.slice(9, 12))
  pending.left = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
  pending.isLast = /\r\nconnection: *close/i.test(head)
  return pending.head.subarray(end + 4)
}
