import { crc32, deflateSync } from 'node:zlib'

/** PNGs as other programs make them, and as nobody should. */

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)])
}

interface Header {
  width: number
  height: number
  depth?: number
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA. */
  colour?: number
  interlace?: number
}

export function headerChunk({ width, height, depth = 8, colour = 6, interlace = 0 }: Header): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlace], 8)
  return pngChunk('IHDR', data)
}

export const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([pngSignature, ...chunks])

/** Of lines without a filter. */
export const pixelChunk = (lines: readonly (readonly number[])[]): Buffer =>
  pngChunk('IDAT', deflateSync(Buffer.from(lines.flatMap((line) => [0, ...line]))))

/** One colour, RGBA. */
export function plainPng(
  width: number,
  height: number,
  colour: readonly number[] = [200, 30, 30, 255],
): Buffer {
  const line = Array.from({ length: width }, () => colour).flat()
  return pngOf(
    headerChunk({ width, height }),
    pixelChunk(Array.from({ length: height }, () => line)),
    pngChunk('IEND'),
  )
}
