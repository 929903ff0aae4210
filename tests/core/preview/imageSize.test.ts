import { describe, expect, it } from 'vitest'
import { imageSizeOf } from '../../../core/preview/imageSize.ts'
import fc from '../../fastCheck.ts'

const bytesOf = (...parts: (string | readonly number[])[]) =>
  new Uint8Array(
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    ),
  )
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const box = (type: string, ...content: (string | readonly number[])[]) => {
  const inside = Buffer.from(bytesOf(...content))
  return [...uint32(8 + inside.length), ...Buffer.from(type), ...inside]
}
const sizeBox = (width: number, height: number) => box('ispe', uint32(0), uint32(width), uint32(height))

const pictures: Record<string, [mime: string, bytes: Uint8Array, size: object | null]> = {
  png: [
    'image/png',
    bytesOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', uint32(60_000), uint32(7)),
    { width: 60_000, height: 7 },
  ],
  'jpeg after other segments': [
    'image/jpeg',
    bytesOf([0xff, 0xd8, 0xff, 0xe1, 0, 4, 0xff, 0xc0, 0xff, 0xff, 0xc2, 0, 11, 8, 0x01, 0x02, 0x03, 0x04]),
    { width: 0x0304, height: 0x0102 },
  ],
  // Decoders know that a restart marker has no length, and find another frame.
  'jpeg with a marker that has no length': [
    'image/jpeg',
    bytesOf([0xff, 0xd8, 0xff, 0xd0, 0xff, 0xe1, 0, 4, 0xff, 0xc0, 0, 11, 8, 0, 10, 0, 10]),
    null,
  ],
  'jpeg without a frame': ['image/jpeg', bytesOf([0xff, 0xd8, 0xff, 0xda, 0, 2]), null],
  'gif whose frame is larger than its screen': [
    'image/gif',
    bytesOf(
      'GIF89a',
      [10, 0, 10, 0, 0x80, 0, 0],
      [0, 0, 0, 1, 1, 1],
      [0x21, 0xf9, 1, 9, 0],
      [0x2c, 5, 0, 0, 0, 0x10, 0x27, 0x20, 0x4e, 0],
    ),
    { width: 10_005, height: 20_000 },
  ],
  'webp, lossy': [
    'image/webp',
    bytesOf('RIFF\0\0\0\0WEBPVP8 \0\0\0\0', [0, 0, 0, 0x9d, 1, 0x2a, 0x40, 0x06, 0xb0, 0x04]),
    { width: 1600, height: 1200 },
  ],
  'webp, lossless': [
    'image/webp',
    bytesOf('RIFF\0\0\0\0WEBPVP8L\0\0\0\0', [0x2f, 0xff, 0xff, 0xff, 0x0f]),
    { width: 16_384, height: 16_384 },
  ],
  'webp, extended': [
    'image/webp',
    bytesOf('RIFF\0\0\0\0WEBPVP8X\0\0\0\0', [0, 0, 0, 0, 0xff, 0xff, 0, 0x01, 0, 0]),
    { width: 65_536, height: 2 },
  ],
  'avif whose thumbnail comes first': [
    'image/avif',
    bytesOf(
      box('ftyp', 'avif', uint32(0)),
      box('meta', uint32(0), box('iprp', box('ipco', sizeBox(160, 120), sizeBox(90_000, 80)))),
    ),
    { width: 90_000, height: 120 },
  ],
  'avif with a length of 64 bits before a size': [
    'image/avif',
    bytesOf(
      box('ftyp', 'avif', uint32(0)),
      box(
        'meta',
        uint32(0),
        box(
          'iprp',
          box(
            'ipco',
            sizeBox(16, 12),
            [...uint32(1), ...Buffer.from('free'), 0, 0, 0, 0, 0, 0, 0, 16],
            sizeBox(90_000, 80),
          ),
        ),
      ),
    ),
    null,
  ],
  'avif with a track': [
    'image/avif',
    bytesOf(
      box('ftyp', 'avif', uint32(0)),
      box('meta', uint32(0), box('iprp', box('ipco', sizeBox(16, 12)))),
      box('moov'),
    ),
    null,
  ],
  'avif without a size': ['image/avif', bytesOf(box('ftyp', 'avif', uint32(0))), null],
}

describe('the size of a picture is read from its headers', () => {
  it.each(Object.entries(pictures))('%s', (_name, [mime, bytes, size]) => {
    expect(imageSizeOf(bytes, mime)).toEqual(size)
  })

  it('that are cut off state none, and nothing else throws or hangs', () => {
    for (const [mime, bytes] of Object.values(pictures))
      for (let length = 0; length < bytes.length; length++)
        expect(() => imageSizeOf(bytes.subarray(0, length), mime)).not.toThrow()
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(pictures)),
        fc.uint8Array({ maxLength: 200 }),
        ([mime, bytes], tail) => {
          imageSizeOf(new Uint8Array([...bytes.subarray(0, 16), ...tail]), mime)
        },
      ),
    )
  })

  it('of more boxes than a picture has are not read', () => {
    const many = bytesOf(...Array.from({ length: 20_000 }, () => box('free')), sizeBox(1, 1))
    expect(imageSizeOf(many, 'image/avif')).toBeNull()
    const nested = bytesOf(Array.from({ length: 50_000 }, () => [0, 0, 0, 0, ...Buffer.from('ipco')]).flat())
    expect(imageSizeOf(nested, 'image/avif')).toBeNull()
  })
})
