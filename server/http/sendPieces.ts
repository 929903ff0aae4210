import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Meters } from '../metrics/meters.ts'

type Pieces = AsyncGenerator<Uint8Array, void, void>

/**
 * Sends pieces that are valid only until the next one is requested (see `BlobStore.read`). An error after the first
 * piece closes the connection early, which the client notices by `Content-Length`.
 * @param onBegin called once the first piece is available
 * @param onComplete called once the last piece has been handed to the network
 * @throws error of the first piece, before anything has been sent
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: Pieces,
  meters: Pick<Meters, 'bytesSent'>,
  { onBegin, onComplete }: { onBegin?: () => void; onComplete?: () => void } = {},
): Promise<FastifyReply> {
  const first = await pieces.next()
  onBegin?.()
  // 'finish' is emitted only after every byte was handed over, never after an abort.
  if (onComplete) reply.raw.once('finish', onComplete)
  const stream = new PieceStream(first, pieces, meters)
  stream.once('error', (error) => reply.log.error({ err: error }, 'An answer ended early.'))
  return reply.send(stream)
}

/** Stream that requests a piece only after the previous one has been handed to the network; `pipe` would read ahead. */
class PieceStream extends Readable {
  readonly #first: IteratorResult<Uint8Array, void>
  readonly #pieces: Pieces
  readonly #meters: Pick<Meters, 'bytesSent'>

  constructor(first: IteratorResult<Uint8Array, void>, pieces: Pieces, meters: Pick<Meters, 'bytesSent'>) {
    super({ read: () => undefined })
    this.#first = first
    this.#pieces = pieces
    this.#meters = meters
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T): T {
    this.once('end', () => destination.end())
    this.#send(destination).then(
      (isTaken) => (isTaken ? this.push(null) : this.destroy()),
      (error: unknown) => this.destroy(error as Error),
    )
    this.resume()
    return destination
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#pieces.return().then(
      () => callback(error),
      (failure: unknown) => callback(error ?? (failure as Error)),
    )
  }

  async #send(destination: NodeJS.WritableStream): Promise<boolean> {
    for (let piece = this.#first; !piece.done; piece = await this.#pieces.next()) {
      if (!(await writeTo(destination, piece.value))) return false
      this.#meters.bytesSent(piece.value.length)
    }
    return true
  }
}

/** Writes bytes, and resolves when they are no longer needed. False if the connection was closed. */
function writeTo(destination: NodeJS.WritableStream, bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => resolve(false)
    destination.once('close', onClose)
    destination.write(bytes, (error) => {
      destination.off('close', onClose)
      resolve(!error)
    })
  })
}
