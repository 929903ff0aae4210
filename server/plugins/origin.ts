import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouteSettings } from '../config/config.ts'

/** Requested scheme and host. */
type RequestOrigin = Pick<FastifyRequest, 'protocol' | 'host'>

/**
 * Origin under which the browser reaches this server: PUBLIC_URL if set, otherwise that of the request. Behind a proxy
 * that TRUST_PROXY names, it comes from x-forwarded-proto and x-forwarded-host.
 */
export const originOf = (
  { publicOrigin }: Pick<RouteSettings, 'publicOrigin'>,
  request: RequestOrigin,
): string => publicOrigin ?? `${request.protocol}://${request.host}`

/** True if the browser uses https, so that cookies may be Secure. */
export const isHttps = (context: Pick<RouteSettings, 'publicOrigin'>, request: RequestOrigin): boolean =>
  originOf(context, request).startsWith('https:')

const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
]

/** Logs a warning, once, if there seems to be a proxy that TRUST_PROXY does not name. */
export function registerProxyWarning(
  app: FastifyInstance,
  { trustProxy }: Pick<RouteSettings, 'trustProxy'>,
) {
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const sender = request.socket.remoteAddress ?? ''
    if (
      !warned &&
      forwardingHeaders.some((name) => name in request.headers) &&
      trustProxy?.(sender, 0) !== true
    ) {
      warned = true
      request.log.warn(
        { sender },
        trustProxy
          ? 'forwarding headers came from an address that TRUST_PROXY does not name; they are ignored'
          : 'forwarding headers arrive, but TRUST_PROXY is not set: all visitors behind the proxy count as one address',
      )
    }
    done()
  })
}
