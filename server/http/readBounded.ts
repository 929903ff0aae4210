import { Pieces } from './pieces.ts'

/** Says that more came than was to be read. */
export class TooLong extends Error {
  override readonly name = 'TooLong'

  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
  }
}

/**
 * Reads all bytes of what somebody else sends, who says how long it is only by ending it.
 * @throws TooLong before more than `maxBytes` are held; what the source throws
 */
export async function readBounded(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const pieces = new Pieces()
  for await (const piece of source) {
    if (pieces.size + piece.length > maxBytes) throw new TooLong(maxBytes)
    pieces.add(piece)
  }
  return Buffer.concat(pieces.take())
}
