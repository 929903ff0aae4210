import { Readable } from 'node:stream'
import { KiB } from '../../contract/limits.ts'
import { badRequest } from './errors.ts'
import { Pieces } from './pieces.ts'

/** Minimum average size of a body's chunks in bytes: each chunk takes as much CPU time as a thousand bytes. */
export const minChunkBytes = 64
/** Number of chunks of a body that may be smaller. */
export const freeChunks = 1000

export class ChunkCount {
  #chunks = 0
  #bytes = 0

  /** @returns false if the chunks up to this one are too small */
  isFine(chunk: Uint8Array): boolean {
    this.#chunks++
    this.#bytes += chunk.length
    return this.#chunks <= freeChunks + this.#bytes / minChunkBytes
  }

  /** @throws HttpError 400 if the chunks up to this one are too small */
  add(chunk: Uint8Array): void {
    if (!this.isFine(chunk)) throw badRequest('The body comes in too many small chunks.')
  }
}

const pieceBytes = 64 * KiB

/**
 * Merges chunks to pieces of 64 KiB: chunks of one byte, which a sender may choose, would take 480 bytes of memory
 * each. The stream fails with HttpError 400 if the chunks are too small.
 */
export const inLargerPieces = (source: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(largerPieces(source), { objectMode: false })

async function* largerPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = new Pieces()
  const count = new ChunkCount()
  for await (const chunk of source) {
    count.add(chunk)
    pieces.add(chunk)
    if (pieces.size >= pieceBytes) yield* pieces.take()
  }
  yield* pieces.take()
}
