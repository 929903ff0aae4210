import type { FastifyServerOptions } from 'fastify'
import type { Config } from './config/config.ts'

/** Fields that are redacted although no log line should contain them. Paths are never logged. */
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
    // PostgreSQL repeats values of the row here.
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
      // The request line has the route's pattern. The URL may contain link tokens and keys.
      req: (request) => ({ method: request.method }),
    },
  }
}
