import type { FastifyInstance } from 'fastify'
import { getCurrentUser, login, logout, prelogin, verifyPassword, type User } from '../../contract/auth.ts'
import { detail } from '../../contract/errors.ts'
import { registerCall } from '../calls.ts'
import type { Context } from '../context.ts'
import type { UserRow } from '../db/schema.ts'
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
  const { accounts } = context

  registerCall(app, 'public', prelogin, ({ body }) => accounts.kdfParameters(body.username))

  registerCall(app, 'public', login, async (request, reply) => {
    const user = await accounts.checkLogin(request.body.username, request.body.password)
    if (user === undefined) throw unauthorized(detail.badLogin)
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
    await accounts.requirePassword(administrator(request), request.body.password)
    return { message: 'Password verified.' }
  })
}
