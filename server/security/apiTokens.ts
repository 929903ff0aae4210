import type { FastifyRequest } from 'fastify'
import { crc32 } from 'node:zlib'
import { errorDetails } from '../../contract/errors.ts'
import { apiTokenPattern } from '../../contract/limits.ts'
import { folderOfOwnUpload } from '../../contract/ownUpload.ts'
import { admissions, type Scope, sendScopes } from '../../contract/scopes.ts'
import { callerActor } from '../audit/audit.ts'
import { isoBefore, isoNow, type ClockDep } from '../util/isoTime.ts'
import { findApiToken, findApiTokenEvenExpired, touchApiToken } from '../db/accounts/apiTokens.ts'
import type { UserRow } from '../db/schema.ts'
import { forbidden, unauthorized } from '../http/errors.ts'
import { newSecretToken, tokenHash } from '../util/tokens.ts'
import type { DbDep } from '../db/database.ts'
import type { RateLimitsDep } from './rateLimits.ts'
import type { AuditBufferDep } from '../audit/auditBuffer.ts'

/**
 * [Note: API tokens]
 *
 * A token is 'sealpost_', 256 random bits in base64url, and their CRC-32 in hex. Secret scanners recognize it by its
 * form, and mistyped ones are refused without a query to the database, which only stores the SHA-256. The table
 * `admissions` lists the calls that accept it; within these it has the access of its owner.
 *
 * It ends when it expires, when it is revoked, and along with all sessions: when the password is changed, and by
 * `reset` and `disable` of the command line.
 *
 * Any other text after 'Bearer' is ignored: an authenticating proxy may add its own token to all requests.
 */
const tokenPrefix = 'sealpost_'
const bearerPattern = new RegExp(`^Bearer +(${tokenPrefix}\\S*) *$`, 'i')

const touchSeconds = 60

const checksum = (random: string): string => crc32(random).toString(16).padStart(8, '0')

export function newApiToken(): string {
  const random = newSecretToken()
  return `${tokenPrefix}${random}${checksum(random)}`
}

function isWellFormed(token: string): boolean {
  const [, random = '', sum] = apiTokenPattern.exec(token) ?? []
  return sum === checksum(random)
}

export const bearerTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  bearerPattern.exec(headers.authorization ?? '')?.[1]

/** User and name of a valid token. @throws HttpError 403 if the call takes none, or for a lacking scope; 401; 429 */
export async function authenticateApiToken(
  context: DbDep & RateLimitsDep & ClockDep & AuditBufferDep,
  request: FastifyRequest,
  token: string,
): Promise<{ user: UserRow; name: string }> {
  const scopes = scopesFor(request)
  if (scopes === null) throw forbidden(errorDetails.tokenNotTaken)
  const { db, limits, auditBuffer } = context
  /** Records a refused token; an unknown one has nobody to inform. */
  const recordRefused = ({ user_id: accountId, name }: { user_id: number; name: string }) =>
    auditBuffer.addFailure(callerActor(request), { kind: 'api-token-refused', accountId, details: { name } })
  await limits.apiTokens.requireFewFailures(request)
  const found = isWellFormed(token) ? await findApiToken(db, tokenHash(token), isoNow(context)) : undefined
  if (found === undefined) {
    await limits.apiTokens.countFailure(request)
    const expired = isWellFormed(token) ? await findApiTokenEvenExpired(db, tokenHash(token)) : undefined
    if (expired !== undefined) recordRefused(expired)
    throw unauthorized(errorDetails.tokenUnknown)
  }
  const missing = scopes.filter((scope) => !found.scopes.includes(scope))
  if (missing.length > 0) {
    recordRefused(found)
    throw forbidden(`This API token lacks the scope ${missing.join(' and ')}.`, 'tokenScope')
  }
  await touchApiToken(db, found, isoNow(context), isoBefore(context.now(), touchSeconds))
  return { user: found.user, name: found.name }
}

/** The scopes that a token needs for a request; null for a call that takes none. */
function scopesFor({ routeOptions: { config }, params }: FastifyRequest): readonly Scope[] | null {
  const admission = config.call === undefined ? 'session' : admissions[config.call]
  if (typeof admission !== 'string') return admission
  const { link_token = '' } = params as { link_token?: string }
  return admission === 'upload-link' && folderOfOwnUpload(link_token) !== null ? sendScopes : null
}
