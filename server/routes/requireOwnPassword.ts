import type { FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { UserRow } from '../db/schema.ts'
import { conflict, HttpError } from '../http/errors.ts'
import { currentUser } from '../plugins/sessions.ts'
import type { PasswordField } from '../security/userPasswords.ts'

/** The user, who has entered their password again. @throws HttpError 401, 429; 409 for one without a password */
export async function requireOwnPassword(
  { userPasswords, auditBuffer, limits }: Context,
  request: FastifyRequest,
  password: string,
  field?: PasswordField,
): Promise<UserRow> {
  const user = currentUser(request)
  if (user.password_kind === 'none') throw conflict(errorDetails.keyPasswordMissing)
  const check = () => userPasswords.requirePassword(user, password, field)
  await limits.ownPassword.attempt(request, String(user.id), check).catch((error: unknown) => {
    if (error instanceof HttpError && error.statusCode === 401)
      auditBuffer.addFailure(callerActor(request), { kind: 'password-failed', accountId: user.id })
    throw error
  })
  await limits.ownPassword.forgive(request, String(user.id))
  return user
}
