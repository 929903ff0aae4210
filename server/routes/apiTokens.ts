import type { FastifyInstance } from 'fastify'
import { createApiToken, deleteApiToken, listApiTokens } from '../../contract/schemas/apiTokens.ts'
import { errorDetails } from '../../contract/errors.ts'
import { maxApiTokens } from '../../contract/limits.ts'
import { registerCall } from '../http/calls.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoAfter } from '../util/isoTime.ts'
import * as tokens from '../db/accounts/apiTokens.ts'
import { lockUnchangedUser } from '../db/accounts/users.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound, unauthorized } from '../http/errors.ts'
import { currentUser } from '../plugins/sessions.ts'
import { newApiToken } from '../security/apiTokens.ts'
import { tokenHash } from '../util/tokens.ts'
import { requireOwnPassword } from './requireOwnPassword.ts'

const daySeconds = 24 * 3600

export function apiTokenRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db } = context

  registerCall(app, listApiTokens, { access: 'user' }, async (request) => {
    return tokens.listApiTokens(db, currentUser(request).id)
  })

  registerCall(app, createApiToken, { access: 'user' }, async (request) => {
    const { password, name, scopes, expires_in_days } = request.body
    const user = await requireOwnPassword(context, request, password)
    const token = newApiToken()
    const now = context.now()
    const made = await transact(db, async (trx) => {
      if (!(await lockUnchangedUser(trx, user))) throw unauthorized(errorDetails.badPassword)
      if ((await tokens.listApiTokens(trx, user.id)).length >= maxApiTokens)
        throw conflict(errorDetails.tooManyTokens)
      const event = { kind: 'api-token-made', accountId: user.id, details: { name } } as const
      await audit.record(trx, callerActor(request), event)
      return tokens.insertApiToken(trx, {
        user_id: user.id,
        name,
        token_hash: tokenHash(token),
        scopes,
        created_at: now.toISOString(),
        expires_at: isoAfter(now, expires_in_days * daySeconds),
      })
    })
    return { token, api_token: made }
  })

  registerCall(app, deleteApiToken, { access: 'user' }, async (request) => {
    const { id: accountId } = currentUser(request)
    await transact(db, async (trx) => {
      const name = await tokens.deleteApiToken(trx, request.params.id, accountId)
      if (name === undefined) throw notFound(errorDetails.tokenNotFound)
      await audit.record(trx, callerActor(request), {
        kind: 'api-token-revoked',
        accountId,
        details: { name },
      })
    })
  })
}
