import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** Bytes a second in one direction, of all connections together. */
export interface LineRates {
  up?: number
  down?: number
}

const pieceBytes = 16 * 1024

/** A slow line to a server, below TLS; ends with the test. @returns its origin there */
export async function startSlowLine(origin: string, { up, down }: LineRates): Promise<string> {
  const { port } = new URL(origin)
  const sockets = new Set<Socket>()
  const [upwards, downwards] = [new RateLimit(up), new RateLimit(down)]
  const server = createServer({ highWaterMark: pieceBytes }, (near) => {
    const far = connect({ port: Number(port), host: '127.0.0.1' })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    void pipeSlowly(near, far, upwards)
    void pipeSlowly(far, near, downwards)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

/** What is not read stays in the buffers of the other side's system, and then with the other side. */
async function pipeSlowly(from: Socket, to: Socket, pace: RateLimit): Promise<void> {
  try {
    for await (const piece of from as AsyncIterable<Buffer>) {
      await pace.wait(piece.length)
      if (!to.write(piece)) await new Promise((resolve) => to.once('drain', resolve).once('close', resolve))
    }
    to.end()
  } catch {
    to.destroy()
  }
}

class RateLimit {
  readonly #rate: number | undefined
  #free = 0

  constructor(rate: number | undefined) {
    this.#rate = rate
  }

  async wait(bytes: number): Promise<void> {
    if (this.#rate === undefined) return
    const now = Date.now()
    const at = Math.max(now, this.#free)
    this.#free = at + (bytes * 1000) / this.#rate
    await delay(this.#free - now)
  }
}
