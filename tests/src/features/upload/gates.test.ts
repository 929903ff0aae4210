import { describe, expect, it } from 'vitest'
import { codeFailureText } from '../../../../src/features/upload/gates.ts'
import { fingerprintInLink } from '../../../../src/features/upload/recipientKey.ts'

describe('a code that was not taken', () => {
  it.each([
    ['Invalid code.', 'Invalid or expired verification code.'],
    ['This code has EXPIRED', 'Invalid or expired verification code.'],
    ['Too many requests. Please try again later.', 'Too many requests. Please try again later.'],
    ['', 'Code verification failed.'],
    [undefined, 'Code verification failed.'],
  ])('%s is told in words for uploaders', (said, text) => {
    expect(codeFailureText(said === undefined ? {} : { said })).toBe(text)
  })
})

describe('the fingerprint in a link', () => {
  const fingerprint = 'v0Qz-_abcdefghijklmnopqrstuvwxyz0123456789A'

  it.each([
    [`#k=${fingerprint}`, fingerprint],
    [`k=${fingerprint}`, fingerprint],
    [`#x=1&k=${fingerprint}`, fingerprint],
    ['', null],
    ['#', null],
    // Cut short or rewritten, a link must not pass for one that trusts any key.
    ['#k=', ''],
    ['#k=abc', ''],
    [`#k=${fingerprint}x`, ''],
    [`#k%3D${fingerprint}`, ''],
    [`#K=${fingerprint}`, ''],
    [`#k=${fingerprint}&k=abc`, ''],
    [`#k=${fingerprint}#`, ''],
    ['#utm=1', ''],
    ['#main', ''],
  ])('%s', (fragment, expected) => {
    expect(fingerprintInLink(fragment)).toBe(expected)
  })
})
