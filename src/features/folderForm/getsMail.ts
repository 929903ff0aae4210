import type { User } from '../../../contract/schemas/auth.ts'

/** True if mails about folders reach this person; false while that is unknown. */
export const getsMail = (
  user: Pick<User, 'email_confirmed'> | null,
  sendsMail: boolean | undefined,
): boolean => sendsMail === true && user?.email_confirmed === true
