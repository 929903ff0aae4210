import type { FastifyRequest } from 'fastify'
import { normalizeIp } from '../http/ipAddresses.ts'

/**
 * Logs a line per failed sign-in, for fail2ban (deploy/fail2ban). It contains no name: the text typed as a name may be
 * a password, and looking up the user would reveal by its timing whether there is one.
 */
export function logFailedSignIn(request: FastifyRequest, step: 'password' | 'code' | 'provider'): void {
  const address = normalizeIp(request.ip) ?? 'unknown'
  request.log.warn({ step, address }, 'sign-in failed')
}
