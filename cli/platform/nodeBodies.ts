import { bodyChecksumOf } from '../../contract/bodyChecksum.ts'
import { KiB } from '../../contract/limits.ts'
import { totalLength } from '../../core/crypto/index.ts'
import type { Bodies, Body, BodyBuffer, Bytes, RawResponse, RequestHead } from '../../core/ports.ts'
import { detachBuffer } from '../../core/util/detachBuffer.ts'
import { BufferPool } from '../../core/util/bufferPool.ts'
import type { ServerClient } from './serverClient.ts'

/** Pieces of at least this size are sent from their own memory. Smaller ones are copied, which costs less. */
const minUncopiedBytes = 64 * KiB

/** Request bodies in reused memory; large pieces are not copied. */
export class NodeBodies implements Bodies {
  readonly #server: ServerClient
  readonly #memory = new BufferPool()
  /** Controllers of the requests under way. */
  readonly #controllers = new Set<AbortController>()

  constructor(server: ServerClient) {
    this.#server = server
  }

  allocate(size: number): BodyBuffer {
    // Memory that is never written to, because large pieces replace it, costs nothing.
    const bytes = new Uint8Array(this.#memory.take(size), 0, size)
    /** Large pieces, by offset. */
    const large = new Map<number, Bytes>()
    const put = (piece: Bytes, offset: number) => bytes.set(piece, offset)
    const take = (piece: Bytes, offset: number) => {
      if (piece.length >= minUncopiedBytes) large.set(offset, piece)
      else put(piece, offset)
    }
    const releaseMemory = () => {
      for (const piece of large.values()) detachBuffer(piece)
      this.#memory.give(bytes.buffer)
    }
    return {
      put,
      take,
      close: (length = size) =>
        Promise.resolve(this.#body(piecesOf(bytes.subarray(0, length), large), releaseMemory)),
      drop: releaseMemory,
    }
  }

  ofParts(texts: readonly (Bytes | string)[]): Body {
    const bytes = Buffer.concat(texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text)))
    return this.#body([new Uint8Array(bytes)], () => undefined)
  }

  stop(): void {
    for (const controller of this.#controllers) controller.abort()
  }

  #body(pieces: readonly Bytes[], releaseMemory: () => void): Body {
    const responses = new Map<AbortController, Promise<RawResponse>>()
    const send = async (request: RequestHead, onProgress: (bytes: number) => void) => {
      const controller = new AbortController()
      const response = this.#server.exchange({
        ...request,
        body: pieces,
        onProgress,
        signal: controller.signal,
      })
      this.#controllers.add(controller)
      responses.set(controller, response)
      try {
        return await response
      } finally {
        this.#controllers.delete(controller)
        responses.delete(controller)
      }
    }
    const drop = () => {
      for (const controller of responses.keys()) controller.abort()
      // The memory may be reused only when no write uses it any more.
      if (responses.size === 0) releaseMemory()
      else void Promise.all(responses.values()).then(releaseMemory)
    }
    return { size: totalLength(pieces), checksum: () => bodyChecksumOf(pieces), send, drop }
  }
}

/** Returns what is sent, in order: large pieces, and the memory between them. @param large by offset */
function piecesOf(bytes: Bytes, large: ReadonlyMap<number, Bytes>): Bytes[] {
  const pieces: Bytes[] = []
  let end = 0
  for (const [offset, piece] of [...large].sort(([a], [b]) => a - b)) {
    if (offset > end) pieces.push(bytes.subarray(end, offset))
    pieces.push(piece)
    end = offset + piece.length
  }
  if (bytes.length > end) pieces.push(bytes.subarray(end))
  return pieces
}
