import type { FastifyInstance } from 'fastify'
import { getCurrentUser, login, logout, prelogin, verifyPassword, type User } from '../../contract/auth.ts'
import { detail } from '../../contract/errors.ts'
import { registerCall } from '../calls.ts'
import type { Context } from '../context.ts'
import type { UserRow } from '../db/schema.ts'
import { usernameKey } from '../db/users.ts'
import { unauthorized } from '../errors.ts'
import { administrator, beginSession, endSession } from '../plugins/sessions.ts'

export const userAnswer = (row: UserRow): { user: User } => ({
  user: {
    id: row.id,
    username: row.username,
    email: row.email,
    is_2fa_enabled: false,
    public_key_spki: row.public_key_spki ?? row.pending_public_key_spki,
  },
})

export function authRoutes(app: FastifyInstance, context: Context): void {
  const { accounts, limits } = context

  registerCall(app, 'public', prelogin, async (request) => {
    await limits.prelogin.consume(request)
    return accounts.kdfParameters(request.body.username)
  })

  registerCall(app, 'public', login, async (request, reply) => {
    const { username, password } = request.body
    await limits.login.consume(request, usernameKey(username))
    const user = await accounts.checkLogin(username, password)
    if (user === undefined) throw unauthorized(detail.badLogin)
    await limits.login.forgive(request, usernameKey(username))
    await beginSession(request, reply, context, user.id)
    return userAnswer(user)
  })

  registerCall(app, 'public', logout, async (request, reply) => {
    await endSession(request, reply, context)
    return undefined
  })

  registerCall(app, 'administrator', getCurrentUser, (request) =>
    Promise.resolve(userAnswer(administrator(request))),
  )

  registerCall(app, 'administrator', verifyPassword, async (request) => {
    const user = administrator(request)
    await limits.ownPassword.consume(request, String(user.id))
    await accounts.requirePassword(user, request.body.password)
    await limits.ownPassword.forgive(request, String(user.id))
    return { message: 'Password verified.' }
  })
}
