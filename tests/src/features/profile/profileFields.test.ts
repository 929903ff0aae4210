import { describe, expect, it } from 'vitest'
import {
  isFilledAndMatching,
  keyPairSchema,
  newPasswordSchema,
  profileChanges,
  profileSchema,
} from '../../../../src/features/profile/information/profileFields.ts'
import { problemsOf } from '../../forms/problemsOf.ts'
import { userNamed } from '../../session/userNamed.ts'

const user = userNamed('anna')
const fields = { username: 'anna', email: '', displayName: '', currentPassword: 'secret' }

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
    const problems = (changed: Partial<typeof fields>, of = user) =>
      problemsOf(profileSchema(of), { ...fields, ...changed })
    expect(problems({})).toEqual({})
    expect(problems({ username: ' ' })).toEqual({ username: 'Username is required.' })
    expect(problems({ username: ' ab ' })).toEqual({
      username: 'Username must be at least 3 characters long.',
    })
    expect(problems({ username: 'x'.repeat(101) })).toEqual({ username: 'At most 100 characters.' })
    expect(problems({ email: 'anna' })).toEqual({ email: 'Please enter a valid e-mail address.' })
    expect(problems({ email: ' a@b.example ' })).toEqual({})
    expect(problems({ currentPassword: '' })).toEqual({
      currentPassword: 'Current password is required to save profile changes.',
    })
    expect(Object.keys(problems({ username: '', email: 'anna', currentPassword: '' }))).toHaveLength(3)
  })
  it('leave an address alone that is as it was', () => {
    expect(problemsOf(profileSchema({ ...user, email: 'old' }), { ...fields, email: 'old' })).toEqual({})
  })
})

it('a key pair needs a size that there is, and the password', () => {
  expect(problemsOf(keyPairSchema, { keySize: '3072', password: 'x' })).toEqual({})
  expect(problemsOf(keyPairSchema, { keySize: '2048', password: '' })).toEqual({
    password: 'Password required to generate and encrypt keys.',
  })
  expect(keyPairSchema.safeParse({ keySize: '1024', password: 'x' }).success).toBe(false)
})

describe('a new password', () => {
  const passwordFields = (newPassword: string, confirmation = newPassword, oldPassword = 'old password') => ({
    oldPassword,
    newPassword,
    confirmation,
  })

  const problems = (...of: Parameters<typeof passwordFields>) =>
    problemsOf(newPasswordSchema, passwordFields(...of))

  it('has 8 characters, twice the same, and is not the old one', () => {
    expect(problems('12345678')).toEqual({})
    expect(problems('12345678', '12345679')).toEqual({ confirmation: 'New passwords do not match.' })
    expect(problems('1234567')).toEqual({
      newPassword: 'New password must be at least 8 characters long.',
    })
    expect(problems('old password')).toEqual({
      newPassword: 'New password cannot be the same as the old password.',
    })
  })
  it('is compared as it is stretched: another way of writing the same letter is no new password', () => {
    expect(problems('pässword', 'pässword', 'pa\u0308ssword').newPassword).toContain('same as the old')
  })
  it('can be sent when all three fields are filled and match', () => {
    expect(isFilledAndMatching(passwordFields('12345678'))).toBe(true)
    expect(
      [passwordFields(''), passwordFields('1', '2'), passwordFields('1', '1', '')].map(isFilledAndMatching),
    ).toEqual([false, false, false])
  })
})
