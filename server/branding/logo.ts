import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import type { DecodedPng } from 'fast-png'
import { type ApiCode, errorDetails } from '../../contract/errors.ts'
import { maxLogoBytes, maxLogoPixels } from '../../contract/limits.ts'
import type { StoredLogo } from '../db/installation/look.ts'

type LogoRefusalReason = Extract<ApiCode, `logo${string}`>

export class LogoRefusedError extends Error {
  override readonly name = 'LogoRefusedError'

  constructor(reason: LogoRefusalReason) {
    super(errorDetails[reason])
  }
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Maximum size of the re-encoded logo, which every visitor loads. It may be larger than the original. */
const maxStoredBytes = 2.5 * maxLogoBytes

/**
 * [Note: The logo]
 *
 * Only the chunks that define pixels reach the decoder: no text, profile or second header. Sizes are checked before
 * decompression, which is limited to them. The pixels are encoded as a new PNG, so no bytes of the upload are copied.
 *
 * @throws LogoRefusedError
 */
export async function sanitizeLogo(bytes: Buffer): Promise<StoredLogo> {
  const png = keepPixelChunks(bytes)
  const { decode, encode, convertIndexedToRgb } = await import('fast-png')
  let image: DecodedPng
  let data: Uint8Array
  try {
    image = decode(png, { checkCrc: true })
    data = toRgba(image, convertIndexedToRgb)
  } catch {
    throw new LogoRefusedError('logoDamaged')
  }
  const { width, height } = image
  const logo = Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }, { zlib: { level: 9 } }))
  if (logo.length > maxStoredBytes) throw new LogoRefusedError('logoTooManyColours')
  const logo_hash = createHash('sha256').update(logo).digest('hex').slice(0, 32)
  return { logo, logo_hash, logo_width: width, logo_height: height }
}

interface PngChunk {
  type: string
  data: Buffer
  /** Length, type, data and checksum. */
  whole: Buffer
}

/** Reduces a PNG to the chunks of its pixels, whose number must match the header. @throws LogoRefusedError */
function keepPixelChunks(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, 8).equals(pngSignature)) throw new LogoRefusedError('logoNoPng')
  if (bytes.length > maxLogoBytes) throw new LogoRefusedError('logoTooLarge')
  const chunks = chunksOf(bytes)
  const [header, ...others] = chunks
  if (header?.type !== 'IHDR' || header.data.length !== 13 || chunks.at(-1)?.type !== 'IEND')
    throw new LogoRefusedError('logoDamaged')
  if (others.some(({ type }) => type === 'IHDR')) throw new LogoRefusedError('logoDamaged')
  if (others.some(({ type }) => type === 'acTL')) throw new LogoRefusedError('logoAnimated')
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  if (width < 1 || height < 1) throw new LogoRefusedError('logoDamaged')
  if (width > maxLogoPixels || height > maxLogoPixels) throw new LogoRefusedError('logoTooManyPixels')
  if (header.data[12] !== 0) throw new LogoRefusedError('logoInterlaced')
  const pixels = Buffer.concat(others.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  if (!decompressesTo(pixels, height * (1 + bytesPerLine(header.data, width))))
    throw new LogoRefusedError('logoDamaged')
  // Images of other colour types may contain a suggested palette.
  const hasPalette = header.data[9] === 3
  if (hasPalette && !others.some(({ type }) => type === 'PLTE')) throw new LogoRefusedError('logoDamaged')
  const needed = new Set([...(hasPalette ? ['PLTE'] : []), 'tRNS', 'IDAT', 'IEND'])
  return Buffer.concat([
    pngSignature,
    ...[header, ...others.filter(({ type }) => needed.has(type))].map(({ whole }) => whole),
  ])
}

/** Chunks up to the end of the image. Trailing bytes are ignored. @throws LogoRefusedError */
function chunksOf(bytes: Buffer): PngChunk[] {
  const chunks: PngChunk[] = []
  for (let offset = 8; chunks.at(-1)?.type !== 'IEND';) {
    const end = offset + 12 + (offset + 8 <= bytes.length ? bytes.readUInt32BE(offset) : Infinity)
    if (end > bytes.length) throw new LogoRefusedError('logoDamaged')
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    chunks.push({ type, data: bytes.subarray(offset + 8, end - 4), whole: bytes.subarray(offset, end) })
    offset = end
  }
  return chunks
}

/** Number of samples per pixel, by colour type. */
const samplesPerPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const bytesPerLine = (header: Buffer, width: number): number =>
  Math.ceil((width * (header[8] ?? 0) * (samplesPerPixel[header[9] ?? -1] ?? 0)) / 8)

/** True if the data decompresses to exactly `length` bytes. Decompression stops there. */
function decompressesTo(packed: Buffer, length: number): boolean {
  try {
    return inflateSync(packed, { maxOutputLength: length }).length === length
  } catch {
    return false
  }
}

/** Converts any pixel format of PNG to RGBA. */
function toRgba(image: DecodedPng, fromPalette: (image: DecodedPng) => Uint8Array): Uint8Array {
  const count = image.width * image.height
  const rgba = new Uint8Array(count * 4).fill(255)
  if (image.palette !== undefined) {
    const colours = fromPalette(image)
    const size = colours.length / count
    for (let i = 0; i < count; i++) rgba.set(colours.subarray(i * size, (i + 1) * size), i * 4)
    return rgba
  }
  const { channels, depth, transparency } = image
  const values = depth < 8 ? unpackSamples(image) : image.data
  const toByte = (value: number) =>
    depth === 16 ? value >> 8 : depth === 8 ? value : (value * 255) / (2 ** depth - 1)
  const colours = channels < 3 ? 1 : 3
  for (let i = 0; i < count; i++) {
    const pixel = Array.from(values.subarray(i * channels, (i + 1) * channels))
    for (let c = 0; c < 3; c++) rgba[i * 4 + c] = toByte(pixel[colours === 1 ? 0 : c] ?? 0)
    if (channels > colours) rgba[i * 4 + 3] = toByte(pixel[colours] ?? 0)
    else if (transparency?.length === colours && pixel.every((value, c) => value === transparency[c]))
      rgba[i * 4 + 3] = 0
  }
  return rgba
}

/** Expands grey values of less than 8 bits. Each row begins at a byte boundary. */
function unpackSamples({ width, height, depth, data }: DecodedPng): Uint8Array {
  const [line, perByte] = [Math.ceil((width * depth) / 8), 8 / depth]
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const packed = data[y * line + Math.floor(x / perByte)] ?? 0
    return (packed >> (8 - depth * ((x % perByte) + 1))) & (2 ** depth - 1)
  })
}
