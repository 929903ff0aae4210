import type { User } from '../../contract/schemas/auth.ts'
import type { UserRow } from '../db/schema.ts'
import { fromFlag } from '../db/flag.ts'

function keyPairOf({ public_key_spki, pending_public_key_spki: pending }: UserRow): User['key_pair'] {
  if (public_key_spki === null) return pending === null ? 'none' : 'incomplete'
  return pending === null ? 'complete' : 'renewing'
}

export const userResponse = (row: UserRow): { user: User } => ({
  user: {
    id: row.id,
    username: row.username,
    display_name: row.display_name,
    email: row.email,
    email_confirmed: row.email_confirmed_at !== null,
    language: row.language,
    wants_reminders: fromFlag(row.wants_reminders),
    is_2fa_enabled: fromFlag(row.is_2fa_enabled),
    password_kind: row.password_kind,
    is_operator: fromFlag(row.is_operator),
    public_key_spki: row.public_key_spki ?? row.pending_public_key_spki,
    key_pair: keyPairOf(row),
    recovery_code_made_at: row.recovery_box_made_at,
  },
})
