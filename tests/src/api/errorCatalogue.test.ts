import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ApiError,
  errorMessage,
  failureOfAnswer,
  isRefusal,
  isSessionEnd,
  keyTexts,
  networkFailure,
  queryErrorMessage,
  toFailure,
  withoutSecrets,
} from '../../../src/api/errorCatalogue.ts'
import { CryptoError } from '../../../src/crypto/index.ts'

const text = (status: number, body: unknown, statusText = '') =>
  failureOfAnswer(status, statusText, body).message

describe('the sentences for answers with an error status', () => {
  it.each([
    [403, { detail: 'CSRF validation failed' }, 'CSRF validation failed'],
    [403, { detail: 'Not yours' }, 'Not yours'],
    [403, null, 'Forbidden'],
    [401, { detail: 'Session expired' }, 'Session expired. Please login again.'],
    [401, { detail: 'Your Session expired today' }, 'Session expired. Please login again.'],
    [401, { detail: 'Incorrect username or password' }, 'Incorrect username or password.'],
    [401, { detail: 'Incorrect password' }, 'Incorrect password provided.'],
    [401, { detail: 'Code needed' }, 'Code needed'],
    [401, {}, 'Unauthorized or session possibly expired.'],
    [429, { detail: 'Wait a minute' }, 'Wait a minute'],
    [429, '', 'Too many requests. Please try again later.'],
    [422, {}, 'Request validation failed. Check inputs.'],
    [422, { detail: [] }, 'Request validation failed. Check inputs.'],
    [404, { detail: 'Link invalid/expired.' }, 'Link invalid/expired.'],
    [500, { detail: 'disk full' }, 'Server Error: disk full'],
  ])('%i %j', (status, body, sentence) => {
    expect(text(status, body)).toBe(sentence)
  })

  it('turns a list of 422 into field: message pairs', () => {
    const detail = [
      { loc: ['body', 'title'], msg: 'Title is required.', type: 'too_small' },
      { loc: ['body', 'allowed_emails', 2], msg: 'Not an address.', type: 'invalid_format' },
      { loc: ['body'], msg: 'Not an object.', type: 'invalid_type' },
    ]
    expect(text(422, { detail })).toBe(
      'title: Title is required.; allowed_emails.2: Not an address.; Not an object.',
    )
  })

  it('names status and reason when there is no detail', () => {
    expect(text(502, null, 'Bad Gateway')).toBe('Error: 502 - Bad Gateway')
    expect(text(404, '<html>', '')).toBe('Error: 404 - Unknown')
  })
})

describe('the sentences for everything else', () => {
  it('says that no answer came', () => {
    expect(errorMessage(new ApiError(networkFailure))).toBe('Network Error: Could not connect to the server.')
  })
  it('tells an error of the program by its message', () => {
    expect(errorMessage(new Error('x is not a function'))).toBe('Unexpected Error: x is not a function')
    expect(errorMessage(new Error())).toBe('An unknown error occurred.')
    expect(errorMessage('thrown text')).toBe('An unexpected error occurred.')
    expect(queryErrorMessage(undefined)).toBe('An unexpected error occurred.')
  })
  it('keeps the sentences of the crypto layer', () => {
    expect(errorMessage(new CryptoError('wrong-password'))).toBe(
      'Decryption failed: Incorrect password or corrupted data.',
    )
  })
  it('keeps status and detail of an answer', () => {
    const failure = failureOfAnswer(401, '', { detail: 'Session expired' })
    expect(toFailure(new ApiError(failure))).toEqual(failure)
  })
})

it.each([
  [
    keyTexts.dataMissing,
    'Encrypted key data not found on server. Please generate or restore keys in your profile.',
  ],
  [keyTexts.missingInput, 'Missing password or key data.'],
  [keyTexts.notLoaded, 'Key not loaded.'],
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

it('knows the end of a session from a wrong password', () => {
  expect(isSessionEnd({ status: 401, detail: 'Session expired' })).toBe(true)
  expect(isSessionEnd({ status: 401, detail: 'Not authenticated. Please log in.' })).toBe(true)
  expect(isSessionEnd({ status: 401, detail: 'Incorrect password' })).toBe(false)
  expect(isSessionEnd({ status: 401, detail: null })).toBe(false)
  expect(isSessionEnd({ status: 403, detail: 'Session expired' })).toBe(false)
})

it('takes only 401 and 403 for a refusal', () => {
  const refused = [401, 403, 404, 500, null].map((status) => isRefusal({ status }))
  expect(refused).toEqual([true, true, false, false, false])
})

/** What `withoutSecrets` is to do, a character at a time. */
function charByChar(text: string): string {
  let kept = ''
  let isAddress = false
  let isCut = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (/[\s'"]/.test(char)) isAddress = isCut = false
    else if (isAddress && (char === '?' || char === '#' || text.startsWith('%23', at))) isCut = true
    else if (char === '/') isAddress = true
    if (!isCut) kept += char
  }
  return kept
}

describe('addresses in messages', () => {
  it.each([
    ['GET https://a.example/download/tok#7:c2VjcmV0 failed', 'GET https://a.example/download/tok failed'],
    ['/download/tok%237:c2VjcmV0', '/download/tok'],
    ['blob at "/x/y?token=1&b=2#k"', 'blob at "/x/y"'],
    ['Is this right? Yes #1', 'Is this right? Yes #1'],
    ['/download/tok%237:c2VjcmV0?x#y', '/download/tok'],
  ])('%s', (message, safe) => {
    expect(withoutSecrets(message)).toBe(safe)
  })
  it('lose what stands behind their first mark, up to the next blank or quote, and nothing else', () => {
    const pieces = ['/', '?', '#', '%23', '%', '2', '3', ' ', '\n', '"', "'", 'a', ':', 'https://', 'ß']
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((some) => some.join(''))
    fc.assert(
      fc.property(texts, (text) => withoutSecrets(text) === charByChar(text)),
      {
        numRuns: 5000,
      },
    )
  })
  it('are cut in errors too', () => {
    expect(errorMessage(new TypeError('Failed to parse URL from /download/t#1:AAAA'))).toBe(
      'Unexpected Error: Failed to parse URL from /download/t',
    )
  })
})
