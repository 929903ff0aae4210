import { describe, expect, it } from 'vitest'
import { folderPayload, folderUpdatePayload } from '../../../../contract/schemas/folders.ts'
import {
  type FolderFields,
  fieldsLike,
  fieldsOf,
  fieldsOfNew,
  newFolderFields,
  offeredRetention,
  removesPassword,
  toRuledFolder,
  toCreatePayload,
  toUpdatePayload,
  withExpirationMode,
} from '../../../../src/features/folderForm/folderFields.ts'
import { templateOf } from '../../../../contract/folderTemplate.ts'
import { getsMail } from '../../../../src/features/folderForm/getsMail.ts'
import { splitEmails } from '../../../../contract/typedText.ts'
import { folderSchema } from '../../../../src/features/folderForm/folderSchema.ts'
import { noRules, type RuledFolder } from '../../../../contract/operatorRules.ts'
import { problemsOf } from '../../forms/problemsOf.ts'
import { sampleFolder } from '../sampleFolder.ts'

const checkFolder = (fields: FolderFields, hasPassword = false) =>
  problemsOf(folderSchema(hasPassword), fields)

const fieldsWithTitle: FolderFields = { ...newFolderFields, title: ' Tax 2026 ' }

it('defaults to thirty days and a MIME check', () => {
  expect(newFolderFields).toMatchObject({
    expirationMode: 'days',
    expiresInDays: '30',
    performMimeCheck: true,
  })
})

it.each([
  ['on', true, true, true],
  ['off without a confirmed address', true, false, false],
  ['off on a server that sends none', false, true, false],
  ['off while that is unknown', undefined, true, false],
])('begins a new folder with mails %s', (_, sendsMail, email_confirmed, expected) => {
  const mails = getsMail({ email_confirmed }, sendsMail)
  expect(toCreatePayload(fieldsOfNew(noRules, mails)).notify_by_email).toBe(expected)
})

describe('the size of a folder', () => {
  const fieldsWithLimit = { ...fieldsWithTitle, limitsSize: true }

  it.each(['', '0', '-1', 'much', '1,5,0', '99999999'])('is none of %j', (maxSize) => {
    expect(checkFolder({ ...fieldsWithLimit, maxSize })).toHaveProperty('maxSize')
    expect(checkFolder({ ...fieldsWithTitle, maxSize })).toEqual({})
  })

  it('is sent in bytes, with a point or a comma, and is null where it is switched off', () => {
    const before = fieldsOf({ ...sampleFolder, quota_bytes: 1_000_000 })
    expect(before).toMatchObject({ limitsSize: true, maxSize: '0.000931' })
    expect(toCreatePayload({ ...fieldsWithLimit, maxSize: '1.5' }).quota_bytes).toBe(1.5 * 1024 ** 3)
    expect(toCreatePayload(fieldsWithTitle)).not.toHaveProperty('quota_bytes')
    expect(toUpdatePayload({ ...before, maxSize: '0,5' }, before).quota_bytes).toBe(1024 ** 3 / 2)
    expect(toUpdatePayload({ ...before, limitsSize: false }, before).quota_bytes).toBeNull()
    // What was not touched is not rounded.
    expect(toUpdatePayload(before, before)).not.toHaveProperty('quota_bytes')
  })
})

describe('a new folder like another one', () => {
  const day = 24 * 3600 * 1000
  const folder = {
    ...sampleFolder,
    description: 'Receipts',
    private_names: true,
    retention_days: 45,
    notify_by_email: true,
    quota_bytes: 2 * 1024 ** 3,
    sender_fields: [{ label: 'Year', kind: 'choice' as const, required: true, options: ['2025', '2026'] }],
    creation_date: '2040-01-01T10:00:00.000Z',
    expiration_date: '2040-12-24T18:00:00.000Z',
  }

  it('begins with all that it takes, and is sent so', () => {
    const fields = fieldsLike(folder, noRules)
    expect(fields).toMatchObject({ title: '', password: '', isActive: true, expirationMode: 'date' })
    const { title, link_password, ...sent } = toCreatePayload({ ...fields, title: 'Tax', password: 'new' })
    expect([title, link_password]).toEqual(['Tax', 'new'])
    // One of the two is sent.
    const { expires_in_days: _, ...taken } = templateOf(folder, noRules, new Date(0))
    expect(sent).toEqual(taken)
  })

  it('has days again, and the default days for a date that has passed', () => {
    const expiring = (time: string) => fieldsLike({ ...folder, expiration_date: time }, noRules)
    const inDays = { expirationMode: 'days', expirationDate: '' }
    const after = new Date(Date.parse(folder.creation_date) + 14 * day).toISOString()
    expect(expiring(after)).toMatchObject({ ...inDays, expiresInDays: '14' })
    expect(expiring('2020-01-01T10:00:00.000Z')).toMatchObject({ ...inDays, expiresInDays: '30' })
    expect(fieldsLike({ ...folder, expiration_date: null }, noRules)).toMatchObject({
      expirationMode: 'none',
    })
  })

  it('asks for a password if the other one has one', () => {
    const problems = (has_password: boolean) =>
      checkFolder({ ...fieldsLike({ ...folder, has_password }, noRules), title: 'Tax' })
    expect(problems(true)).toEqual({ password: expect.stringContaining('Enter a password') as string })
    expect(problems(false)).toEqual({})
  })

  it('is within the rules for the dates of files', () => {
    const rules = { ...noRules, max_retention_days: 30 }
    expect(fieldsLike(folder, rules)).toMatchObject({ retention: '30' })
  })
})

describe('when files are deleted', () => {
  const rulesOf = (max: number | null, byDefault: number | null = null) => ({
    ...noRules,
    max_retention_days: max,
    default_retention_days: byDefault,
  })
  const after = (retention: FolderFields['retention'], retentionDays = ''): FolderFields => ({
    ...fieldsWithTitle,
    ...{ retention, retentionDays },
  })

  it('is never, or after the days of the rules, for a new folder', () => {
    expect(toCreatePayload(fieldsOfNew(noRules, false)).retention_days).toBeNull()
    expect(fieldsOfNew(rulesOf(null, 30), false)).toMatchObject({ retention: '30' })
    expect(fieldsOfNew(rulesOf(90, 14), false)).toMatchObject({ retention: 'own', retentionDays: '14' })
    expect(toCreatePayload(fieldsOfNew(rulesOf(21), false)).retention_days).toBe(21)
  })

  it('is offered as far as the rules allow, and as it is', () => {
    expect(offeredRetention(noRules, 'never')).toEqual(['never', '7', '30', '90', 'own'])
    expect(offeredRetention(rulesOf(30), '7')).toEqual(['7', '30', 'own'])
    expect(offeredRetention(rulesOf(30), 'never')).toEqual(['never', '7', '30', 'own'])
    expect(offeredRetention(rulesOf(5), '90')).toEqual(['90', 'own'])
  })

  it('is sent in days, and on a change only if it differs', () => {
    expect(toCreatePayload(after('90')).retention_days).toBe(90)
    expect(toCreatePayload(after('own', ' 12 ')).retention_days).toBe(12)
    const before = fieldsOf({ ...sampleFolder, retention_days: 45 })
    expect(before).toMatchObject({ retention: 'own', retentionDays: '45' })
    expect(toUpdatePayload(before, before)).not.toHaveProperty('retention_days')
    expect(toUpdatePayload({ ...before, retentionDays: '46' }, before).retention_days).toBe(46)
    expect(toUpdatePayload({ ...before, retention: 'never' }, before).retention_days).toBeNull()
    expect(fieldsOf(sampleFolder)).toMatchObject({ retention: 'never' })
  })

  it.each(['', '0', '-1', '1.5', 'soon', '36501'])('is not after %j days', (retentionDays) => {
    expect(checkFolder(after('own', retentionDays))).toEqual({
      retentionDays: 'Enter a whole number from 1 to 36,500.',
    })
    expect(checkFolder(after('7', retentionDays))).toEqual({})
  })

  it('is at most what the rules say, unless it was later before', () => {
    const problems = (days: string, before?: number) => {
      const folder = before === undefined ? undefined : toRuledFolder(after('own', String(before)), false)
      return problemsOf(folderSchema(false, rulesOf(20), folder), after('own', days))
    }
    const tooLong = { retentionDays: 'On this server at most 20 days.' }
    expect([problems('20'), problems('21'), problems('21', 21), problems('22', 21)]).toEqual([
      {},
      tooLong,
      {},
      tooLong,
    ])
  })
})

describe('what senders are asked for', () => {
  const draft = { label: ' Name ', kind: 'text' as const, required: true, options: '' }
  const choice = { ...draft, label: 'Which', kind: 'choice' as const, options: ' Law \n\nMedicine' }
  const fieldsAsking = (...senderFields: FolderFields['senderFields']) => ({
    ...fieldsWithTitle,
    senderFields,
  })

  it('is sent as the contract wants it, and not at all where it was not touched', () => {
    expect(toCreatePayload(fieldsAsking(draft, choice)).sender_fields).toEqual([
      { label: 'Name', kind: 'text', required: true },
      { label: 'Which', kind: 'choice', required: true, options: ['Law', 'Medicine'] },
    ])
    expect(toCreatePayload(fieldsWithTitle)).not.toHaveProperty('sender_fields')
    const before = fieldsOf({
      ...sampleFolder,
      sender_fields: [{ label: 'Name', kind: 'date', required: false }],
    })
    expect(toUpdatePayload(before, before)).not.toHaveProperty('sender_fields')
    expect(toUpdatePayload({ ...before, senderFields: [] }, before).sender_fields).toEqual([])
  })

  it('says what is wrong at the very field', () => {
    expect(checkFolder(fieldsAsking(draft, choice))).toEqual({})
    const wrong = fieldsAsking(
      { ...draft, label: ' ' },
      { ...choice, options: ' \n ' },
      { ...draft, label: 'which' },
      { ...draft, label: 'Na\u202eme' },
      { ...choice, label: 'Other', options: 'Law\nlaw' },
    )
    expect(checkFolder(wrong)).toEqual({
      'senderFields.0.label': 'Field required.',
      'senderFields.1.options': 'Enter at least one option.',
      'senderFields.2.label': 'Another field has the same question.',
      'senderFields.3.label': 'Has characters that cannot be seen, or spaces in a row.',
      'senderFields.4.options': 'An option stands there twice.',
    })
  })

  it('does not look at options of what is no choice', () => {
    expect(checkFolder(fieldsAsking({ ...draft, options: 'a\na' }))).toEqual({})
  })
})

describe('checking', () => {
  it('asks for a title', () => {
    expect(checkFolder(fieldsWithTitle)).toEqual({})
    expect(checkFolder({ ...fieldsWithTitle, title: '  ' })).toEqual({ title: 'Title is required.' })
  })
  it.each(['0', '-1', '1.5', '', 'many', '36501'])('refuses %j days', (expiresInDays) => {
    expect(checkFolder({ ...fieldsWithTitle, expiresInDays })).toHaveProperty('expiresInDays')
  })
  it('wants a date that can be read', () => {
    const dated = { ...fieldsWithTitle, expirationMode: 'date' as const }
    expect(checkFolder({ ...dated, expirationDate: '' }).expirationDate).toBe('Invalid date format entered.')
    expect(checkFolder({ ...dated, expirationDate: 'soon' }).expirationDate).toBe(
      'Invalid date format entered.',
    )
    expect(checkFolder({ ...dated, expirationDate: '2026-13-45T10:00' }).expirationDate).toBe(
      'Invalid date/time value.',
    )
    expect(checkFolder({ ...dated, expirationDate: '2026-12-24T18:00' })).toEqual({})
  })
  it('wants a date that can be stored', () => {
    const far = { ...fieldsWithTitle, expirationMode: 'date' as const, expirationDate: '12026-12-24T18:00' }
    expect(checkFolder(far).expirationDate).toBe('Invalid date/time value.')
  })
  it('says how long a text may be', () => {
    expect(
      checkFolder({ ...fieldsWithTitle, title: 'x'.repeat(200), description: 'x'.repeat(4000) }),
    ).toEqual({})
    expect(
      checkFolder({ ...fieldsWithTitle, title: 'x'.repeat(201), description: 'x'.repeat(4001) }),
    ).toEqual({
      title: 'At most 200 characters.',
      description: 'At most 4,000 characters.',
    })
  })
  it('says all that is wrong at once', () => {
    const wrong = {
      ...fieldsWithTitle,
      title: '',
      expiresInDays: '0',
      requireEmail: true,
      allowedEmails: 'anna',
    }
    expect(Object.keys(checkFolder(wrong)).sort()).toEqual(['allowedEmails', 'expiresInDays', 'title'])
  })
  it('leaves the value of another mode alone', () => {
    expect(checkFolder({ ...fieldsWithTitle, expirationMode: 'none', expiresInDays: 'x' })).toEqual({})
  })
})

describe('the password option', () => {
  const fieldsWithoutPassword = { ...fieldsWithTitle, passwordProtection: true }
  const fieldsWithPassword = { ...fieldsWithoutPassword, password: 'one two', confirmPassword: 'one two' }

  it('wants the same password twice', () => {
    expect(checkFolder(fieldsWithPassword)).toEqual({})
    expect(checkFolder({ ...fieldsWithPassword, confirmPassword: 'one  two' })).toEqual({
      confirmPassword: 'Passwords do not match.',
    })
    expect(checkFolder({ ...fieldsWithPassword, passwordProtection: false, confirmPassword: '' })).toEqual({})
  })
  it('does not promise protection without a password', () => {
    expect(checkFolder(fieldsWithoutPassword)).toHaveProperty('password')
    expect(checkFolder(fieldsWithoutPassword, true)).toEqual({})
  })
  it('keeps the password when it is off, sets one that is typed, and removes it when it is blank', () => {
    expect(toCreatePayload(fieldsWithTitle)).not.toHaveProperty('link_password')
    expect(toUpdatePayload(fieldsWithTitle, fieldsWithTitle)).not.toHaveProperty('link_password')
    expect(toCreatePayload(fieldsWithPassword).link_password).toBe('one two')
    expect(toUpdatePayload(fieldsWithoutPassword, fieldsWithTitle).link_password).toBe('')
    expect(removesPassword(fieldsWithoutPassword, true)).toBe(true)
    expect([
      removesPassword(fieldsWithoutPassword, false),
      removesPassword(fieldsWithPassword, true),
      removesPassword(fieldsWithTitle, true),
    ]).toEqual([false, false, false])
  })
})

describe('allowed e-mails', () => {
  const listed = { ...fieldsWithTitle, requireEmail: true, allowedEmails: ' a@example.org,, b@example.org ,' }

  it('are separated by commas, trimmed, empties dropped', () => {
    expect(splitEmails(listed.allowedEmails)).toEqual(['a@example.org', 'b@example.org'])
    expect(toCreatePayload(listed)).toMatchObject({
      require_email_verification: true,
      allowed_emails: ['a@example.org', 'b@example.org'],
    })
  })
  it('may stand between semicolons, spaces and lines, too', () => {
    const pasted = 'a@example.org; b@example.org;\r\nc@example.org d@bücher.example\t,e@example.org'
    expect(splitEmails(pasted)).toEqual([
      ...['a@example.org', 'b@example.org', 'c@example.org', 'd@bücher.example', 'e@example.org'],
    ])
    expect(checkFolder({ ...listed, allowedEmails: pasted })).toEqual({})
  })
  it('are null when there are none, or verification is off', () => {
    expect(toCreatePayload({ ...listed, allowedEmails: ' , ' }).allowed_emails).toBeNull()
    expect(toCreatePayload({ ...listed, requireEmail: false }).allowed_emails).toBeNull()
  })
  it('are not spoken of when a folder is saved without verification: they are kept', () => {
    const saved = toUpdatePayload({ ...listed, requireEmail: false }, listed)
    expect(saved).toMatchObject({ require_email_verification: false })
    expect(saved).not.toHaveProperty('allowed_emails')
    expect(toUpdatePayload({ ...listed, allowedEmails: '' }, listed).allowed_emails).toBeNull()
  })
  it('must be addresses', () => {
    expect(checkFolder(listed)).toEqual({})
    expect(checkFolder({ ...listed, allowedEmails: 'a@example.org, anna' }).allowedEmails).toContain('anna')
    expect(checkFolder({ ...listed, allowedEmails: 'jürgen@example.org' }).allowedEmails).toBe(
      'Letters with accents or of other alphabets cannot be used before the @: jürgen@example.org',
    )
    expect(checkFolder({ ...listed, requireEmail: false, allowedEmails: 'anna' })).toEqual({})
  })
})

describe('a folder that exists', () => {
  const fields = fieldsOf(sampleFolder)

  it('fills the form, in date mode when it expires, else in none', () => {
    expect(fields).toMatchObject({
      title: 'Tax',
      description: '',
      passwordProtection: false,
      requireEmail: true,
      allowedEmails: 'a@example.org, b@example.org',
      performMimeCheck: false,
      expirationMode: 'date',
      isActive: false,
    })
    const minute = Date.parse(fields.expirationDate)
    expect(Date.parse('2026-12-24T18:00:42Z') - minute).toBe(42_000)
    expect(fieldsOf({ ...sampleFolder, expiration_date: null }).expirationMode).toBe('none')
  })
  it('sends nothing that was not touched: somebody else may have changed it meanwhile', () => {
    expect(toUpdatePayload(fields, fields)).toEqual({ title: 'Tax' })
    const endless = withExpirationMode(fields, 'none')
    expect(toUpdatePayload(endless, endless)).toEqual({ title: 'Tax' })
    expect(toUpdatePayload({ ...fields, description: ' Receipts ' }, fields)).toEqual({
      title: 'Tax',
      description: 'Receipts',
    })
    expect(toUpdatePayload({ ...fields, isActive: true, notifyByEmail: true }, fields)).toEqual({
      title: 'Tax',
      is_active: true,
      notify_by_email: true,
    })
  })
  it('sends addresses and verification together', () => {
    const gate = { require_email_verification: true, allowed_emails: ['a@example.org'] }
    const listed = { ...fields, allowedEmails: 'a@example.org' }
    expect(toUpdatePayload(listed, fields)).toEqual({ title: 'Tax', ...gate })
    expect(toUpdatePayload(listed, { ...listed, requireEmail: false })).toEqual({ title: 'Tax', ...gate })
  })
  it('takes back what an attempt without a response may have saved', () => {
    const opened = { ...fields, isActive: true, limitsSize: true, maxSize: '1' }
    const limit = { is_active: false, quota_bytes: null }
    expect(toUpdatePayload(fields, fields, [opened])).toEqual({ title: 'Tax', ...limit })
  })
  it('gets another expiry, or none', () => {
    const dated = { ...fields, expirationDate: '2027-01-01T00:00' }
    expect(toUpdatePayload(dated, fields).expiration_date).toBe(new Date('2027-01-01T00:00').toISOString())
    const days = toUpdatePayload(withExpirationMode(fields, 'days'), fields)
    expect(days).toMatchObject({ expires_in_days: 30 })
    expect(days).not.toHaveProperty('expiration_date')
    const endless = toUpdatePayload(withExpirationMode(fields, 'none'), fields)
    expect(endless.expiration_date).toBeNull()
    expect(endless).not.toHaveProperty('expires_in_days')
  })
  it('is what the contract takes', () => {
    expect(folderUpdatePayload.safeParse(toUpdatePayload(fields, fields)).success).toBe(true)
  })
})

it('clears the value of the mode before', () => {
  const dated = { ...withExpirationMode(fieldsWithTitle, 'date'), expirationDate: '2026-12-24T18:00' }
  expect(dated.expiresInDays).toBe('')
  expect(withExpirationMode(dated, 'none')).toMatchObject({ expirationDate: '', expiresInDays: '' })
  expect(withExpirationMode(dated, 'days')).toMatchObject({ expirationDate: '', expiresInDays: '30' })
})

describe('what is sent', () => {
  it('is days, or a date, or neither', () => {
    expect(toCreatePayload(fieldsWithTitle)).toMatchObject({ title: 'Tax 2026', expires_in_days: 30 })
    expect(toCreatePayload(fieldsWithTitle)).not.toHaveProperty('expiration_date')

    const dated = { ...withExpirationMode(fieldsWithTitle, 'date'), expirationDate: '2026-12-24T18:00' }
    expect(toCreatePayload(dated).expiration_date).toBe(new Date('2026-12-24T18:00').toISOString())
    expect(toCreatePayload(dated)).not.toHaveProperty('expires_in_days')

    const endless = toCreatePayload(withExpirationMode(fieldsWithTitle, 'none'))
    expect(endless).not.toHaveProperty('expires_in_days')
    expect(endless).not.toHaveProperty('expiration_date')
  })
  it('leaves an empty description out and sends no e-mails as null', () => {
    expect(toCreatePayload({ ...fieldsWithTitle, description: '  ' })).not.toHaveProperty('description')
    expect(toCreatePayload(fieldsWithTitle).allowed_emails).toBeNull()
  })
  it('is what the contract takes', () => {
    const dated = { ...withExpirationMode(fieldsWithTitle, 'date'), expirationDate: '2026-12-24T18:00' }
    for (const fields of [fieldsWithTitle, dated, withExpirationMode(fieldsWithTitle, 'none')])
      expect(folderPayload.safeParse(toCreatePayload(fields)).success).toBe(true)
  })
})

describe('a folder on a server with rules', () => {
  const rules = { ...noRules, require_upload_gate: true, email_domains: ['example.org'] }
  const problems = (fields: Partial<FolderFields>, before?: RuledFolder, hasPassword = false) =>
    problemsOf(folderSchema(hasPassword, rules, before), { ...fieldsWithTitle, ...fields })
  const required = 'Required on this server: a link password or verified e-mail addresses.'

  it('has a gate, and keeps one', () => {
    expect(problems({})).toEqual({ passwordProtection: required })
    expect(problems({ requireEmail: true })).toEqual({})
    const password = { passwordProtection: true, password: 'a long one', confirmPassword: 'a long one' }
    expect(problems(password)).toEqual({})
    const gated = {
      isOpen: true,
      hasPassword: true,
      requiresEmail: false,
      addresses: null,
      retentionDays: null,
    }
    expect(problems({}, gated, true)).toEqual({})
    expect(problems({ passwordProtection: true }, gated, true)).toEqual({ passwordProtection: required })
    // One from before the rule goes on without.
    expect(problems({}, { ...gated, hasPassword: false })).toEqual({})
    // One that has expired meanwhile may not be opened again.
    const expired = toRuledFolder(
      {
        ...fieldsWithTitle,
        ...withExpirationMode(fieldsWithTitle, 'date'),
        expirationDate: '2020-01-01T00:00',
      },
      false,
    )
    expect(expired.isOpen).toBe(false)
    expect(problems({}, expired)).toEqual({ passwordProtection: required })
  })

  it('names addresses of the allowed domains, and those that it had', () => {
    const listed = { requireEmail: true, allowedEmails: 'a@example.org, b@example.com' }
    const text = 'Not allowed on this server: b@example.com. Only addresses at example.org.'
    expect(problems(listed)).toEqual({ allowedEmails: text })
    const before = {
      isOpen: true,
      hasPassword: false,
      requiresEmail: true,
      addresses: ['b@example.com'],
      retentionDays: null,
    }
    expect(problems(listed, before)).toEqual({})
  })
})

it('asks for two long texts at most', () => {
  const draft = { kind: 'long_text' as const, required: false, options: '' }
  const senderFields = ['Why', 'How', 'When'].map((label) => ({ label, ...draft }))
  expect(checkFolder({ ...fieldsWithTitle, senderFields: senderFields.slice(1) })).toEqual({})
  expect(checkFolder({ ...fieldsWithTitle, senderFields })).toEqual({
    'senderFields.2.kind': 'At most two fields of long text.',
  })
})
