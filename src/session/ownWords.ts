import { inWordsFor } from '../texts/passwords.ts'
import { useUser } from './session.ts'

/** Turns what is said of a login password into what it is for who is signed in. */
export function useOwnWords(): (text: string) => string {
  const kind = useUser()?.password_kind ?? 'login'
  return (text) => inWordsFor(kind, text)
}
