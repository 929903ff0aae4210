import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'

/** Cookies and credentials never reach the log; paths neither, see `registerRequestLog`. */
const redact = {
  paths: ['req.headers', 'headers.cookie', 'headers.authorization', 'headers["set-cookie"]'],
  censor: '[redacted]',
}

export function loggerOptions(level: Config['logLevel']): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    redact,
    serializers: {
      // The pattern of the route stands in the request line; the URL may hold link tokens and keys.
      req: (request) => ({ method: request.method }),
    },
  }
}
