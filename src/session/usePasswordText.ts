import { type TextArguments, type TextKey, t, type TextValues } from '../../i18n/t.ts'
import { useUser } from './session.ts'

export type PasswordText = (key: TextKey, values?: TextValues) => string

/** A text that is made when it is shown, in the language of that time. */
export type LazyPasswordText = (passwordText: PasswordText) => string

/** Like `t`, for texts about the login password: their parameter `kind` names it as the user knows it. */
export function usePasswordText(): PasswordText {
  const kind = useUser()?.password_kind ?? 'login'
  return (key, values) => t(key, ...([{ kind, ...values }] as TextArguments<TextKey, TextValues>))
}
