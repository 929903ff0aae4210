import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

/** A secret in every shape in which it might leak unnoticed. */
export function shapesOf(secret: string | Buffer): Buffer[] {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map((shift) => {
    // Inside a longer text base64 depends on the position; the middle of each alignment is stable.
    const text = Buffer.concat([Buffer.alloc(shift, 0x20), bytes]).toString('base64')
    return text.slice(shift === 0 ? 0 : 4, -4)
  })
  return [
    bytes,
    Buffer.from(encodeURIComponent(bytes.toString('latin1'))),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('latin1'), 'utf16le'),
    Buffer.from(bytes).reverse(),
    Buffer.from(createHash('sha256').update(bytes).digest('hex')),
    ...base64.map((text) => Buffer.from(text)),
  ]
}

export async function filesContaining(root: string, needles: Buffer[]): Promise<string[]> {
  const hits: string[] = []
  const longest = Math.max(...needles.map((needle) => needle.length))
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name)
    if (!statSync(path).isFile()) continue
    let tail = Buffer.alloc(0)
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      const text = Buffer.concat([tail, piece as Buffer])
      if (needles.some((needle) => text.includes(needle))) hits.push(path)
      tail = text.subarray(-longest)
    }
  }
  return hits
}

/** Everything a browser sends: address, headers, body. */
export function recordRequests(context: BrowserContext): Buffer[] {
  const sent: Buffer[] = []
  context.on('request', (request) => {
    sent.push(Buffer.from(`${request.method()} ${request.url()}\n${JSON.stringify(request.headers())}\n`))
    const body = request.postDataBuffer()
    if (body) sent.push(body)
  })
  return sent
}
