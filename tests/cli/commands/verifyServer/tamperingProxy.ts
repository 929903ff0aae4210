import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { acceptedTags, bestLanguage, type Language } from '../../../../contract/languages.ts'
import { listen } from '../../../listen.ts'

/** What the server sent, and what arrives in its place. */
export interface TamperedResponse {
  /** 0 ends the connection without a response. */
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Decompressed; it is compressed again by `encoding`, at first that of the server. */
  body: Buffer
  encoding: string
}

const codecs: Readonly<Record<string, readonly [(bytes: Buffer) => Buffer, (bytes: Buffer) => Buffer]>> = {
  br: [
    brotliDecompressSync,
    (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  ],
  gzip: [gunzipSync, gzipSync],
  deflate: [inflateSync, deflateSync],
  zstd: [zstdDecompressSync, zstdCompressSync],
}
const identity = (bytes: Buffer) => bytes

/** A server between visitors and ours, which alters responses. @returns its origin */
export function startTamperingProxy(
  target: string,
  tamper: (
    path: string,
    passing: TamperedResponse,
    language: Language,
    requestHeaders: IncomingHttpHeaders,
  ) => void,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/'
    const onward = request(target + path, { headers: incoming.headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        const encoding = response.headers['content-encoding'] ?? ''
        const [open] = codecs[encoding] ?? [identity]
        const sent = Buffer.concat(pieces)
        const body = open(sent)
        const passing = { status: response.statusCode ?? 0, headers: response.headers, body, encoding }
        const language = bestLanguage(acceptedTags(incoming.headers['accept-language']))
        tamper(path, passing, language, incoming.headers)
        if (passing.status === 0) return outgoing.destroy()
        const { 'content-length': _, 'transfer-encoding': __, ...sentHeaders } = passing.headers
        const [, close] = codecs[passing.encoding] ?? [identity, identity]
        const isAsSent = passing.body === body && passing.encoding === encoding
        const closed = isAsSent ? sent : close(passing.body)
        if (passing.encoding !== '') sentHeaders['content-encoding'] = passing.encoding
        const headers = Object.fromEntries(
          Object.entries(sentHeaders).filter(([, value]) => value !== undefined),
        )
        outgoing.writeHead(passing.status, headers).end(closed)
      })
    })
    onward.on('error', () => outgoing.destroy()).end()
  })
  return listen(server)
}
