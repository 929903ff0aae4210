import type { User } from '../../../contract/auth.ts'
import { updateCurrentUser } from '../../../contract/auth.ts'
import type { CallBody } from '../../../contract/call.ts'
import { minPasswordLength, minUsernameLength } from '../../../contract/limits.ts'

/** 'Profile Information' as it was typed. */
export interface ProfileFields {
  username: string
  email: string
  currentPassword: string
}

export type ProfileChanges = Omit<CallBody<typeof updateCurrentUser>, 'current_password'>

export type ProfileErrors = Partial<Record<keyof ProfileFields, string>>

export const noProfileChanges = 'No profile changes detected.'

/** Only what differs from the user as they are; null when nothing does. A blank e-mail removes it. */
export function profileChanges(fields: ProfileFields, user: User): ProfileChanges | null {
  const username = fields.username.trim()
  const email = fields.email.trim() === '' ? null : fields.email.trim()
  const changes: ProfileChanges = {
    ...(username !== user.username && { username }),
    ...(email !== user.email && { email }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

export function checkProfile(fields: ProfileFields, changes: ProfileChanges): ProfileErrors {
  const errors: ProfileErrors = {}
  const username = fields.username.trim()
  if (username === '') errors.username = 'Username is required.'
  else if (username.length < minUsernameLength)
    errors.username = `Username must be at least ${minUsernameLength} characters long.`
  const { shape } = updateCurrentUser.body
  if (typeof changes.email === 'string' && !shape.email.safeParse(changes.email).success)
    errors.email = 'Please enter a valid e-mail address.'
  if (fields.currentPassword === '')
    errors.currentPassword = 'Current password is required to save profile changes.'
  return errors
}

export interface NewPasswordFields {
  oldPassword: string
  newPassword: string
  confirmation: string
}

const passwordsDiffer = 'New passwords do not match.'

/** Said while typing, once there are two to compare. */
export const confirmationError = ({ newPassword, confirmation }: NewPasswordFields): string | null =>
  confirmation !== '' && newPassword !== '' && confirmation !== newPassword ? passwordsDiffer : null

export const isFilledAndMatching = ({ oldPassword, newPassword, confirmation }: NewPasswordFields): boolean =>
  oldPassword !== '' && newPassword !== '' && newPassword === confirmation

/** What speaks against a new password; null when nothing does. Compared as they are stretched: in NFKC form. */
export function newPasswordError({
  oldPassword,
  newPassword,
  confirmation,
}: NewPasswordFields): string | null {
  if (newPassword !== confirmation) return passwordsDiffer
  if (newPassword.length < minPasswordLength)
    return `New password must be at least ${minPasswordLength} characters long.`
  if (newPassword.normalize('NFKC') === oldPassword.normalize('NFKC'))
    return 'New password cannot be the same as the old password.'
  return null
}
