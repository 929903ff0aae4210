/** Pictures of more pixels are not decoded: each takes four bytes of memory. */
export const maxImagePixels = 50_000_000

export interface ImageSize {
  width: number
  height: number
}

/**
 * Reads the size of a picture from its headers, before anything decodes it. Of several sizes the largest counts.
 * @returns null for what states none
 */
export function imageSizeOf(bytes: Uint8Array, mime: string): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readers[mime]?.(view) ?? null
  } catch (error) {
    // It ends within its headers.
    if (error instanceof RangeError) return null
    throw error
  }
}

const readers: Record<string, ((view: DataView) => ImageSize | null) | undefined> = {
  'image/png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  'image/gif': gifSize,
  'image/jpeg': jpegSize,
  'image/webp': webpSize,
  'image/avif': avifSize,
}

const largest = (sizes: readonly ImageSize[]): ImageSize | null =>
  sizes.length === 0
    ? null
    : {
        width: sizes.reduce((most, { width }) => Math.max(most, width), 0),
        height: sizes.reduce((most, { height }) => Math.max(most, height), 0),
      }

/** That of the screen; browsers enlarge it to that of the first frame where that is larger. */
function gifSize(view: DataView): ImageSize | null {
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  const flags = view.getUint8(10)
  let at = 13 + (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  // Extensions, each a chain of blocks, until the first frame.
  while (view.getUint8(at) === 0x21) {
    at += 2
    while (view.getUint8(at) > 0) at += 1 + view.getUint8(at)
    at += 1
  }
  if (view.getUint8(at) !== 0x2c) return screen
  const frame = {
    width: view.getUint16(at + 1, true) + view.getUint16(at + 5, true),
    height: view.getUint16(at + 3, true) + view.getUint16(at + 7, true),
  }
  return largest([screen, frame])
}

/** The first start of a frame (SOF0 to SOF15, but not DHT, JPG and DAC, which lie between). */
function jpegSize(view: DataView): ImageSize | null {
  let at = 2
  for (;;) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // What has no length: a frame would be looked for where decoders do not look. Pixels, or the end.
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xda)) return null
    at += 2 + view.getUint16(at + 2)
  }
}

function webpSize(view: DataView): ImageSize | null {
  const chunk = view.getUint32(12)
  const [lossy, lossless, extended] = [0x56503820, 0x5650384c, 0x56503858]
  if (chunk === lossy)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (chunk === lossless) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (chunk !== extended) return null
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  return { width: uint24(24) + 1, height: uint24(27) + 1 }
}

/** Boxes that contain those with sizes, and how many bytes of their own come before. */
const avifContainers: Record<string, number | undefined> = { meta: 4, iprp: 0, ipco: 0 }
/** More boxes than any picture has. */
const maxAvifBoxes = 10_000

/** The largest `ispe` of all items: pictures may be put together from tiles, and have thumbnails. */
function avifSize(view: DataView): ImageSize | null {
  const sizes: ImageSize[] = []
  let boxes = 0
  const read = (from: number, to: number) => {
    for (let at = from; at + 8 <= to;) {
      boxes += 1
      if (boxes > maxAvifBoxes) throw new RangeError()
      const type = String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(at + byte)))
      const stated = view.getUint32(at)
      const length = stated === 0 ? to - at : stated
      // Neither lengths of 64 bits, nor tracks with sizes of their own.
      if (length < 8 || type === 'moov') throw new RangeError()
      const end = Math.min(to, at + length)
      const skipped = avifContainers[type]
      if (skipped !== undefined) read(at + 8 + skipped, end)
      else if (type === 'ispe')
        sizes.push({ width: view.getUint32(at + 12), height: view.getUint32(at + 16) })
      at = end
    }
  }
  read(0, view.byteLength)
  return largest(sizes)
}
