import type { UserRow } from '../db/schema.ts'

/** Returns whether the user's password opens a session. @param only true if passwords sign in only the operator */
export const signsInByPassword = (
  { password_kind, is_operator }: Pick<UserRow, 'password_kind' | 'is_operator'>,
  only = false,
): boolean => password_kind === 'login' && (!only || is_operator === 1)
