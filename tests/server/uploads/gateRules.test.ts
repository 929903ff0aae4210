import { describe, expect, it } from 'vitest'
import {
  type RequiredGates,
  gateStepsOfForm,
  isAllowedEmail,
  areGatesOpen,
  mayContinueUpload,
  type PassedGates,
  gatesStillPassed,
} from '../../../server/uploads/gateRules.ts'
import { linkPasswordVersion } from '../../../server/security/linkPasswords.ts'

const alice = 'alice@example.org'
const none: RequiredGates = { password: false, email: false }
const onlyPassword: RequiredGates = { password: true, email: false }
const onlyEmail: RequiredGates = { password: false, email: true }
const both: RequiredGates = { password: true, email: true }

const nothing: PassedGates = { password: false, email: null }
const byPassword: PassedGates = { password: true, email: null }
const byEmail: PassedGates = { password: false, email: alice }
const byBoth: PassedGates = { password: true, email: alice }

describe('a folder is open to a browser', () => {
  it.each([
    { asks: none, to: [nothing, byPassword, byEmail, byBoth], not: [] },
    { asks: onlyPassword, to: [byPassword, byBoth], not: [nothing, byEmail] },
    { asks: onlyEmail, to: [byEmail, byBoth], not: [nothing, byPassword] },
    { asks: both, to: [byBoth], not: [nothing, byPassword, byEmail] },
  ])('that has passed each gate it asks for: $asks', ({ asks, to, not }) => {
    for (const passed of to) expect(areGatesOpen(asks, passed), JSON.stringify(passed)).toBe(true)
    for (const passed of not) expect(areGatesOpen(asks, passed), JSON.stringify(passed)).toBe(false)
  })
})

describe('the form of an upload', () => {
  const closed = { gate: 'closed' }
  const password = { link_password: 'p' }
  const address = { uploader_email: alice }
  const code = { verification_code: '123456' }
  const proof = {
    password: { gate: 'password', password: 'p' },
    email: { gate: 'email', address: alice, code: '123456' },
  }

  it.each([
    // Of a folder that asks for nothing, no field is looked at.
    { asks: none, passed: nothing, form: { ...password, ...address, ...code }, steps: [] },
    { asks: none, passed: nothing, form: {}, steps: [] },

    { asks: onlyPassword, passed: nothing, form: {}, steps: [closed] },
    { asks: onlyPassword, passed: nothing, form: { ...address, ...code }, steps: [closed] },
    { asks: onlyPassword, passed: nothing, form: password, steps: [proof.password] },
    {
      asks: onlyPassword,
      passed: nothing,
      form: { ...password, ...address, ...code },
      steps: [proof.password],
    },
    { asks: onlyPassword, passed: byPassword, form: {}, steps: [] },
    { asks: onlyPassword, passed: byPassword, form: password, steps: [] },

    { asks: onlyEmail, passed: nothing, form: {}, steps: [closed] },
    { asks: onlyEmail, passed: nothing, form: password, steps: [closed] },
    { asks: onlyEmail, passed: nothing, form: address, steps: [closed] },
    { asks: onlyEmail, passed: nothing, form: code, steps: [closed] },
    { asks: onlyEmail, passed: nothing, form: { ...address, ...code }, steps: [proof.email] },
    { asks: onlyEmail, passed: byEmail, form: {}, steps: [] },
    { asks: onlyEmail, passed: byEmail, form: code, steps: [] },
    // A client that repeats its fields: the code has been used.
    { asks: onlyEmail, passed: byEmail, form: { uploader_email: ' ALICE@example.org ', ...code }, steps: [] },
    // It is held to the address that it names.
    { asks: onlyEmail, passed: { ...byEmail, email: 'bob@example.org' }, form: address, steps: [closed] },
    {
      asks: onlyEmail,
      passed: { ...byEmail, email: 'bob@example.org' },
      form: { ...address, ...code },
      steps: [proof.email],
    },

    { asks: both, passed: nothing, form: {}, steps: [closed] },
    // The code stays unused where the password is missing, and comes after it where both are there.
    { asks: both, passed: nothing, form: { ...address, ...code }, steps: [closed] },
    { asks: both, passed: nothing, form: password, steps: [proof.password, closed] },
    { asks: both, passed: nothing, form: { ...password, ...address }, steps: [proof.password, closed] },
    { asks: both, passed: nothing, form: { ...password, ...code }, steps: [proof.password, closed] },
    {
      asks: both,
      passed: nothing,
      form: { ...password, ...address, ...code },
      steps: [proof.password, proof.email],
    },
    { asks: both, passed: byPassword, form: {}, steps: [closed] },
    { asks: both, passed: byPassword, form: { ...address, ...code }, steps: [proof.email] },
    { asks: both, passed: byEmail, form: {}, steps: [closed] },
    { asks: both, passed: byEmail, form: password, steps: [proof.password] },
    { asks: both, passed: byEmail, form: { ...address, ...code }, steps: [closed] },
    { asks: both, passed: byBoth, form: {}, steps: [] },
    { asks: both, passed: byBoth, form: { ...password, ...address, ...code }, steps: [] },
  ] as const)('where $asks, with $passed: $form', ({ asks, passed, form, steps }) => {
    const fields: Readonly<Record<string, string>> = form
    expect(gateStepsOfForm(asks, passed, (name) => fields[name])).toEqual(steps)
  })
})

describe('a pass', () => {
  const now = '2026-01-02T12:00:00.000Z'
  const [past, future] = ['2026-01-02T12:00:00.000Z', '2026-01-02T12:00:00.001Z']
  const folder = { link_password_hash: 'hash', allowed_emails: null }
  const full = {
    password_mark: linkPasswordVersion('hash'),
    password_until: future,
    email: alice,
    email_until: future,
  }

  it.each([
    { what: 'holds for each gate by itself', pass: full, holds: byBoth },
    { what: 'that is none holds for nothing', pass: undefined, holds: nothing },
    { what: 'is over for the password', pass: { ...full, password_until: past }, holds: byEmail },
    { what: 'is over for the address', pass: { ...full, email_until: past }, holds: byPassword },
    { what: 'has no password', pass: { ...full, password_until: null }, holds: byEmail },
    { what: 'has no address', pass: { ...full, email: null }, holds: byPassword },
    {
      what: 'is of another password',
      pass: { ...full, password_mark: linkPasswordVersion('other') },
      holds: byEmail,
    },
  ])('$what', ({ pass, holds }) => {
    expect(gatesStillPassed(pass, folder, now)).toEqual(holds)
  })

  it('holds for no password where the folder has none any more, and for addresses that the list has now', () => {
    expect(gatesStillPassed(full, { ...folder, link_password_hash: null }, now)).toEqual(byEmail)
    const listed = (...list: string[]) => ({ ...folder, allowed_emails: JSON.stringify(list) })
    expect(gatesStillPassed(full, listed('bob@example.org'), now)).toEqual(byPassword)
    expect(gatesStillPassed(full, listed('bob@example.org', '  ALICE@Example.org '), now)).toEqual(byBoth)
    expect(gatesStillPassed(full, listed(), now)).toEqual(byPassword)
  })
})

it('allows every address without a list, and with one those on it', () => {
  expect(isAllowedEmail({ allowed_emails: null }, alice)).toBe(true)
  expect(isAllowedEmail({ allowed_emails: '["Alice@Example.org"]' }, alice)).toBe(true)
  expect(isAllowedEmail({ allowed_emails: '["bob@example.org"]' }, alice)).toBe(false)
})

it('keeps an upload for the address under which it was begun, as long as the folder asks for addresses', () => {
  const asking = { link_password_hash: null, require_email_verification: 1 } as const
  const open = { ...asking, require_email_verification: 0 } as const
  const [hers, nobodys] = [alice, null].map((uploader_email) => ({ uploader_email, sent_by: null }))
  const may = (folder: typeof asking | typeof open, upload = hers, email: string | null = null) =>
    upload !== undefined && mayContinueUpload(folder, upload, { email, sentBy: null })
  expect(may(asking, hers, alice)).toBe(true)
  expect(may(asking, hers, 'bob@example.org')).toBe(false)
  expect(may(asking, hers)).toBe(false)
  expect(may(asking, nobodys, 'bob@example.org')).toBe(true)
  expect(may(open, hers)).toBe(true)
})

it('keeps an upload from the page of the folder for its person, and those of the link for the link', () => {
  const open = { link_password_hash: null, require_email_verification: 0 } as const
  const by = (sent_by: number | null) => ({ uploader_email: null, sent_by })
  expect(mayContinueUpload(open, by(1), { email: null, sentBy: 1 })).toBe(true)
  expect(mayContinueUpload(open, by(1), { email: null, sentBy: 2 })).toBe(false)
  expect(mayContinueUpload(open, by(1), { email: null, sentBy: null })).toBe(false)
  expect(mayContinueUpload(open, by(null), { email: null, sentBy: 1 })).toBe(false)
})
