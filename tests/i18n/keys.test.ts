import { expect, it } from 'vitest'
import { type TextKey, t } from '../../i18n/t.ts'

it.each([
  [t('session.unlockFailed', { reason: 'why' }), 'Failed to unlock key: why'],
  [t('keys.passwordRequired'), 'Password required to generate and encrypt keys.'],
  [t('keys.generationCancelled'), 'Key generation cancelled.'],
  [t('keys.generationFailed', { reason: 'why' }), 'Key generation process failed: why'],
  [
    t('keys.passwordNotVerified', { kind: 'login' }),
    'Password verification failed. Please enter your current login password.',
  ],
  [t('keys.restoreCancelled'), 'Restore cancelled due to username mismatch.'],
  [t('keys.restoreFailed', { reason: 'why' }), 'Restore failed: why'],
  [t('profile.unavailable'), 'Profile unavailable. Please try logging in again.'],
])('says of keys: %s', (text, literal) => {
  expect(text).toBe(literal)
})

it('warns of a key that was not re-encrypted, and says what helps', () => {
  expect(t('keys.notReencrypted')).toContain('might be unusable if the old password was wrong')
  expect(t('keys.notReencrypted')).toMatch(/restore a backup, or generate new keys/)
})

it.each([
  ['profile.changePasswordTitle', 'Change Login Password', 'Change Key Password'],
  ['session.password', 'Login password', 'Key password'],
  ['people.notYourPassword', 'This is not your login password.', 'This is not your key password.'],
] as const satisfies [TextKey, string, string][])(
  'calls the password by what it is for: %s',
  (key, login, other) => {
    expect(t(key, { kind: 'login' })).toBe(login)
    for (const kind of ['key', 'none'] as const) expect(t(key, { kind })).toBe(other)
  },
)
