import type { User } from '../../../contract/schemas/auth.ts'

/** Without mail, second factor and key pair. */
export const userNamed = (username: string): User => ({
  ...{ id: 1, username, display_name: null, email: null, email_confirmed: false },
  ...{
    language: null,
    is_2fa_enabled: false,
    is_operator: false,
    wants_reminders: true,
    password_kind: 'login',
    public_key_spki: null,
    key_pair: 'none',
    recovery_code_made_at: null,
  },
})
