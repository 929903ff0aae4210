import type { FastifyInstance } from 'fastify'
import { randomBytes } from 'node:crypto'

declare module 'fastify' {
  interface FastifyReply {
    /** Allows `<style>` elements that carry it; the shell hands it to the page. Never for scripts. */
    styleNonce: string
  }
}

/**
 * The policy of every response, static files too: a worker takes the policy of its own script, which alone may
 * compile WebAssembly (`wasm`).
 */
export function contentSecurityPolicy(styleNonce: string, { wasm = false } = {}): string {
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
    "frame-ancestors 'none'",
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

/** On every response, errors and files included. */
export function registerSecurityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  const fixed = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy,
    ...(options.https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  app.decorateReply('styleNonce', '')
  app.addHook('onRequest', (_request, reply, done) => {
    reply.styleNonce = randomBytes(16).toString('base64')
    void reply.headers(fixed)
    void reply.header('content-security-policy', contentSecurityPolicy(reply.styleNonce))
    done()
  })
}
