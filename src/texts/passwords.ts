import type { User } from '../../contract/auth.ts'

/**
 * What is said to whoever has a login password, as it is said to this person: who signs in by a provider has a key
 * password instead.
 */
export const inWordsFor = (kind: User['password_kind'], text: string): string =>
  kind === 'login'
    ? text
    : text.replaceAll(/\b([Ll])ogin (?=[Pp]assword)/g, (_, first) => (first === 'L' ? 'Key ' : 'key '))
