import type { UserRow } from '../db/schema.ts'

/**
 * Whether the user's password opens a session.
 * @param only passwords sign nobody in but the operator
 */
export const signsInByPassword = (
  { password_kind, is_operator }: Pick<UserRow, 'password_kind' | 'is_operator'>,
  only = false,
): boolean => password_kind === 'login' && (!only || is_operator === 1)
