import { type Given, type Key, t, type Values } from '../../i18n/t.ts'
import { useUser } from './session.ts'

export type OwnText = (key: Key, values?: Values) => string

/** What is said later, in the language of then. */
export type Said = (ownText: OwnText) => string

/** As `t`, for texts that call the login password what it is for who is signed in: by their parameter `kind`. */
export function useOwnText(): OwnText {
  const kind = useUser()?.password_kind ?? 'login'
  return (key, values) => t(key, ...([{ kind, ...values }] as Given<Key, Values>))
}
