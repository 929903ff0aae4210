import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { germanNouns } from '../../../../core/crypto/germanNouns.ts'
import {
  allowedEmailsOf,
  expirationOf,
  linkSchemaOf,
  maxDownloadsOf,
  offeredLifetimes,
  initialLinkFields,
  initialSendFields,
  linkRequestOf,
  introductionOf,
  withTypedChanges,
} from '../../../../src/features/share/linkFormFields.ts'
import { allowedUsesModes } from '../../../../src/features/share/UsesFields.tsx'
import { noRules } from '../../../../contract/operatorRules.ts'
import { updateServerClock, serverNow } from '../../../../src/api/serverClock.ts'
import { generateLinkPassword } from '../../../../core/crypto/index.ts'
import { problemsOf } from '../../forms/problemsOf.ts'

const now = new Date(2026, 10, 21, 9, 5, 30)
const typedPassword = { password: 'LaterneApfel47583', confirmation: 'LaterneApfel47583' }
const fields = { ...initialLinkFields(now), ...typedPassword }

beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

describe('the link of files that are sent at once', () => {
  it('asks for nothing: it ends in seven days, and anybody with it can open it', () => {
    const { expiration, ...rest } = linkRequestOf(initialSendFields(now))
    expect(rest).toEqual({ password: null, maxDownloads: null, allowedEmails: null, introduction: {} })
    expect(expiration).toBe(new Date('2026-11-28T09:05').toISOString())
    expect(problemsOf(linkSchemaOf(noRules), initialSendFields(now))).toEqual({})
  })

  it('has what was typed', () => {
    const typed = { message: ' Hello ', isNamed: true, people: 'a@example.org', hasPassword: true }
    expect(linkRequestOf({ ...initialSendFields(now), ...typed, ...typedPassword })).toMatchObject({
      ...{ introduction: { message: 'Hello' }, allowedEmails: ['a@example.org'] },
      password: typedPassword.password,
    })
  })

  it('keeps to the rules', () => {
    const rules = { ...noRules, require_link_password: true, require_named_people: true, max_link_days: 2 }
    expect(initialSendFields(now, rules)).toMatchObject({
      ...{ hasPassword: true, isNamed: true, expiration: '2026-11-23T09:05' },
    })
  })
})

describe('a link on a server with rules', () => {
  const rules = { ...noRules, max_link_days: 2, max_link_uses: 4 }

  it('begins within them', () => {
    expect(initialLinkFields(now, rules)).toMatchObject({
      ...{ expiration: '2026-11-23T09:05', uses: 'number', useCount: '4' },
    })
    expect(initialLinkFields(now, { ...noRules, max_link_uses: 1 })).toMatchObject({ uses: 'once' })
    expect(initialLinkFields(now, { ...noRules, max_link_days: 30 }).expiration).toBe('2026-11-24T09:05')
    expect(
      problemsOf(linkSchemaOf(rules), { ...fields, ...initialLinkFields(now, rules), ...typedPassword }),
    ).toEqual({})
  })

  it.each([
    [null, [1, 3, 7, 30]],
    [3, [1, 3]],
    [5, [1, 3, 5]],
    [90, [1, 3, 7, 30]],
  ])('of at most %j days offers lifetimes of %j', (max_link_days, days) => {
    expect(offeredLifetimes(now, { ...noRules, max_link_days }).map((one) => one.days)).toEqual(days)
  })

  it('offers lifetimes that it accepts, among them the one that it begins with', () => {
    const offered = offeredLifetimes(now, rules)
    expect(offered.map(({ expiration }) => expiration)).toContain(initialLinkFields(now, rules).expiration)
    for (const { expiration } of offered)
      expect(
        problemsOf(linkSchemaOf(rules), { ...fields, useCount: '1', uses: 'number', expiration }),
      ).toEqual({})
  })

  it('does not go beyond them', () => {
    const beyond = { ...fields, expiration: '2026-11-23T09:06', uses: 'number', useCount: '5' } as const
    expect(problemsOf(linkSchemaOf(rules), beyond)).toEqual({
      expiration: 'On this server at most 2 days.',
      useCount: 'Enter a whole number from 1 to 4.',
    })
  })

  it.each([
    [null, ['unlimited', 'once', 'number']],
    [4, ['once', 'number']],
    [1, ['once']],
  ])('of %j uses offers %j', (max, modes) => expect(allowedUsesModes(max)).toEqual(modes))
})

describe('title and message of a new link', () => {
  const introduction = { hasIntroduction: true, title: ' Plans ', message: 'a\nb ' }

  it('are sent without blanks around them, and only while they are asked for', () => {
    expect(introductionOf({ ...fields, ...introduction })).toEqual({ title: 'Plans', message: 'a\nb' })
    expect(introductionOf({ ...fields, ...introduction, message: ' \n' })).toEqual({ title: 'Plans' })
    expect(introductionOf({ ...fields, ...introduction, hasIntroduction: false })).toEqual({})
  })

  it('are refused as the server would', () => {
    const bad = { ...introduction, title: 'fdp\u202eexe', message: 'b'.repeat(2001) }
    expect(problemsOf(linkSchemaOf(noRules), { ...fields, ...bad })).toEqual({
      title: 'Contains characters that cannot be seen.',
      message: 'At most 2,000 characters.',
    })
    expect(problemsOf(linkSchemaOf(noRules), { ...fields, ...bad, hasIntroduction: false })).toEqual({})
  })
})

describe('a new link', () => {
  it('has a password, and expires in three days at this local time', () => {
    expect(initialLinkFields(now)).toMatchObject({
      hasPassword: true,
      expires: true,
      expiration: '2026-11-24T09:05',
    })
    expect(initialLinkFields(new Date(2026, 11, 30, 23, 59)).expiration).toBe('2027-01-02T23:59')
  })

  it('is fine as it is', () => {
    expect(problemsOf(linkSchemaOf(noRules), fields)).toEqual({})
    expect(expirationOf(fields)).toBe(new Date(2026, 10, 24, 9, 5).toISOString())
  })

  it.each([4, -400])('is judged by the server, on a device whose clock is off by %i days', (days) => {
    const server = Date.now() + days * 24 * 3600 * 1000
    updateServerClock(new Date(server).toUTCString(), Date.now())
    onTestFinished(() => updateServerClock(now.toUTCString(), now.getTime(), now.getTime()))
    const proposed = initialLinkFields(new Date(serverNow()))
    expect(Math.abs(Date.parse(proposed.expiration) - server - 3 * 24 * 3600 * 1000)).toBeLessThan(3_700_000)
    expect(problemsOf(linkSchemaOf(noRules), { ...fields, expiration: proposed.expiration })).toEqual({})
    const past = initialLinkFields(new Date(serverNow() - 4 * 24 * 3600 * 1000))
    expect(problemsOf(linkSchemaOf(noRules), { ...fields, expiration: past.expiration })).toEqual({
      expiration: 'The expiration date must be in the future.',
    })
  })

  it('can be used without limit, unless somebody says once, or a number', () => {
    expect(maxDownloadsOf(fields)).toBeNull()
    expect(maxDownloadsOf({ ...fields, uses: 'once', useCount: '7' })).toBe(1)
    expect(maxDownloadsOf({ ...fields, uses: 'number', useCount: '7' })).toBe(7)
  })
})

describe('a link for named people', () => {
  const named = (people: string) => ({ ...fields, isNamed: true, people })

  it('takes addresses as they are pasted, and is for anybody unless somebody says so', () => {
    expect(allowedEmailsOf(fields)).toBeNull()
    expect(allowedEmailsOf({ ...fields, people: 'a@example.org' })).toBeNull()
    const pasted = named('a@example.org; b@example.org,\nc@example.org')
    expect(problemsOf(linkSchemaOf(noRules), pasted)).toEqual({})
    expect(allowedEmailsOf(pasted)).toEqual(['a@example.org', 'b@example.org', 'c@example.org'])
  })

  it.each([
    [' ', 'Enter at least one address.'],
    ['a@example.org, b', 'This is not an e-mail address: b'],
    [
      'jürgen@example.org',
      'Letters with accents or of other alphabets cannot be used before the @: jürgen@example.org',
    ],
    [Array.from({ length: 1001 }, (_, n) => `a${n}@example.org`).join(' '), 'At most 1,000 addresses.'],
  ])('names nobody by %j', (people, problem) => {
    expect(problemsOf(linkSchemaOf(noRules), named(people))).toEqual({ people: problem })
  })
})

describe('the people of a link', () => {
  const [x, y, z] = ['x@example.org', 'y@example.org', 'z@example.org']

  it('get what was typed added and removed, and keep what somebody else changed meanwhile', () => {
    expect(withTypedChanges([x], [x, y], [x, y, z])).toEqual([x, z])
    expect(withTypedChanges([x, y, z], [x, y], [y])).toEqual([y, z])
    expect(withTypedChanges([x, y], [x, y], [y, x])).toEqual([x, y])
  })
  it('go in every spelling', () => {
    expect(withTypedChanges([x, 'Y@example.org'], [x, y], [x])).toEqual([x])
    expect(withTypedChanges([x, y], [x, y], [x, 'Y@example.org'])).toEqual([x, 'Y@example.org'])
  })
  it('are without those of an attempt without a response who are not typed any more', () => {
    expect(withTypedChanges([x, y, z], [x, y], [x, y], [x, y, z])).toEqual([x, y])
    expect(withTypedChanges([x, y], [x, y], [x, y, z], [x, y, z])).toEqual([x, y, z])
  })
})

describe('the fields of a link', () => {
  it.each([
    [
      { password: '1234567', confirmation: '1234567' },
      { password: 'Password must be at least 8 characters long.' },
    ],
    [{ password: '', confirmation: '' }, { password: 'Password must be at least 8 characters long.' }],
    [{ confirmation: 'LaterneApfel47584' }, { confirmation: 'Passwords do not match.' }],
    [{ expiration: '' }, { expiration: 'Please select a valid expiration date.' }],
    [{ expiration: '12026-11-21T09:05' }, { expiration: 'Please select a valid expiration date.' }],
    [{ expiration: 'soon' }, { expiration: 'Please select a valid expiration date.' }],
    [{ expiration: '2026-11-21T09:05' }, { expiration: 'The expiration date must be in the future.' }],
  ])('%j are refused', (changed, problems) => {
    expect(problemsOf(linkSchemaOf(noRules), { ...fields, ...changed })).toEqual(problems)
  })

  it.each(['', '0', '-1', '1.5', 'x', '1000001'])('%j is no number of uses', (useCount) => {
    expect(problemsOf(linkSchemaOf(noRules), { ...fields, uses: 'number', useCount })).toEqual({
      useCount: 'Enter a whole number from 1 to 1,000,000.',
    })
    expect(problemsOf(linkSchemaOf(noRules), { ...fields, uses: 'once', useCount })).toEqual({})
  })

  it('count only while their option is on', () => {
    const off = {
      ...fields,
      ...{ hasPassword: false, password: '', confirmation: 'x', expires: false, expiration: '' },
    }
    expect(problemsOf(linkSchemaOf(noRules), off)).toEqual({})
    expect(expirationOf(off)).toBeNull()
  })
})

describe('a generated password', () => {
  it('is two nouns, two digits and a number from 100 to 999', async () => {
    const passwords = await Promise.all(Array.from({ length: 500 }, generateLinkPassword))
    for (const password of passwords) {
      const [, one, two] = /^([A-Z][a-z]+)([A-Z][a-z]+)\d{2}[1-9]\d{2}$/.exec(password) ?? []
      expect(germanNouns).toContain(one)
      expect(germanNouns).toContain(two)
    }
    expect(new Set(passwords).size).toBe(500)
  })

  it('draws from 4 096 different nouns at least, all of which every keyboard can type', () => {
    expect(new Set(germanNouns).size).toBe(germanNouns.length)
    expect(germanNouns.length).toBeGreaterThanOrEqual(4096)
    for (const noun of germanNouns) expect(noun).toMatch(/^[A-Z][a-z]{2,9}$/)
  })
})
