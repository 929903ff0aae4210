import type { FastifyRequest } from 'fastify'
import { plainAddress } from './addresses.ts'

/**
 * One line for each sign-in that failed, on which fail2ban acts (deploy/fail2ban). It names nobody: what is typed as a name
 * may be a password, and looking up whose name it is would take time that tells. The history says whose account it was.
 */
export function logFailedSignIn(request: FastifyRequest, step: 'password' | 'code' | 'provider'): void {
  const address = plainAddress(request.ip) ?? 'unknown'
  request.log.warn({ step, address }, 'sign-in failed')
}
