import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pipeline, Transform } from 'node:stream'
import { RequestLog } from '../measure/requestLog.ts'

/** A line: its rate in each direction, and the time of a round trip over it. A MB is a million bytes. */
export interface LineSpec {
  megabytesPerSecond: number
  roundTripMs: number
}

export const lineText = ({ megabytesPerSecond, roundTripMs }: LineSpec): string =>
  `a line of ${megabytesPerSecond} MB/s and ${roundTripMs} ms`

/** Bytes that wait before the line, as in the buffers of a socket and a router. */
const maxWaitMs = 10

/** One direction, shared by all connections: pieces leave it in the order in which they came. */
export class LineDirection {
  readonly #line: LineSpec
  /** When the last byte so far has gone in, on the clock of `performance`. */
  #freeAt = 0
  readonly #onTheWay: { at: number; deliver: () => void }[] = []
  #isDelivering = false

  constructor(line: LineSpec) {
    this.#line = line
  }

  /** Calls `deliver` when so many bytes have arrived. Resolves when the next ones may be sent. */
  async carry(bytes: number, deliver: () => void): Promise<void> {
    const now = performance.now()
    this.#freeAt = Math.max(now, this.#freeAt) + bytes / (this.#line.megabytesPerSecond * 1000)
    this.#onTheWay.push({ at: this.#freeAt + this.#line.roundTripMs / 2, deliver })
    if (!this.#isDelivering) void this.#deliver()
    const waits = this.#freeAt - now - maxWaitMs
    if (waits > 0) await sleep(waits)
  }

  async #deliver(): Promise<void> {
    this.#isDelivering = true
    for (let next = this.#onTheWay[0]; next; next = this.#onTheWay[0]) {
      const waits = next.at - performance.now()
      if (waits > 0) {
        await sleep(waits)
        continue
      }
      this.#onTheWay.shift()
      next.deliver()
    }
    this.#isDelivering = false
  }
}

/**
 * A line in front of a server: a proxy that keeps the order of bytes, delays both directions by half the round trip and
 * caps the rate of each. Opening a connection takes no round trip, and there is no slow start.
 */
export class Line {
  readonly spec: LineSpec
  readonly origin: string
  readonly requests = new RequestLog()
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(spec: LineSpec, server: Server) {
    this.spec = spec
    this.#server = server
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`
  }

  static async open(spec: LineSpec, target: string): Promise<Line> {
    const server = createServer({ allowHalfOpen: true, noDelay: true })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const line = new Line(spec, server)
    const [up, down] = [new LineDirection(spec), new LineDirection(spec)]
    server.on('connection', (near) => {
      const far = connect({ port: Number(new URL(target).port), allowHalfOpen: true, noDelay: true })
      for (const socket of [near, far]) {
        line.#sockets.add(socket)
        socket.once('close', () => line.#sockets.delete(socket))
      }
      const { onSent, onReceived } = line.requests.followConnection()
      pipeline(near, piecesOver(up, { onSent }), far, () => near.destroy())
      pipeline(far, piecesOver(down, { onReceived }), near, () => far.destroy())
    })
    return line
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

type PieceListener = (piece: Buffer) => void

/** @param onSent gets pieces as they enter the direction, `onReceived` as they leave it */
const piecesOver = (
  direction: LineDirection,
  { onSent, onReceived }: { onSent?: PieceListener; onReceived?: PieceListener },
): Transform =>
  new Transform({
    transform(piece: Buffer, _, done) {
      onSent?.(piece)
      const arrived = () => {
        onReceived?.(piece)
        this.push(piece)
      }
      void direction.carry(piece.length, arrived).then(() => done())
    },
    flush(done) {
      void direction.carry(0, done)
    },
  })
