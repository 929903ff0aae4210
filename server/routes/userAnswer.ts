import type { User } from '../../contract/auth.ts'
import type { UserRow } from '../db/schema.ts'

/** A user as every call that answers with one shows them. */
export const userAnswer = (row: UserRow): { user: User } => ({
  user: {
    id: row.id,
    username: row.username,
    email: row.email,
    is_2fa_enabled: row.is_2fa_enabled === 1,
    public_key_spki: row.public_key_spki ?? row.pending_public_key_spki,
  },
})
