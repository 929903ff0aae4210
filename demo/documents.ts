import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

/**
 * What an office has on its disks, made on the spot: real PDF and PNG files that open anywhere, the same bytes every
 * time.
 */

/** Numbers from 0 to 1 that depend on the seed alone. */
function seededRandom(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32BE() || 1
  return () => {
    // xorshift32
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** A letter or report: title and lines of text on one page of A4. */
export function letterPdf(title: string, ...lines: string[]): Buffer {
  const shown = lines.map((line, index) => textAt(72, 730 - index * 18, 11, line))
  return pdf(title, [textAt(72, 770, 18, title), '72 756 m 523 756 l S', ...shown])
}

/** A drawing: walls, doors and a title block. */
export function drawingPdf(title: string): Buffer {
  const random = seededRandom(title)
  const at = (from: number, span: number) => Math.round(from + random() * span)
  const walls: string[] = ['4 w 72 170 451 560 re S', '2 w']
  for (let y = 730; y > 330; y -= 140) {
    const x = at(180, 220)
    walls.push(`72 ${y - 140} m 523 ${y - 140} l S`, `${x} ${y} m ${x} ${y - 95} l S`)
    // A door and the quarter of a circle that it needs.
    walls.push(`0.5 w ${x} ${y - 95} m ${x} ${y - 140} ${x + 45} ${y - 140} ${x + 45} ${y - 95} c S 2 w`)
  }
  const block = ['1 w 322 72 201 70 re S', textAt(334, 118, 12, title), textAt(334, 96, 9, '1 : 100')]
  return pdf(title, [...walls, ...block])
}

const textAt = (x: number, y: number, size: number, text: string): string =>
  `BT /F1 ${size} Tf ${x} ${y} Td (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`

/** One page with these operators; text is in WinAnsi, which is Latin-1 as far as we use it. */
function pdf(seed: string, operators: readonly string[]): Buffer {
  const content = operators.join('\n')
  // What fonts and scans weigh in others.
  const weight = createHash('shake256', { outputLength: 24_000 + Math.floor(seededRandom(seed)() * 160_000) })
  const ballast = weight.update(seed).digest().toString('latin1')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Length ${ballast.length} >>\nstream\n${ballast}\nendstream`,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return Buffer.from(body + table + trailer, 'latin1')
}

type Colour = readonly [number, number, number]

/** A photo of a house under a sky, with the grain of a small sensor. */
export function photoPng(seed: string, width = 360, height = 240): Buffer {
  const random = seededRandom(seed)
  const horizon = height * (0.62 + random() * 0.1)
  const houses = Array.from({ length: 5 }, (_, index) => {
    const left = width * (index * 0.2 + random() * 0.06)
    return { left, right: left + width * 0.15, top: horizon - height * (0.15 + random() * 0.3) }
  })
  const brick = 120 + random() * 60
  const colourAt = (x: number, y: number): Colour => {
    const house = houses.find(({ left, right, top }) => x >= left && x < right && y >= top)
    if (house && y < horizon) {
      const isWindow = (x - house.left) % 26 > 14 && (y - house.top) % 34 > 18
      return isWindow ? [64, 78, 96] : [brick + 40, brick, brick - 24]
    }
    return y < horizon ? [150 + (60 * y) / horizon, 185 + (35 * y) / horizon, 225] : [104, 112, 92]
  }
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0, at = 0; y < height; y++) {
    at++ // Each row begins with its filter, which is none.
    for (let x = 0; x < width; x++) {
      const grain = (random() - 0.5) * 24
      for (const part of colourAt(x, y)) rows[at++] = Math.max(0, Math.min(255, part + grain))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8) // 8 bits, RGB
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typeAndData))
  return Buffer.concat([length, typeAndData, sum])
}

export const textFile = (...lines: string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`)
