import type { FastifyRequest } from 'fastify'
import { crc32 } from 'node:zlib'
import { detail } from '../../contract/errors.ts'
import { admissions } from '../../contract/scopes.ts'
import { byCaller } from '../audit/audit.ts'
import { isoBefore, isoNow, type Context } from '../context.ts'
import { findApiToken, findExpiredApiToken, noteUse } from '../db/apiTokens.ts'
import type { UserRow } from '../db/schema.ts'
import { forbidden, unauthorized } from '../http/errors.ts'
import { newSessionToken, tokenHash } from './tokens.ts'

/**
 * [Note: API tokens]
 *
 * 'sealpost_', 256 random bits in base64url, and their CRC-32 in hex: scanners of leaked secrets know it by its look, and
 * what was mistyped is refused without a look into the database, which has its SHA-256 alone. What a token is good for is
 * the table `admissions`; within that it sees what its owner sees, since routes ask for the user and nothing else.
 *
 * It ends by its date, by being revoked, and with all sessions: at a change of the password, and by `reset` and `disable` of
 * the command line. Whoever changes a password out of worry must not have to know of a second list.
 *
 * Any other text behind 'Bearer' is not ours: a proxy that signs people in adds its own to everybody's requests.
 */
const prefix = 'sealpost_'
const bearer = new RegExp(`^Bearer +(${prefix}\\S*) *$`, 'i')
const form = new RegExp(`^${prefix}([A-Za-z0-9_-]{43})([0-9a-f]{8})$`)

/** A use is not written again within this time. */
const touchSeconds = 60

const checksum = (random: string): string => crc32(random).toString(16).padStart(8, '0')

export function newApiToken(): string {
  const random = newSessionToken()
  return `${prefix}${random}${checksum(random)}`
}

function isWellFormed(token: string): boolean {
  const [, random = '', sum] = form.exec(token) ?? []
  return sum === checksum(random)
}

/** What the request has sent as one of our tokens; undefined for none. */
export const apiTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  bearer.exec(headers.authorization ?? '')?.[1]

/**
 * Whose token it is, and its name, once it is known that it is good for the call.
 * @throws HttpError 403 for what no token may call, before it is looked at, and for a missing scope; 401; 429
 */
export async function userOfApiToken(
  context: Pick<Context, 'db' | 'limits' | 'now' | 'auditNotes'>,
  request: FastifyRequest,
  token: string,
): Promise<{ user: UserRow; name: string }> {
  const { call } = request.routeOptions.config
  const admission = call === undefined ? 'session' : admissions[call]
  if (typeof admission === 'string') throw forbidden(detail.tokenNotTaken)
  const { db, limits, auditNotes } = context
  /** Of a token that nobody has, nobody is told. */
  const noteRefused = ({ user_id: accountId, name }: { user_id: number; name: string }) =>
    auditNotes.failed(byCaller(request), { kind: 'api-token-refused', accountId, details: { name } })
  await limits.apiTokens.requireFew(request)
  const found = isWellFormed(token) ? await findApiToken(db, tokenHash(token), isoNow(context)) : undefined
  if (found === undefined) {
    await limits.apiTokens.count(request)
    const expired = isWellFormed(token) ? await findExpiredApiToken(db, tokenHash(token)) : undefined
    if (expired !== undefined) noteRefused(expired)
    throw unauthorized(detail.tokenUnknown)
  }
  const missing = admission.filter((scope) => !found.scopes.includes(scope))
  if (missing.length > 0) {
    noteRefused(found)
    throw forbidden(`This API token lacks the scope ${missing.join(' and ')}.`, 'tokenScope')
  }
  await noteUse(db, found, isoNow(context), isoBefore(context.now(), touchSeconds))
  return { user: found.user, name: found.name }
}
