import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'

/** What a request says of the address that was asked for. */
export type Asked = Pick<FastifyRequest, 'protocol' | 'host'>

/**
 * Origin under which the browser reaches this server: PUBLIC_URL, else what the request says. Behind a proxy that
 * TRUST_PROXY names that is what the proxy was asked for (x-forwarded-proto, x-forwarded-host).
 */
export const originOf = ({ publicOrigin }: Pick<Context, 'publicOrigin'>, request: Asked): string =>
  publicOrigin ?? `${request.protocol}://${request.host}`

/** Whether the browser speaks https, so that cookies may be Secure. */
export const isHttps = (context: Pick<Context, 'publicOrigin'>, request: Asked): boolean =>
  originOf(context, request).startsWith('https:')

const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
]

/** Says once in the log when there seems to be a proxy that TRUST_PROXY does not name. */
export function registerProxyWarning(
  app: FastifyInstance,
  { trustProxy }: Pick<Context, 'trustProxy'>,
): void {
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
