import type { User } from '../../../contract/schemas/auth.ts'

/** Returns what a person has not said of themselves; an address counts once it is confirmed, and where mails are sent. */
export function missingDetails(
  { display_name, email_confirmed }: Pick<User, 'display_name' | 'email_confirmed'>,
  sendsMail: boolean,
): { lacksAddress: boolean; lacksAny: boolean } {
  const lacksAddress = sendsMail && !email_confirmed
  return { lacksAddress, lacksAny: lacksAddress || display_name === null }
}
