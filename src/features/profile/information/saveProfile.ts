import type { User } from '../../../../contract/schemas/auth.ts'
import { callApi } from '../../../api/client.ts'
import { loginVerifier, notifyUserChanged, updateUser } from '../../../session/session.ts'
import type { ProfileChanges } from './profileFields.ts'

/** Sends the changes with the password that confirms them. @throws a fault with status 401 for a wrong password */
export async function saveProfile(
  { username }: User,
  changes: ProfileChanges | null,
  password: string,
): Promise<User> {
  const current_password = await loginVerifier(username, password)
  const { user } = await callApi('updateCurrentUser', { body: { ...changes, current_password } })
  updateUser(user)
  notifyUserChanged()
  return user
}
