import { describe, expect, it } from 'vitest'
import type { User } from '../../../../contract/auth.ts'
import {
  checkProfile,
  confirmationError,
  isFilledAndMatching,
  newPasswordError,
  profileChanges,
} from '../../../../src/features/profile/profileFields.ts'

const user: User = {
  id: 1,
  username: 'anna',
  email: null,
  is_2fa_enabled: false,
  public_key_spki: null,
  key_pair: 'none',
}
const fields = { username: 'anna', email: '', currentPassword: 'secret' }

describe('profile changes', () => {
  it('are only what differs', () => {
    expect(profileChanges(fields, user)).toBeNull()
    expect(profileChanges({ ...fields, username: ' anna ', email: ' ' }, user)).toBeNull()
    expect(profileChanges({ ...fields, username: 'bert' }, user)).toEqual({ username: 'bert' })
    expect(profileChanges({ ...fields, email: 'a@b.example' }, user)).toEqual({ email: 'a@b.example' })
  })
  it('remove the e-mail as null when it is blank', () => {
    expect(profileChanges(fields, { ...user, email: 'a@b.example' })).toEqual({ email: null })
  })
  it('need a username of three characters, an address that is one, and the password', () => {
    expect(checkProfile(fields, {})).toEqual({})
    expect(checkProfile({ ...fields, username: '' }, {})).toHaveProperty('username')
    expect(checkProfile({ ...fields, username: ' ab ' }, {})).toEqual({
      username: 'Username must be at least 3 characters long.',
    })
    expect(checkProfile(fields, { email: 'anna' })).toHaveProperty('email')
    expect(checkProfile({ ...fields, currentPassword: '' }, {})).toEqual({
      currentPassword: 'Current password is required to save profile changes.',
    })
  })
})

describe('a new password', () => {
  const typed = (newPassword: string, confirmation = newPassword, oldPassword = 'old password') => ({
    oldPassword,
    newPassword,
    confirmation,
  })

  it('has 8 characters, twice the same, and is not the old one', () => {
    expect(newPasswordError(typed('12345678'))).toBeNull()
    expect(newPasswordError(typed('12345678', '12345679'))).toBe('New passwords do not match.')
    expect(newPasswordError(typed('1234567'))).toBe('New password must be at least 8 characters long.')
    expect(newPasswordError(typed('old password'))).toBe(
      'New password cannot be the same as the old password.',
    )
  })
  it('is compared as it is stretched: another way of writing the same letter is no new password', () => {
    expect(newPasswordError(typed('pässword', 'pässword', 'pa\u0308ssword'))).toContain('same as the old')
  })
  it('can be sent when all three fields are filled and match', () => {
    expect(isFilledAndMatching(typed('12345678'))).toBe(true)
    expect([typed(''), typed('1', '2'), typed('1', '1', '')].map(isFilledAndMatching)).toEqual([
      false,
      false,
      false,
    ])
  })
  it('says while typing that the two differ, once there are two', () => {
    expect(confirmationError(typed('abc', ''))).toBeNull()
    expect(confirmationError(typed('abc', 'ab'))).toBe('New passwords do not match.')
  })
})
