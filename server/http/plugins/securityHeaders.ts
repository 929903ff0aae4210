import { assertDefined } from '../../../contract/assertDefined.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Context } from '../../context.ts'
import { bodyOf } from '../errors.ts'
import { isHttps } from './origin.ts'
import { oneAfterTheOther } from './pipelining.ts'
import { newRequestId } from './requestLog.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Allows `<style>` elements that carry it; the shell hands it to the page. Never for scripts. */
    styleNonce: string
  }
}

interface PolicyKind {
  wasm?: boolean
  framed?: boolean
  store?: string | undefined
}

/**
 * The policy of every response, static files too: a worker takes the policy of its own script, which alone may
 * compile WebAssembly (`wasm`). Nothing of ours may stand in a frame, but what a page of ours itself needs there
 * (`framed`). Pages talk to this server, and to the store where parts go straight to it (`store`, its origin).
 */
function contentSecurityPolicy(
  styleNonce: string,
  { wasm = false, framed = false, store }: PolicyKind = {},
): string {
  return [
    "default-src 'none'",
    `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ''}`,
    "worker-src 'self'",
    `connect-src 'self'${store === undefined ? '' : ` ${store}`}`,
    "img-src 'self' data: blob:",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "font-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ].join('; ')
}

/** What Chromium knows by default: a name that it does not know is a line on the console of every page. */
const features = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
/** A page's answer decides what its scripts may do: on each of them it would be 15 KB of a first visit, for nothing. */
const permissionsPolicy = [
  'screen-wake-lock=(self)',
  'clipboard-write=(self)',
  // Codes of people are scanned.
  'camera=(self)',
  ...features.map((feature) => `${feature}=()`),
].join(', ')

const fixedHeaders = (https: boolean) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

type HeaderContext = Pick<Context, 'publicOrigin' | 'blobs'>

/** Sets the headers on one response; for those that no hook sees. */
export function setSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  context: HeaderContext,
): void {
  reply.styleNonce = randomBytes(16).toString('base64')
  const path = assertDefined(request.url.split('?', 1)[0])
  const kind = { wasm: workerScript.test(path), framed: path === savePage }
  void reply.headers({ 'x-request-id': request.id, ...fixedHeaders(isHttps(context, request)) })
  if (!path.startsWith('/assets/')) void reply.header('permissions-policy', permissionsPolicy)
  setPolicy(reply, context, kind)
}

/** The policy alone, where the path does not say what the answer is. */
export function setPolicy(
  reply: FastifyReply,
  { blobs }: Pick<Context, 'blobs'>,
  kind: PolicyKind = {},
): void {
  const policy = contentSecurityPolicy(reply.styleNonce, { ...kind, store: blobs.addresses?.origin })
  void reply.header('content-security-policy', policy)
}

const workerScript = /worker[^/]*\.js$/i

/** A page that saves a download opens it in a hidden frame (src/platform/sinks/streamSaverSink.ts). */
const savePage = '/save/mitm.html'

/** On every response, errors and files included. */
export function registerSecurityHeaders(app: FastifyInstance, context: HeaderContext): void {
  app.decorateReply('styleNonce', '')
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, context)
    done()
  })
  // An expectation other than 100-continue: Node would answer without any header.
  app.server.on(
    'checkExpectation',
    oneAfterTheOther((_request, response) => {
      const { headers, body } = bareAnswer('Expectation Failed', context.publicOrigin)
      response.writeHead(417, headers).end(body)
    }),
  )
}

/** An error that no hook sees. */
function bareAnswer(text: string, publicOrigin: string | undefined) {
  const body = JSON.stringify(bodyOf(text))
  const headers = {
    'x-request-id': newRequestId(),
    ...fixedHeaders(publicOrigin?.startsWith('https:') ?? false),
    'permissions-policy': permissionsPolicy,
    'content-security-policy': contentSecurityPolicy(randomBytes(16).toString('base64')),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
  }
  return { headers, body }
}

const brokenRequests: Record<string, readonly [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Answers what is no HTTP request, or came too slowly to become one: no hook and no handler sees it. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { publicOrigin }: Pick<Context, 'publicOrigin'>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, text] = brokenRequests[error.code ?? ''] ?? [400, 'Bad Request']
  const { headers, body } = bareAnswer(text, publicOrigin)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${text}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
}
