import { describe, expect, it } from 'vitest'
import {
  canBeTemplate,
  defaultExpiryDays,
  membersNotTaken,
  templateOf,
} from '../../contract/folderTemplate.ts'
import { noRules } from '../../contract/operatorRules.ts'
import { createFolder, type Folder, folderPayload } from '../../contract/schemas/folders.ts'
import { sampleFolder } from '../src/features/sampleFolder.ts'

const now = new Date('2026-06-01T12:00:00.000Z')
const likeOf = (folder: Partial<Folder>, rules = noRules) =>
  templateOf({ ...sampleFolder, ...folder }, rules, now)

it('takes every member of a new folder, or names it as not taken', () => {
  const decided = [...Object.keys(likeOf({})), ...membersNotTaken]
  expect(decided.toSorted()).toEqual(Object.keys(createFolder.body.shape).toSorted())
})

it('takes members as they are', () => {
  const taken = {
    description: 'Receipts',
    require_email_verification: true,
    allowed_emails: ['ada@example.org'],
    perform_mime_check: false,
    private_names: true,
    retention_days: 45,
    notify_by_email: true,
    sender_fields: [{ label: 'Year', kind: 'choice' as const, required: true, options: ['2025', '2026'] }],
    quota_bytes: 1_000_000,
  }
  expect(likeOf(taken)).toEqual({
    ...taken,
    expires_in_days: null,
    expiration_date: sampleFolder.expiration_date,
  })
})

it('is something that the server takes', () => {
  for (const folder of [{}, { expiration_date: null }, { allowed_emails: null, quota_bytes: 5 }])
    expect(folderPayload.safeParse({ title: 'Tax', ...likeOf(folder) }).error).toBeUndefined()
})

it('leaves out the addresses of a gate that is off, which they would switch on', () => {
  expect(likeOf({ require_email_verification: false }).allowed_emails).toBeNull()
})

describe('the expiry', () => {
  const expiryOf = (expiration_date: string | null, creation_date = '2026-03-01T12:00:00.000Z') => {
    const { expires_in_days: days, expiration_date: date } = likeOf({ creation_date, expiration_date })
    return { days, date }
  }

  it.each([
    ['2026-03-15T12:00:00.000Z', 14],
    ['2027-03-01T12:00:00.000Z', 365],
    // A client computed it by its own clock.
    ['2026-03-15T12:00:59.000Z', 14],
    ['2026-03-15T11:59:01.000Z', 14],
  ])('%s is days from the creation, whether they have passed or not', (date, days) => {
    expect(expiryOf(date)).toEqual({ days, date: null })
  })

  it('that is another date stays, and is the default once it has passed', () => {
    expect(expiryOf('2026-12-24T18:00:00.000Z')).toEqual({ days: null, date: '2026-12-24T18:00:00.000Z' })
    for (const past of ['2026-05-24T18:00:00.000Z', now.toISOString()])
      expect(expiryOf(past, '2026-03-01T10:00:00.000Z')).toEqual({ days: defaultExpiryDays, date: null })
    // It had passed when the folder was made.
    expect(expiryOf('2026-02-28T12:00:00.000Z')).toEqual({ days: defaultExpiryDays, date: null })
  })

  it('may be none', () => {
    expect(expiryOf(null)).toEqual({ days: null, date: null })
  })
})

it('keeps files as long as the folder does, and at most as long as the rules allow', () => {
  const rules = { ...noRules, max_retention_days: 30, default_retention_days: 7 }
  expect(likeOf({ retention_days: 14 }, rules).retention_days).toBe(14)
  expect(likeOf({ retention_days: 45 }, rules).retention_days).toBe(30)
  expect(likeOf({}, rules).retention_days).toBe(30)
  expect(likeOf({}, { ...noRules, default_retention_days: 7 }).retention_days).toBeNull()
})

it('keeps addresses that the rules do not allow: without them anybody might pass', () => {
  const { allowed_emails } = likeOf({}, { ...noRules, email_domains: ['example.com'] })
  expect(allowed_emails).toEqual(sampleFolder.allowed_emails)
})

it('is of folders that one owns and that take uploads', () => {
  const several = { folder: 'A', people: 2, seq: 1, leaving: 0 }
  expect([
    canBeTemplate({ several: null }),
    canBeTemplate({ several: null, kind: 'request' }),
    canBeTemplate({ several: { ...several, role: 'owner' } }),
    canBeTemplate({ several: { ...several, role: 'member' } }),
    canBeTemplate({ several: null, kind: 'sent' }),
  ]).toEqual([true, true, true, false, false])
})
