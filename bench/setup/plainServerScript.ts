/**
 * What the product is measured against: the same bytes, unencrypted, through a server that only pipes. A process of its
 * own, as the product's server is, so that their processor time can be told apart. Prints its port.
 *
 *   node bench/setup/plainServerScript.ts FOLDER
 */
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, extname, join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'

const root = process.argv[2] ?? '.'
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
let received = 0

const server = createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
})
server.requestTimeout = 0
// Its parent holds the other end for as long as it lives.
process.stdin.on('end', () => process.exit()).resume()
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const path = join(root, normalize(decodeURIComponent(pathname)))
  if (request.method === 'PUT') {
    const target = join(root, `received-${received++}.bin`)
    try {
      await pipeline(request, createWriteStream(target))
      response.writeHead(204).end()
    } finally {
      rmSync(target, { force: true })
    }
  } else if (pathname.startsWith('/bytes/')) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(Buffer.alloc(Number(basename(pathname)), ' '))
  } else {
    response.writeHead(200, {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'content-length': statSync(path).size,
      ...(!types[extname(path)] && {
        'content-disposition': `attachment; filename="plain-${basename(path)}"`,
      }),
    })
    await pipeline(createReadStream(path), response)
  }
}
