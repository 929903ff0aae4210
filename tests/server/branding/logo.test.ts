import { decode } from 'fast-png'
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sanitizeLogo, LogoRefusedError } from '../../../server/branding/logo.ts'
import { pngChunk, plainPng, headerChunk, pixelChunk, pngOf } from '../../../e2e/pngs.ts'

const endChunk = pngChunk('IEND')

async function sanitizedPixels(png: Buffer): Promise<number[]> {
  const { logo } = await sanitizeLogo(png)
  const { data, channels, depth } = decode(logo)
  expect([channels, depth]).toEqual([4, 8])
  return [...data]
}

const refusalText = async (png: Buffer): Promise<string> => {
  const error: unknown = await sanitizeLogo(png).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(LogoRefusedError)
  return (error as Error).message
}

const chunkTypesIn = (png: Buffer): string[] => {
  const types: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    types.push(png.toString('latin1', at + 4, at + 8))
  return types
}

describe('a logo', () => {
  it('is kept as its pixels and nothing else', async () => {
    const script = '<script>alert(1)</script>'
    const full = pngOf(
      headerChunk({ width: 2, height: 1 }),
      pngChunk('tEXt', Buffer.from(`Comment\0${script}`)),
      pngChunk('zTXt', Buffer.from(`Title\0\0`)),
      pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(50_000_000))])),
      pixelChunk([[1, 2, 3, 4, 5, 6, 7, 8]]),
      pngChunk('eXIf', Buffer.from(script)),
      endChunk,
      Buffer.from(`<html>${script}</html>`),
    )
    const { logo, logo_width, logo_height } = await sanitizeLogo(full)
    expect([logo_width, logo_height]).toEqual([2, 1])
    expect(chunkTypesIn(logo)).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect(logo.includes('script')).toBe(false)
    expect([...decode(logo).data]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('has the same name for the same pixels', async () => {
    const one = await sanitizeLogo(plainPng(20, 20))
    const other = await sanitizeLogo(Buffer.concat([plainPng(20, 20), Buffer.from('tail')]))
    expect(other.logo_hash).toBe(one.logo_hash)
    expect((await sanitizeLogo(plainPng(20, 21))).logo_hash).not.toBe(one.logo_hash)
  })

  it('may have its pixels in any form that a PNG has', async () => {
    const small = { width: 2, height: 1 }
    const grey = pngOf(headerChunk({ ...small, depth: 1, colour: 0 }), pixelChunk([[0b0100_0000]]), endChunk)
    expect(await sanitizedPixels(grey)).toEqual([0, 0, 0, 255, 255, 255, 255, 255])
    const greyAlpha = pngOf(headerChunk({ ...small, colour: 4 }), pixelChunk([[9, 8, 7, 6]]), endChunk)
    expect(await sanitizedPixels(greyAlpha)).toEqual([9, 9, 9, 8, 7, 7, 7, 6])
    const deep = pngOf(
      headerChunk({ ...small, depth: 16, colour: 2 }),
      pixelChunk([[1, 99, 2, 99, 3, 99, 4, 0, 5, 0, 6, 0]]),
      endChunk,
    )
    expect(await sanitizedPixels(deep)).toEqual([1, 2, 3, 255, 4, 5, 6, 255])
    const seeThrough = pngOf(
      headerChunk({ width: 3, height: 1, colour: 2 }),
      pngChunk('tRNS', Buffer.from([0, 1, 0, 2, 0, 3])),
      pixelChunk([[1, 2, 3, 4, 5, 6, 7, 8, 9]]),
      endChunk,
    )
    expect(await sanitizedPixels(seeThrough)).toEqual([1, 2, 3, 0, 4, 5, 6, 255, 7, 8, 9, 255])
    const palette = pngOf(
      headerChunk({ ...small, depth: 4, colour: 3 }),
      pngChunk('PLTE', Buffer.from([10, 20, 30, 40, 50, 60])),
      pngChunk('tRNS', Buffer.from([7])),
      pixelChunk([[0x10]]),
      endChunk,
    )
    expect(await sanitizedPixels(palette)).toEqual([40, 50, 60, 255, 10, 20, 30, 7])
  })

  it('is refused before it is unpacked where its header says that it is too large', async () => {
    const bomb = pngOf(
      headerChunk({ width: 30_000, height: 30_000 }),
      pngChunk('IDAT', deflateSync(Buffer.alloc(20_000_000), { level: 9 })),
      endChunk,
    )
    expect(await refusalText(bomb)).toMatch(/512 × 512/)
  })

  it('is refused where it unpacks to more than its header says, or to less', async () => {
    const more = pngOf(
      headerChunk({ width: 10, height: 10 }),
      pngChunk('IDAT', deflateSync(Buffer.alloc(50_000_000))),
      endChunk,
    )
    expect(await refusalText(more)).toMatch(/damaged/)
    const less = pngOf(
      headerChunk({ width: 10, height: 10 }),
      pngChunk('IDAT', deflateSync(Buffer.alloc(100))),
      endChunk,
    )
    expect(await refusalText(less)).toMatch(/damaged/)
  })

  it.each([
    [
      'another header after the first',
      pngOf(
        headerChunk({ width: 2, height: 1 }),
        headerChunk({ width: 30_000, height: 30_000 }),
        pixelChunk([[1, 2, 3, 4, 5, 6, 7, 8]]),
        endChunk,
      ),
    ],
    ['no pixels', pngOf(headerChunk({ width: 1, height: 1 }), endChunk)],
    ['no size', pngOf(headerChunk({ width: 0, height: 5 }), pixelChunk([]), endChunk)],
    [
      'a depth that there is not',
      pngOf(headerChunk({ width: 1, height: 1, depth: 3 }), pixelChunk([[1, 2]]), endChunk),
    ],
    [
      'a filter that there is not',
      pngOf(
        headerChunk({ width: 1, height: 1, colour: 0 }),
        pngChunk('IDAT', deflateSync(Buffer.from([9, 1]))),
        endChunk,
      ),
    ],
    [
      'a palette that lacks a colour',
      pngOf(
        headerChunk({ width: 1, height: 1, colour: 3 }),
        pngChunk('PLTE', Buffer.from([1, 2, 3])),
        pixelChunk([[5]]),
        endChunk,
      ),
    ],
    ['no palette', pngOf(headerChunk({ width: 1, height: 1, colour: 3 }), pixelChunk([[0]]), endChunk)],
    [
      'a chunk of a length beyond the end',
      Buffer.concat([plainPng(3, 3).subarray(0, 33), Buffer.from('7fffffff49444154', 'hex')]),
    ],
    ['a wrong checksum', Buffer.concat([plainPng(3, 3).subarray(0, -1), Buffer.from([0])])],
  ])('is refused with %s', async (_, png) => {
    expect(await refusalText(png)).toMatch(/damaged/)
  })

  it('is refused wherever it is cut off', async () => {
    const whole = plainPng(8, 8)
    for (let length = 8; length < whole.length; length++)
      expect(await refusalText(whole.subarray(0, length)), String(length)).toMatch(/damaged/)
  })

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a page', Buffer.from('<!doctype html>')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused when it is %s', async (_, bytes) => {
    expect(await refusalText(bytes)).toMatch(/has to be a PNG/)
  })

  it('is refused when it moves or is interlaced, with what to do', async () => {
    const moving = pngOf(
      headerChunk({ width: 1, height: 1 }),
      pngChunk('acTL', Buffer.alloc(8)),
      pixelChunk([[1, 2, 3, 4]]),
      endChunk,
    )
    expect(await refusalText(moving)).toMatch(/animated/)
    const interlaced = pngOf(
      headerChunk({ width: 1, height: 1, interlace: 1 }),
      pixelChunk([[1, 2, 3, 4]]),
      endChunk,
    )
    expect(await refusalText(interlaced)).toMatch(/interlac/)
  })

  it('is refused when everybody would load too much', async () => {
    // Small as long as each pixel is told by the one before.
    const lines = Array.from({ length: 350 }, () => [1, ...randomBytes(350 * 3).map((byte) => byte & 1)])
    const packed = deflateSync(Buffer.from(lines.flat()), { level: 9 })
    const walk = pngOf(
      headerChunk({ width: 350, height: 350, colour: 2 }),
      pngChunk('IDAT', packed),
      endChunk,
    )
    expect(await refusalText(walk)).toMatch(/too many colours/)
  })

  it('takes a file of random bytes for none', async () => {
    for (let n = 0; n < 200; n++) {
      const broken = Buffer.from(plainPng(4, 4))
      const at = 8 + (n % (broken.length - 8))
      broken[at] = (broken[at] ?? 0) ^ (1 << (n % 8))
      await sanitizeLogo(broken).catch((error: unknown) => expect(error).toBeInstanceOf(LogoRefusedError))
    }
  })
})
