import { expect, it } from 'vitest'
import { inWordsFor } from '../../../src/texts/passwords.ts'

it('calls the password by what it is for', () => {
  const text =
    'Login Password Required. Enter your login password. Login password: the password of the login.'
  expect(inWordsFor('login', text)).toBe(text)
  for (const kind of ['key', 'none'] as const)
    expect(inWordsFor(kind, text)).toBe(
      'Key Password Required. Enter your key password. Key password: the password of the login.',
    )
})
