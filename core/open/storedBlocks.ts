import { concat } from '../crypto/index.ts'
import type { Bytes } from '../ports.ts'

/** Length field of a block has 16 bits. */
const blockBytes = 0xffff
const headBytes = 5

/** Length of the blocks of so much content. */
export const storedBlocksBytes = (size: number): number => size + headBytes * Math.ceil(size / blockBytes)

/** Writes content as a deflate stream of blocks without compression (RFC 1951, 3.2.4). */
export class StoredBlocks {
  readonly #size: number
  #written = 0

  /** @param size of the whole content, in bytes */
  constructor(size: number) {
    this.#size = size
  }

  /** The next piece of the content, with the heads of the blocks that begin in it. */
  add(piece: Bytes): Bytes {
    const parts: Bytes[] = []
    for (let at = 0; at < piece.length;) {
      const inBlock = this.#written % blockBytes
      if (inBlock === 0) parts.push(this.#head())
      const part = piece.subarray(at, at + blockBytes - inBlock)
      parts.push(part)
      at += part.length
      this.#written += part.length
    }
    return concat(...parts)
  }

  #head(): Bytes {
    const left = this.#size - this.#written
    const length = Math.min(blockBytes, left)
    const view = new DataView(new ArrayBuffer(headBytes))
    view.setUint8(0, length === left ? 1 : 0)
    view.setUint16(1, length, true)
    view.setUint16(3, ~length, true)
    return new Uint8Array(view.buffer)
  }
}
