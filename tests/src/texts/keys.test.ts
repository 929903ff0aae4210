import { expect, it } from 'vitest'
import { keyTexts } from '../../../src/texts/keys.ts'

it.each([
  [keyTexts.unlockFailed('why'), 'Failed to unlock key: why'],
  [keyTexts.passwordRequired, 'Password required to generate and encrypt keys.'],
  [keyTexts.generationCancelled, 'Key generation cancelled.'],
  [keyTexts.generationFailed('why'), 'Key generation process failed: why'],
  [keyTexts.passwordNotVerified, 'Password verification failed. Please enter your current login password.'],
  [keyTexts.restoreCancelled, 'Restore cancelled due to username mismatch.'],
  [keyTexts.restoreFailed('why'), 'Restore failed: why'],
  [keyTexts.profileUnavailable, 'Profile unavailable. Please try logging in again.'],
])('says of keys: %s', (text, literal) => {
  expect(text).toBe(literal)
})

it('warns of a key that was not re-encrypted, and says what helps', () => {
  expect(keyTexts.notReencrypted).toContain('might be unusable if the old password was wrong')
  expect(keyTexts.notReencrypted).toMatch(/restore a backup, or generate new keys/)
})
