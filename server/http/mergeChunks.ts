import { Readable } from 'node:stream'
import { KiB } from '../../contract/limits.ts'
import { badRequest } from './errors.ts'
import { WriteBuffer } from './writeBuffer.ts'

/** Minimum average size of a body's chunks in bytes: each chunk takes as much CPU time as a thousand bytes. */
export const minChunkBytes = 64
/** Number of chunks that a body may have in addition to those that this average allows. */
export const maxSmallChunks = 1000

/** Limit of the average chunk size of one body, which counts the chunks that are passed to it. */
export class ChunkSizeLimit {
  #chunks = 0
  #bytes = 0

  /** Counts a chunk. @returns false if the chunks up to this one are too small */
  accept(chunk: Uint8Array): boolean {
    this.#chunks++
    this.#bytes += chunk.length
    return this.#chunks <= maxSmallChunks + this.#bytes / minChunkBytes
  }

  /** Counts a chunk. @throws HttpError 400 if the chunks up to this one are too small */
  acceptOrThrow(chunk: Uint8Array): void {
    if (!this.accept(chunk)) throw badRequest('The body comes in too many small chunks.')
  }
}

/** Number of collected bytes at which the pieces are passed on. */
const flushBytes = 64 * KiB

/**
 * Merges chunks under 4 KiB into pieces of at most 64 KiB; larger chunks, and the first after each flush, pass
 * unchanged. Chunks of one byte, which a sender may choose, would take 480 bytes of memory each. The stream fails with
 * HttpError 400 if the chunks are too small.
 */
export const mergeSmallChunks = (source: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(merged(source), { objectMode: false })

async function* merged(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = new WriteBuffer()
  const limit = new ChunkSizeLimit()
  for await (const chunk of source) {
    limit.acceptOrThrow(chunk)
    pieces.add(chunk)
    if (pieces.size >= flushBytes) yield* pieces.take()
  }
  yield* pieces.take()
}
