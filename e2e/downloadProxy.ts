import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'

/** What the server says of a link, as far as it can be spoilt. */
export interface LinkStatus {
  files: { id: number; encryption_iv: string; manifest: string | null }[]
  reencrypted_keys: Record<string, string>
}

const filePath = /^\/api\/download\/[^/]+\/file\/(\d+)/
const contentPath = /^\/api\/(download\/[^/]+\/files?|folders\/download|folders\/files\/content)\b/
const statusPath = /^\/api\/download\/[^/]+\/status/

/** Between a recipient, or an administrator, and the server: spoils what passes, breaks it off, slows it down. */
export class DownloadProxy {
  origin = ''
  /** Spoils sealed files, the same way for every request of a part of them. */
  spoilFile: ((id: number, sealed: Buffer) => Buffer) | undefined
  spoilStatus: ((status: LinkStatus) => void) | undefined
  /** The next file breaks off after so many bytes, which is not what was announced. */
  breakOffAfterBytes = Infinity
  /** Of files, each for itself. */
  bytesPerSecond = Infinity
  /** Of every answer with content so many bytes pass, and then nothing for as long as somebody waits. */
  stallAfterBytes = Infinity
  /** Answers with content of files that are under way. */
  openTransfers = 0
  /** `/file/3`, `/file/3 bytes=100-`, `/files?ids=1,2` */
  readonly contentRequests: string[] = []
  readonly #target: URL
  readonly #server: Server

  private constructor(target: string) {
    this.#target = new URL(target)
    this.#server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing))
  }

  static async start(target: string): Promise<DownloadProxy> {
    const proxy = new DownloadProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    proxy.origin = `http://localhost:${(proxy.#server.address() as AddressInfo).port}`
    return proxy
  }

  /** The same page, through here. */
  through(url: string): string {
    return url.replace(new URL(url).origin, this.origin)
  }

  /** Lets everything pass as it is. */
  stopSpoiling(): void {
    this.spoilFile = undefined
    this.spoilStatus = undefined
    this.breakOffAfterBytes = Infinity
    this.bytesPerSecond = Infinity
    this.stallAfterBytes = Infinity
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { url = '', method, headers } = incoming
    const isContent = contentPath.test(url)
    if (isContent) this.#countTransfer(url, headers.range, outgoing)
    const [, id] = filePath.exec(url) ?? []
    const spoilFile = this.spoilFile
    const { range, ...others } = headers
    const { hostname, port } = this.#target
    const options = { hostname, port, method, path: url, headers: id && spoilFile ? others : headers }
    const onward = request(options, (answer) => {
      outgoing.on('close', () => answer.destroy())
      if (id && spoilFile) {
        void bodyOf(answer).then((body) => sendRange(outgoing, answer, spoilFile(Number(id), body), range))
      } else if (this.spoilStatus && statusPath.test(url)) {
        const spoil = this.spoilStatus
        void bodyOf(answer).then((body) => {
          const status = JSON.parse(body.toString()) as LinkStatus
          spoil(status)
          sendRange(outgoing, answer, Buffer.from(JSON.stringify(status)), undefined)
        })
      } else {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        const way = isContent ? this.#throttle(outgoing) : null
        ;(way ? answer.pipe(way) : answer).pipe(outgoing)
      }
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }

  #countTransfer(url: string, range: string | undefined, outgoing: ServerResponse) {
    this.contentRequests.push([url.replace(/^.*?(?=\/files?\b)/, ''), range ?? []].flat().join(' '))
    this.openTransfers++
    outgoing.on('close', () => this.openTransfers--)
  }

  /** What content goes through, where it does not simply pass. */
  #throttle(outgoing: ServerResponse): Transform | null {
    const { bytesPerSecond, breakOffAfterBytes, stallAfterBytes } = this
    if (Math.min(bytesPerSecond, breakOffAfterBytes, stallAfterBytes) === Infinity) return null
    this.breakOffAfterBytes = Infinity
    let left = breakOffAfterBytes
    let open = stallAfterBytes
    return new Transform({
      highWaterMark: 16_384,
      transform(bytes: Buffer, _encoding, done) {
        if (left < bytes.length) {
          outgoing.write(bytes.subarray(0, left), () => outgoing.destroy())
          return
        }
        left -= bytes.length
        if (open < bytes.length) {
          // Nobody is told that it has passed: no more is taken.
          this.push(bytes.subarray(0, open))
          return
        }
        open -= bytes.length
        setTimeout(() => done(null, bytes), (bytes.length / bytesPerSecond) * 1000)
      },
    })
  }
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

/** @param range as it was asked for; of these, the product sends only `bytes=…-` and `bytes=…-…` */
function sendRange(
  outgoing: ServerResponse,
  { statusCode = 502, headers }: IncomingMessage,
  whole: Buffer,
  range: string | undefined,
) {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const body = whole.subarray(Number(from), to === '' ? whole.length : Number(to) + 1)
  const end = Number(from) + body.length - 1
  outgoing.writeHead(range === undefined ? statusCode : 206, {
    ...headers,
    'content-length': body.length,
    ...(range !== undefined && { 'content-range': `bytes ${from}-${end}/${whole.length}` }),
  })
  outgoing.end(body)
}
