import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config.ts'

/**
 * No line of ours carries any of these; this holds even if one day one does. Paths are not logged at all, see
 * `registerRequestLog`.
 */
const secretFields = [
  'password',
  'current_password',
  'old_password',
  'new_password',
  'link_password',
  'code',
  'verification_code',
  'cookie',
  'cookies',
  'authorization',
  'body',
  'link_token',
  'url',
]
const redact = {
  paths: [
    'req.headers',
    'headers.cookie',
    'headers.authorization',
    'headers["set-cookie"]',
    // PostgreSQL repeats values of the row there.
    'err.detail',
    'err.where',
    ...secretFields,
    ...secretFields.filter((name) => name !== 'code').map((name) => `*.${name}`),
  ],
  censor: '[redacted]',
}

export function loggerOptions(
  level: Config['logLevel'],
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    redact,
    serializers: {
      // The pattern of the route stands in the request line; the URL may hold link tokens and keys.
      req: (request) => ({ method: request.method }),
    },
  }
}
