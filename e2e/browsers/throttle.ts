import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { sleep } from './browser.ts'

/** In front of a server: hands on everything, and files at `bytesPerSecond`. @returns its origin */
export async function throttled(
  origin: string,
  bytesPerSecond: number,
): Promise<{ origin: string; close: () => void }> {
  const { port } = new URL(origin)
  const server: Server = createServer((incoming, outgoing) => {
    const onward = request(
      { port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        const slow = /^\/api\/download\/[^/]+\/file/.test(incoming.url ?? '')
        ;(slow ? answer.pipe(slowly(bytesPerSecond)) : answer).pipe(outgoing)
        outgoing.on('close', () => answer.destroy())
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function slowly(bytesPerSecond: number): Transform {
  return new Transform({
    highWaterMark: 16_384,
    transform(bytes: Buffer, _encoding, done) {
      void sleep((bytes.length / bytesPerSecond) * 1000).then(() => done(null, bytes))
    },
  })
}
