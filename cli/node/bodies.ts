import type { Bodies, Body, BodyRoom, Bytes, RawAnswer, RequestHead } from '../../src/transfer/ports.ts'
import { SpareMemory } from '../../src/transfer/spareMemory.ts'
import { letGoOfLarge } from './large.ts'
import type { Server } from './server.ts'

/** Bodies in memory that serves again, sent over connections that are kept. */
export class NodeBodies implements Bodies {
  readonly #server: Server
  readonly #memory = new SpareMemory()
  readonly #underWay = new Set<AbortController>()

  constructor(server: Server) {
    this.#server = server
  }

  room(size: number): BodyRoom {
    const bytes = new Uint8Array(this.#memory.take(size), 0, size)
    const put = (piece: Bytes, at: number) => bytes.set(piece, at)
    const take = (piece: Bytes, at: number) => {
      put(piece, at)
      letGoOfLarge(piece)
    }
    const giveBack = () => this.#memory.give(bytes.buffer)
    return {
      put,
      take,
      close: (end = size) => Promise.resolve(this.#body(bytes.subarray(0, end), giveBack)),
      drop: giveBack,
    }
  }

  ofTexts(texts: readonly (Bytes | string)[]): Body {
    const bytes = Buffer.concat(texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text)))
    return this.#body(new Uint8Array(bytes), () => undefined)
  }

  stop(): void {
    for (const sending of this.#underWay) sending.abort()
  }

  #body(bytes: Bytes, giveBack: () => void): Body {
    const sendings = new Map<AbortController, Promise<RawAnswer>>()
    const send = async (request: RequestHead, onLeft: (bytes: number) => void) => {
      const control = new AbortController()
      const answer = this.#server.exchange({ ...request, body: bytes, onLeft, signal: control.signal })
      this.#underWay.add(control)
      sendings.set(control, answer)
      try {
        return await answer
      } finally {
        this.#underWay.delete(control)
        sendings.delete(control)
      }
    }
    const drop = () => {
      for (const control of sendings.keys()) control.abort()
      // Its memory is another body's only when nothing of it is being written any more.
      if (sendings.size === 0) giveBack()
      else void Promise.all(sendings.values()).then(giveBack)
    }
    return { size: bytes.length, send, drop }
  }
}
