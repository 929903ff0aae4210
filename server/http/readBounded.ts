import { WriteBuffer } from './writeBuffer.ts'

export class TooLongError extends Error {
  override readonly name = 'TooLongError'

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
  }
}

/** Reads a source of unknown length. @throws TooLongError if it has more than `maxBytes`; errors of the source */
export async function readBounded(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const pieces = new WriteBuffer()
  for await (const piece of source) {
    if (pieces.size + piece.length > maxBytes) throw new TooLongError(maxBytes)
    pieces.add(piece)
  }
  return Buffer.concat(pieces.take())
}
