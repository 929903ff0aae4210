import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'

declare module 'fastify' {
  interface FastifyReply {
    /** Allows `<style>` elements that carry it; the shell hands it to the page. Never for scripts. */
    styleNonce: string
  }
}

/**
 * The policy of every response, static files too: a worker takes the policy of its own script, which alone may
 * compile WebAssembly (`wasm`). Nothing of ours may stand in a frame, but what a page of ours itself needs there
 * (`framed`).
 */
export function contentSecurityPolicy(styleNonce: string, { wasm = false, framed = false } = {}): string {
  return [
    "default-src 'none'",
    `script-src 'self'${wasm ? " 'wasm-unsafe-eval'" : ''}`,
    "worker-src 'self'",
    "connect-src 'self'",
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

const features = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]
const permissionsPolicy = [
  'screen-wake-lock=(self)',
  'clipboard-write=(self)',
  ...features.map((feature) => `${feature}=()`),
].join(', ')

const fixedHeaders = (https: boolean) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Sets the headers on one response; for those that no hook sees. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, https: boolean): void {
  reply.styleNonce = randomBytes(16).toString('base64')
  const path = request.url.split('?', 1)[0] ?? ''
  const kind = { wasm: workerScript.test(path), framed: path === savePage }
  void reply.headers(fixedHeaders(https))
  void reply.header('content-security-policy', contentSecurityPolicy(reply.styleNonce, kind))
}

const workerScript = /worker[^/]*\.js$/i

/** A page that saves a download opens it in a hidden frame (src/transfer/roads/streamSaverRoad.ts). */
const savePage = '/save/mitm.html'

/** On every response, errors and files included. */
export function registerSecurityHeaders(app: FastifyInstance, https: boolean): void {
  app.decorateReply('styleNonce', '')
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, https)
    done()
  })
}
