import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { UserRow } from '../db/schema.ts'
import { administrator } from '../plugins/sessions.ts'
import type { PasswordField } from '../security/accounts.ts'

/** Who is signed in, and has given the login password once more. @throws HttpError 401 or 429 */
export async function requireOwnPassword(
  { accounts, limits }: Context,
  request: FastifyRequest,
  password: string,
  field?: PasswordField,
): Promise<UserRow> {
  const user = administrator(request)
  await limits.ownPassword.consume(request, String(user.id))
  await accounts.requirePassword(user, password, field)
  await limits.ownPassword.forgive(request, String(user.id))
  return user
}
