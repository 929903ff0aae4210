import { bodyChecksumOf } from '../../contract/bodyChecksum.ts'
import { KiB } from '../../contract/limits.ts'
import { totalLength } from '../../core/crypto/index.ts'
import type { Bodies, Body, BodyBuffer, Bytes, RawResponse, RequestHead } from '../../core/ports.ts'
import { detach } from '../../core/util/detach.ts'
import { BufferPool } from '../../core/util/bufferPool.ts'
import type { ServerClient } from './serverClient.ts'

/** Pieces of at least this size are sent from their own memory; smaller ones are copied, which costs less. */
const largeBytes = 64 * KiB

/** Request bodies in reused memory; large pieces are not copied. */
export class NodeBodies implements Bodies {
  readonly #server: ServerClient
  readonly #memory = new BufferPool()
  readonly #underWay = new Set<AbortController>()

  constructor(server: ServerClient) {
    this.#server = server
  }

  allocate(size: number): BodyBuffer {
    // Where large pieces take its place, untouched memory costs nothing.
    const bytes = new Uint8Array(this.#memory.take(size), 0, size)
    const large = new Map<number, Bytes>()
    const put = (piece: Bytes, at: number) => bytes.set(piece, at)
    const take = (piece: Bytes, at: number) => {
      if (piece.length >= largeBytes) large.set(at, piece)
      else put(piece, at)
    }
    const releaseMemory = () => {
      for (const piece of large.values()) detach(piece)
      this.#memory.give(bytes.buffer)
    }
    return {
      put,
      take,
      close: (end = size) =>
        Promise.resolve(this.#body(piecesOf(bytes.subarray(0, end), large), releaseMemory)),
      drop: releaseMemory,
    }
  }

  ofParts(texts: readonly (Bytes | string)[]): Body {
    const bytes = Buffer.concat(texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text)))
    return this.#body([new Uint8Array(bytes)], () => undefined)
  }

  stop(): void {
    for (const sending of this.#underWay) sending.abort()
  }

  #body(pieces: readonly Bytes[], releaseMemory: () => void): Body {
    const sendings = new Map<AbortController, Promise<RawResponse>>()
    const send = async (request: RequestHead, onProgress: (bytes: number) => void) => {
      const control = new AbortController()
      const response = this.#server.exchange({ ...request, body: pieces, onProgress, signal: control.signal })
      this.#underWay.add(control)
      sendings.set(control, response)
      try {
        return await response
      } finally {
        this.#underWay.delete(control)
        sendings.delete(control)
      }
    }
    const drop = () => {
      for (const control of sendings.keys()) control.abort()
      // The memory may be reused only when no write uses it.
      if (sendings.size === 0) releaseMemory()
      else void Promise.all(sendings.values()).then(releaseMemory)
    }
    return { size: totalLength(pieces), checksum: () => bodyChecksumOf(pieces), send, drop }
  }
}

/** Returns the pieces in order of sending: large ones, and the memory between them. */
function piecesOf(bytes: Bytes, large: ReadonlyMap<number, Bytes>): Bytes[] {
  const pieces: Bytes[] = []
  let end = 0
  for (const [at, piece] of [...large].sort(([a], [b]) => a - b)) {
    if (at > end) pieces.push(bytes.subarray(end, at))
    pieces.push(piece)
    end = at + piece.length
  }
  if (bytes.length > end) pieces.push(bytes.subarray(end))
  return pieces
}
