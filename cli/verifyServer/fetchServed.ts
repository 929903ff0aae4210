import type { ClientRequest, IncomingMessage } from 'node:http'
import { maxServedBytes } from '../../contract/integrityFiles.ts'
import type { Language } from '../../contract/languages.ts'
import type { Context } from '../context.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import { decompress } from './decompress.ts'

/** The most time for one whole response. */
export const maxServedMs = 60_000

/** Accept-Encoding of browsers: of current ones by https, of others and by http, and for ranges. */
export const acceptedEncodings = ['gzip, deflate, br, zstd', 'gzip, deflate', 'identity'] as const
export type AcceptedEncodings = (typeof acceptedEncodings)[number]

export interface ServedResponse {
  readonly status: number
  /** Values by lower-case name; those of repeated headers are joined by ', '. */
  readonly headers: ReadonlyMap<string, string>
  /** Decompressed; null if it is too long, broken, or compressed in a way that was not asked for. */
  readonly body: Buffer | null
}

interface ServedRequest {
  readonly path: string
  readonly encoding: AcceptedEncodings
  readonly language?: Language
}

/** Headers of a browser, so that a server cannot tell a comparison by one of these. Other signs remain. */
function browserHeaders({ path, encoding, language = 'en' }: ServedRequest) {
  const isDocument = path.endsWith('.html') || path.lastIndexOf('.') < path.lastIndexOf('/')
  return {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    accept: isDocument ? 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' : '*/*',
    'accept-language': language === 'en' ? 'en-US,en;q=0.5' : `${language},en-US;q=0.7,en;q=0.3`,
    'accept-encoding': encoding,
  }
}

/** Status codes of a server, or of a proxy before it, that is overloaded or down. */
const unansweredStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * Fetches what a browser would. Redirects are not followed.
 * @returns null if even a second request gets no answer
 * @throws CommandError 'refused' for an untrusted certificate; the signal's reason
 */
export const fetchServed = async (
  client: ServerClient,
  request: ServedRequest,
  signal: Context['signal'],
): Promise<ServedResponse | null> =>
  (await fetchOnce(client, request, signal)) ?? (await fetchOnce(client, request, signal))

async function fetchOnce(
  client: ServerClient,
  request: ServedRequest,
  signal: Context['signal'],
): Promise<ServedResponse | null> {
  const timeout = AbortSignal.timeout(maxServedMs)
  const stopSignal = AbortSignal.any([signal, timeout])
  client.forgetCookies()
  const clientRequest = client.beginRequest('GET', request.path, browserHeaders(request))
  const abort = () => void clientRequest.destroy(new Error('ended'))
  stopSignal.addEventListener('abort', abort)
  try {
    stopSignal.throwIfAborted()
    const response = await responseTo(clientRequest)
    const raw = await readBounded(response)
    if (raw === null) abort()
    const status = response.statusCode ?? 0
    if (unansweredStatuses.has(status)) return null
    const headers = headersOf(response)
    const body =
      raw && (await decompress(raw, headers.get('content-encoding') ?? 'identity', request.encoding))
    return { status, headers, body }
  } catch {
    abort()
    signal.throwIfAborted()
    if (client.connectionError) throw client.connectionError
    return null
  } finally {
    stopSignal.removeEventListener('abort', abort)
  }
}

/** Sends the request, and resolves with its response. Rejects if the connection ends or switches to another protocol. */
function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request.on('response', resolve).on('error', reject)
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    reject(new Error('The server switches to another protocol.'))
  })
  request.on('close', () => reject(new Error('The connection ended.')))
  request.end()
  return promise
}

/** Reads a body. @returns null if it is too long */
async function readBounded(response: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxServedBytes) return null
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Headers by name. Values of repeated ones are joined, since browsers apply all policies. */
const headersOf = ({ headersDistinct }: IncomingMessage): Map<string, string> =>
  new Map(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]))
