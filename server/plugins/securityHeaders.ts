import { assertDefined } from '../../contract/assertDefined.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { DirectUploads } from '../blobs/blobStore.ts'
import { contentSecurityPolicy, policyKindOf, type PolicySources } from '../http/contentSecurityPolicy.ts'
import { errorBody } from '../http/errors.ts'
import { isHttps } from './origin.ts'
import { serializeRequests } from '../http/pipelining.ts'
import { newRequestId } from './requestLog.ts'
import type { RouteSettings } from '../config/config.ts'

/** Features that Chromium knows by default: an unknown one logs a warning on the console of every page. */
const deniedFeatures = [
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
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
/** Sent with pages only, as it applies to documents: on all responses it would add 15 KB to a first visit. */
const permissionsPolicy = [
  'screen-wake-lock=(self)',
  'clipboard-write=(self)',
  // For scanning QR codes of people.
  'camera=(self)',
  // For passkeys, on every page: one document lasts from sign-in on.
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  ...deniedFeatures.map((feature) => `${feature}=()`),
].join(', ')

const fixedHeaders = (https: boolean) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** The object store that policies allow, if pages send to one. */
export interface PolicyContext {
  readonly blobs: { readonly directUploads?: Pick<DirectUploads, 'origin'> }
}

type HeaderContext = Pick<RouteSettings, 'publicOrigin'> & PolicyContext

/** Sets the headers of one response; for responses without hooks. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, context: HeaderContext) {
  const path = assertDefined(request.url.split('?', 1)[0])
  const kind = policyKindOf(path)
  const policy = contentSecurityPolicy(kind, { storeOrigin: context.blobs.directUploads?.origin })
  void reply.headers({
    'x-request-id': request.id,
    ...fixedHeaders(isHttps(context, request)),
    'content-security-policy': policy,
  })
  if (kind === 'savePage') void reply.header('permissions-policy', permissionsPolicy)
}

/** Sets the policies of a page, whatever its path is. */
export function setPagePolicies(
  reply: FastifyReply,
  { blobs }: PolicyContext,
  styleHashes: readonly string[],
): void {
  const policy = contentSecurityPolicy('page', { styleHashes, storeOrigin: blobs.directUploads?.origin })
  void reply.headers({
    'content-security-policy': policy,
    'permissions-policy': permissionsPolicy,
  })
}

/**
 * Policies of a preview, for the hook of a file: its path alone does not say what is inside. A content security policy
 * covers neither WebRTC nor early connections nor where a document goes; of browsers only Chromium knows what does.
 */
export const previewPolicies = (sources: Pick<PolicySources, 'styleHashes' | 'scriptHashes'>) => ({
  'content-security-policy': contentSecurityPolicy('preview', sources),
  'permissions-policy': permissionsPolicy,
  'connection-allowlist': '();webrtc=block',
  'x-dns-prefetch-control': 'off',
})

/** Sets the headers of every response, including errors and files. */
export function registerSecurityHeaders(app: FastifyInstance, context: HeaderContext): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, context)
    done()
  })
  // For an expectation other than 100-continue, Node would send a response without any headers.
  app.server.on(
    'checkExpectation',
    serializeRequests((_request, response) => {
      const { headers, body } = bareErrorResponse('Expectation Failed', context.publicOrigin)
      response.writeHead(417, headers).end(body)
    }),
  )
}

/** Error response to be sent without hooks. */
function bareErrorResponse(text: string, publicOrigin: string | undefined) {
  const body = JSON.stringify(errorBody(text))
  const headers = {
    'x-request-id': newRequestId(),
    ...fixedHeaders(publicOrigin?.startsWith('https:') ?? false),
    'content-security-policy': contentSecurityPolicy('data'),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
  }
  return { headers, body }
}

const statusByErrorCode: Record<string, readonly [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Responds to invalid or too slow HTTP requests, which reach no hook and no handler. */
export function respondToBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { publicOrigin }: Pick<RouteSettings, 'publicOrigin'>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, text] = statusByErrorCode[error.code ?? ''] ?? [400, 'Bad Request']
  const { headers, body } = bareErrorResponse(text, publicOrigin)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${text}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
}
