import { describe, expect, it } from 'vitest'
import { fault } from '../../../../core/faults/fault.ts'
import { laterFingerprint, readUploadLinkFragment } from '../../../../core/upload/uploadLinkFragment.ts'
import { gateRefusalText } from '../../../../src/ui/gates/gateRefusalText.ts'
import { noRecipientText } from '../../../../src/features/upload/queue/failureTexts.ts'

describe('a refused code', () => {
  it.each([
    ['Invalid code.', 'Invalid or expired verification code.'],
    ['This code has EXPIRED', 'Invalid or expired verification code.'],
    ['Too many requests. Please try again later.', 'Too many requests. Please try again later.'],
    ['a\u202Eb', 'a‹U+202E›b'],
    ['', 'Code verification failed.'],
    [undefined, 'Code verification failed.'],
  ])('%s is shown in words for uploaders', (said, text) => {
    const refused = fault('refused', { status: 400, ...(said !== undefined && { said }) })
    expect(gateRefusalText({ attempt: 'code', fault: refused })).toBe(text)
  })
})

it.each([
  [fault('linkInvalid', { status: 404, said: 'Link invalid/expired.' }), 'Link invalid/expired.'],
  [
    fault('gateNotAsked', { status: 409, said: 'It is gone.' }),
    'This link does not ask for that any more. Please reload the page.',
  ],
  [fault('badCode', { status: 400, said: 'No.' }), 'Invalid or expired verification code.'],
])('a code that was refused for a known reason has its text: %j', (refused, text) => {
  expect(gateRefusalText({ attempt: 'code', fault: refused })).toBe(text)
})

it('a refusal at another gate is shown as it is', () => {
  const busy = fault('busy', { status: 503 })
  const text = 'The server has too much to do at the moment. Please try again in a moment.'
  expect(gateRefusalText({ attempt: 'password', fault: busy })).toBe(text)
  expect(gateRefusalText({ attempt: 'address', fault: busy })).toBe(text)
  expect(gateRefusalText({ attempt: 'code-again', fault: busy })).toBe(`Error sending code: ${text}`)
})

it.each([
  [fault('recipientKeyMissing', { status: 404 }), 'Recipient public key is missing or not configured.'],
  [
    fault('weak-key'),
    'Failed to load encryption key: The public key is not a sound RSA key of 2048, 3072 or 4096 bits.',
  ],
  [
    fault('link-damaged'),
    'Failed to load encryption key: what follows the # in this link names no key. Ask for the link again, and open ' +
      'all of it.',
  ],
  [
    fault('other-recipient'),
    'Failed to load encryption key: the key that the server offers is not the one this link was made for.',
  ],
  [
    fault('recipient-changed'),
    'Failed to load encryption key: the key that the server offers has changed since this page was opened. Reload ' +
      'the page, and compare the words of the key with the recipient by phone before you send anything.',
  ],
])('says why there is no recipient: %j', (reason, text) => {
  expect(noRecipientText(reason)).toBe(text)
})

describe('the fragment of an upload link', () => {
  const fingerprint = 'v0Qz-_abcdefghijklmnopqrstuvwxyz0123456789A'
  const secret = 'GVwX3guD_Sb0dqXZTbx3fQ'

  it.each([
    [`#k=${fingerprint}`, fingerprint],
    [`k=${fingerprint}`, fingerprint],
    [`#x=1&k=${fingerprint}`, fingerprint],
    ['', null],
    ['#', null],
    // Cut short or rewritten, a link must not pass for one that trusts any key.
    ['#k=', ''],
    ['#k2=x', laterFingerprint],
    [`#k=${fingerprint}&kp2=x`, laterFingerprint],
    ['#k=abc', ''],
    [`#k=${fingerprint}x`, ''],
    [`#k%3D${fingerprint}`, ''],
    [`#K=${fingerprint}`, ''],
    [`#k=${fingerprint}&k=abc`, ''],
    [`#k=${fingerprint}#`, ''],
    ['#utm=1', ''],
    ['#main', ''],
    // Nor a secret one for one that proves nothing, or something else.
    [`#s=${secret}`, ''],
    [`#k=${fingerprint}&s=`, ''],
    [`#k=${fingerprint}&s=${secret.slice(1)}`, ''],
    [`#k=${fingerprint}&s=${secret}A`, ''],
    [`#k=${fingerprint}&s=${secret}=`, ''],
    [`#k=${fingerprint}&s=${secret.slice(0, -1)}R`, ''],
    [`#k=${fingerprint}&s=${secret}&s=${secret}`, ''],
    [`#k=${fingerprint}&s=${secret}.`, ''],
    [`#k=abc&s=${secret}`, ''],
  ])('%s', (fragment, keyFingerprint) => {
    expect(readUploadLinkFragment(fragment)).toMatchObject({ keyFingerprint, originSecret: null })
  })

  it.each([`#k=${fingerprint}&s=${secret}`, `#s=${secret}&k=${fingerprint}`])('%s', (fragment) => {
    expect(readUploadLinkFragment(fragment)).toMatchObject({
      keyFingerprint: fingerprint,
      originSecret: secret,
    })
  })
})
