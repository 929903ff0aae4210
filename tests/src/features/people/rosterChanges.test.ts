import { describe, expect, it } from 'vitest'
import type { RosterMember, Statement } from '../../../../contract/roster.ts'
import type { VerifiedStatement } from '../../../../core/crypto/index.ts'
import {
  historyEntries,
  describeChanges,
  changesSince,
  memberSince,
} from '../../../../src/features/people/rosterChanges.ts'

const ada: RosterMember = { user: 1, name: 'Ada', fp: 'ada', role: 'owner' }
const ben: RosterMember = { user: 2, name: 'Ben', fp: 'ben', role: 'member' }
const cyd: RosterMember = { user: 3, name: 'Cyd', fp: 'cyd', role: 'member' }

const statement = (members: RosterMember[], part: Partial<Statement> = {}): Statement => ({
  ...{ v: 1, folder: 'f', title: 'Tax', seq: 2, prev: 'p', gen: 1, key: 'k', members, actor: 1 },
  ...{ at: '2026-03-01T12:00:00.000Z' },
  ...part,
})

describe('what a statement changed, in sentences', () => {
  const before = statement([ada, ben])
  it.each([
    ['the first', null, statement([ada], { seq: 1, prev: null }), ['Ada created the folder.']],
    ['a member', before, statement([ada, ben, cyd]), ['Ada added Cyd as a member.']],
    ['an owner', before, statement([ada, ben, { ...cyd, role: 'owner' }]), ['Ada added Cyd as an owner.']],
    [
      'a removal',
      before,
      statement([ada], { gen: 2 }),
      ['Ada removed Ben.', 'The folder has a new key, and a new upload link.'],
    ],
    ['a role', before, statement([ada, { ...ben, role: 'owner' }]), ['Ben became an owner.']],
    [
      'a role given up',
      statement([
        { ...ada, role: 'owner' },
        { ...ben, role: 'owner' },
      ]),
      before,
      ['Ben became a member.'],
    ],
    ['a title', before, statement([ada, ben], { title: 'VAT' }), ['Ada renamed the folder to “VAT”.']],
    ['a key pair', before, statement([ada, { ...ben, fp: 'new' }]), ['Ben has another key pair.']],
    ['a name', before, statement([ada, { ...ben, name: 'Benno' }]), ['Ben is called Benno from now on.']],
    [
      'a key',
      before,
      statement([ada, ben], { gen: 2 }),
      ['The folder has a new key, and a new upload link.'],
    ],
    ['nothing', before, statement([ada, ben]), ['Ada signed the same people again.']],
  ])('%s', (_, earlier, later, sentences) => {
    expect(describeChanges(earlier, later)).toEqual(sentences)
  })

  it('names the actor as the statement before names them, with what hides in names shown', () => {
    const renamed = statement([{ ...ada, name: 'Eve' }, ben], { title: 'a\u202Eb' })
    expect(describeChanges(before, renamed)).toEqual([
      'Ada renamed the folder to “a‹U+202E›b”.',
      'Ada is called Eve from now on.',
    ])
  })
})

const rosterOf = (...statements: Statement[]) => ({
  statements: statements.map((one, i): VerifiedStatement => ({
    signed: { statement: '', signature: '' },
    statement: { ...one, seq: i + 1, at: `2026-03-0${i + 1}T12:00:00.000Z` },
    hash: `hash ${i + 1}`,
    signer: 'ada',
  })),
})

it('the history of people begins with the newest statement', () => {
  expect(historyEntries(rosterOf(statement([ada]), statement([ada, ben])))).toEqual([
    { seq: 2, at: '2026-03-02T12:00:00.000Z', sentences: ['Ada added Ben as a member.'] },
    { seq: 1, at: '2026-03-01T12:00:00.000Z', sentences: ['Ada created the folder.'] },
  ])
})

describe('since when somebody is in a folder', () => {
  const roster = rosterOf(statement([ada]), statement([ada, ben]), statement([ada]), statement([ada, ben]))
  it('is what first named the key', () => {
    expect(memberSince(roster, 'ada')).toBe('2026-03-01T12:00:00.000Z')
  })
  it('is the return of whoever was removed', () => {
    expect(memberSince(roster, 'ben')).toBe('2026-03-04T12:00:00.000Z')
  })
  it('is nothing for a key that is not named', () => {
    expect(memberSince(roster, 'cyd')).toBeNull()
  })
})

it('lists all changes since a statement, or since the folder was made', () => {
  const chain = [
    statement([ada], { seq: 1, prev: null }),
    statement([ada, ben], { seq: 2 }),
    statement([ada, ben, { ...cyd, role: 'owner' }], { seq: 3 }),
    statement([ada, ben, { ...cyd, role: 'owner' }], { seq: 4, title: 'VAT', actor: 3 }),
  ]
  const statements = chain.map(
    (one): VerifiedStatement => ({ statement: one, hash: 'h', signer: 'ada' }) as VerifiedStatement,
  )
  const last = ['Ada added Cyd as an owner.', 'Cyd renamed the folder to “VAT”.']
  expect(changesSince({ statements }, 2)).toEqual(last)
  expect(changesSince({ statements }, 4)).toEqual([])
  expect(changesSince({ statements }, 0)).toEqual([
    'Ada created the folder.',
    'Ada added Ben as a member.',
    ...last,
  ])
})
