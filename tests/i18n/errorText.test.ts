import { expect, it } from 'vitest'
import { type Fault, fault, type FaultCode } from '../../core/faults/fault.ts'
import { faultOfResponse } from '../../core/faults/faultOfResponse.ts'
import { errorText, faultText } from '../../i18n/errorText.ts'

/** Literal texts of the product: they change on purpose or not at all. */
const sentences: Partial<Record<FaultCode, string>> = {
  csrf: 'CSRF validation failed',
  sessionExpired: 'Session expired. Please login again.',
  notAuthenticated: 'Not authenticated. Please log in.',
  badLogin: 'Incorrect username or password.',
  badPassword: 'Incorrect password provided.',
  badCode: 'Invalid or expired verification code.',
  tooManyRequests: 'Too many requests. Please try again later.',
  linkInvalid: 'Link invalid/expired.',
  downloadLinkLocked: 'This download is password protected.',
  folderNotFound:
    'This folder does not exist (any more), or you are not in it any more. Folder not found or could not be loaded.',
  keyDataMissing: 'Encrypted key data not found on server. Please generate or restore keys in your profile.',
  recipientKeyMissing: 'Recipient public key is missing or not configured.',
  mismatchedArrays: 'Mismatch in lengths of file data arrays provided for upload',
  outOfSpace: 'The server has no room left for this upload.',
  linkQuota: 'This upload link has no room for so much data.',
  gateClosed: 'This upload link asks for a password or a verified e-mail address first.',
  notEncrypted: 'The file is not encrypted, so it was not stored.',
  uploadUnknown: 'This upload is unknown or has expired.',
  uploadConfirmed: 'This file has already been confirmed.',
  truncated: 'Incomplete file data received from server.',
  incomplete: 'Incomplete file data received from server.',
  damaged: 'Decryption failed: The data is damaged.',
  'wrong-key': 'It is encrypted for another key than the one that is open.',
  'wrong-password': 'Decryption failed: Incorrect password or corrupted data.',
  mistyped: 'A character of the recovery code is mistyped. Compare it with your sheet.',
  'bad-format': 'Invalid encrypted data: unknown format.',
  'bad-iv': 'Invalid encryption IV format received from server.',
  'bad-key': 'Invalid encryption key format received from server.',
  'short-for-iv': 'Invalid encrypted data: too short to contain IV.',
  'no-link-keys': 'No valid decryption keys found in the link.',
  'link-keys-missing':
    'Decryption keys are missing from the link. The link is incomplete or was copied incorrectly.',
  commitment: 'The file key does not match the manifest of this file.',
  'size-mismatch': 'The file changed while it was being read.',
  'sealed-twice': 'A part of a file must not be encrypted twice with the same key.',
  'weak-key': 'The public key is not a sound RSA key of 2048, 3072 or 4096 bits.',
  'kdf-refused': 'The server asked for password settings that are not safe.',
  unanswered: 'Network Error: Could not connect to the server.',
  'file-changed': 'The file changed or can no longer be read. Remove it and add it again.',
  'type-mismatch': 'File content does not match its extension.',
  'not-as-sealed': 'The file is not the one that was being sent.',
  'key-missing': 'Encryption key missing',
  unreported: 'Upload status unreported by server',
  'no-verdict': 'Received empty response data from server.',
  'not-stored': 'Upload failed on server',
  'stored-otherwise': 'The file was stored as it was before it changed. Remove it and add it again.',
  'storage-unsafe': 'The storage of this browser failed. Please try again.',
  'thread-died': 'A worker of this page ended: it stopped without a word',
  'other-length': 'Its length is not the one that the server says; it can be downloaded by itself.',
  'stored-damaged': 'The stored data is damaged: a part of it does not verify.',
  'hash-mismatch': 'The content is not what was sent: its SHA-256 differs from the recorded one.',
  'content-mismatch':
    'The content is not what was sent: it differs from what the sender’s browser has sealed of it.',
  'none-opened': 'All files failed to download.',
  unsaved: 'The folder cannot be written to.',
  'device-full': 'There is no room left on this device.',
  'browser-stopped':
    'The browser stopped the download before it was complete. What was saved is not whole: delete it.',
  'key-input-missing': 'Missing password or key data.',
  'key-not-loaded': 'Key not loaded.',
  'upload-token-missing': 'Token missing from URL.',
  'download-token-missing': 'Download link token is missing.',
  'other-link': 'This is the link of another download.',
  'part-missing':
    'A part of the application could not be loaded. Check your connection; if that does not help, reload the page.',
  unexpected: 'An unexpected error occurred.',
}

it.each(Object.entries(sentences))('%s: %s', (code, sentence) => {
  expect(faultText(fault(code as FaultCode))).toBe(sentence)
})

it('says what cannot be saved here, and what helps', () => {
  const text = (values: Fault['values'] = {}) =>
    faultText(fault('no-sink', { values: { bytes: 2 ** 30 - 1, capacity: 2 ** 28, ...values } }))
  expect(text({ why: 'no-start', what: 'download' })).toBe(
    'This window can save at most 256 MB at a time, because its service worker does not start, and it has no room ' +
      'for a private copy on the disk; this download has 1,024 MB. Private windows and blocked site data are the ' +
      'usual reasons: open the link in a normal window, or in another browser.',
  )
  expect(text({ why: 'no-room', what: 'file' })).toContain(
    'because it offers no service worker, and has room for no larger private copy on the disk; this file has',
  )
  expect(text({ why: 'no-place', what: 'files' })).toContain(
    'because it offers neither a service worker nor a private file system; these files have together',
  )
})

it('names the file that has no key, as it can be read', () => {
  const values = { name: 'a\u202Eb' }
  expect(faultText(fault('key-not-sent', { values }))).toBe('Missing encryption data for a‹U+202E›b')
  expect(faultText(fault('key-not-in-link', { values }))).toBe('Decryption key for "a‹U+202E›b" not found.')
})

it.each([
  [403, { detail: 'CSRF validation failed' }, 'CSRF validation failed'],
  [403, { detail: 'Not yours' }, 'Not yours'],
  [403, null, 'Forbidden'],
  [401, { detail: 'Your Session expired today' }, 'Session expired. Please login again.'],
  [401, { detail: 'Incorrect username or password' }, 'Incorrect username or password.'],
  [401, { detail: 'Incorrect password' }, 'Incorrect password provided.'],
  [401, { detail: 'Code needed' }, 'Code needed'],
  [401, {}, 'Unauthorized or session possibly expired.'],
  [429, { detail: 'Wait a minute' }, 'Wait a minute'],
  [429, '', 'Too many requests. Please try again later.'],
  [422, {}, 'Request validation failed. Check inputs.'],
  [422, { detail: [{ loc: ['body', 'title'], msg: 'Title is required.' }] }, 'title: Title is required.'],
  [404, { detail: 'Link invalid/expired.' }, 'Link invalid/expired.'],
  [500, { detail: 'disk full' }, 'Server Error: disk full'],
  [507, { detail: 'The server has no room left for this upload.' }, sentences.outOfSpace],
  [502, null, 'Error: 502 - Bad Gateway'],
])('says of an answer with %i %j: %s', (status, body, sentence) => {
  expect(faultText(faultOfResponse({ status, statusText: 'Bad Gateway' }, body))).toBe(sentence)
})

it('names a status without a reason', () => {
  expect(faultText(faultOfResponse({ status: 404, statusText: '' }, '<html>'))).toBe('Error: 404 - Unknown')
  expect(faultText(fault('refused'))).toBe('An unexpected error occurred.')
})

it('tells what nobody expects by its words', () => {
  expect(faultText(fault('unexpected', { said: 'x is not a function' }))).toBe(
    'Unexpected Error: x is not a function',
  )
  expect(faultText(fault('unexpected', { said: '' }))).toBe('An unknown error occurred.')
  expect(faultText(fault('not-stored', { said: 'The file is larger than 5120 MB.' }))).toBe(
    'The file is larger than 5120 MB.',
  )
})

it('shows what is hidden in the words of others', () => {
  expect(faultText(fault('not-stored', { said: 'a\u202Eb' }))).toBe('a‹U+202E›b')
  expect(faultText(fault('refused', { status: 400, said: 'a\u202Eb' }))).toBe('a‹U+202E›b')
})

it('says what was thrown, and what a query tells', () => {
  expect(errorText(new TypeError('Failed to parse URL from /download/t#1:AAAA'))).toBe(
    'Unexpected Error: Failed to parse URL from /download/t',
  )
  expect(errorText(new Error())).toBe('An unknown error occurred.')
  expect(errorText('thrown text')).toBe('An unexpected error occurred.')
  expect(errorText(undefined)).toBe('An unexpected error occurred.')
  expect(errorText(fault('refused', { status: 503, said: 'away' }))).toBe('Server Error: away')
})

it('a server adds no line to a message', () => {
  const said = 'no\r\n\nwrong: run rm -rf \u001b[2J'
  const text = faultText(fault('refused', { status: 400, said }))
  expect(text).toBe('no wrong: run rm -rf ‹U+001B›[2J')
  expect(faultText(fault('refused', { status: 503, said }))).not.toContain('\n')
})
