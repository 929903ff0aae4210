import { describe, expect, it } from 'vitest'
import { maxFolderMembers } from '../../../../contract/limits.ts'
import type { RosterMember, Statement } from '../../../../contract/roster.ts'
import { applyRosterEdit } from '../../../../core/trust/rosterChange.ts'
import { unopenedKeysText } from '../../../../src/features/people/PeopleManagement.tsx'
import { addProblem, comparedNonMembers, listMembers } from '../../../../src/features/people/members.ts'

const ada: RosterMember = { user: 1, name: 'Ada', fp: 'ada', role: 'owner' }
const zoe: RosterMember = { user: 2, name: 'Zoe', fp: 'zoe', role: 'owner' }
const ben: RosterMember = { user: 3, name: 'Ben', fp: 'ben', role: 'member' }
const contacts = {
  v: 2 as const,
  n: 1,
  people: [{ user: 3, name: 'Ben', fp: 'ben' }],
  folders: [],
  own: [],
  pending: [],
}

const listFor = (ownFingerprint: string, canChange: boolean) =>
  listMembers({
    ...{
      members: [ben, zoe, ada],
      roster: { statements: [], head: { statement: {} as never, hash: '', keys: [] } },
    },
    ...{ evaluated: { contacts, leaving: [3] }, ownFingerprint, canChange, onAction: () => undefined },
  }).map(({ member, isMe, isCompared, asksToLeave, actions }) => ({
    name: member.name,
    ...{ isMe, isCompared, asksToLeave, actions: actions.map(({ label }) => label) },
  }))

describe('the people of a folder', () => {
  it('stand owners first, each with what an owner may do', () => {
    expect(listFor('ada', true)).toEqual([
      { name: 'Ada', isMe: true, isCompared: false, asksToLeave: false, actions: [] },
      {
        ...{ name: 'Zoe', isMe: false, isCompared: false, asksToLeave: false },
        actions: ['Compare the code...', 'Make a member...', 'Remove...'],
      },
      {
        ...{ name: 'Ben', isMe: false, isCompared: true, asksToLeave: true },
        actions: ['Make an owner...', 'Confirm and remove...'],
      },
    ])
  })
  it('can be compared and no more by whoever may change nothing', () => {
    expect(listFor('ben', false).map(({ actions }) => actions)).toEqual([
      ['Compare the code...'],
      ['Compare the code...'],
      [],
    ])
  })
})

describe('somebody with the id of a member', () => {
  const members = [ada, ben]
  const renamed = { ...ben, fp: 'new', name: 'Ben.B' }

  it('can be added with a new key by the same name alone, as the change of the roster allows', () => {
    expect(addProblem(members, { user: 3, name: 'Ben' })).toBeNull()
    expect(addProblem(members, { user: 4, name: 'Ben.B' })).toBeNull()
    expect(addProblem(members, renamed)).toMatch(
      /^Ben is in .* Ben\.B .* remove Ben first, then add Ben\.B\./,
    )
    const statement = { title: 'Tax', members } as unknown as Statement
    expect(applyRosterEdit(statement, { type: 'add', person: renamed }, { user: 1, fp: 'ada' })).toBeNull()
  })
  it('can be added to a full folder, and nobody else', () => {
    const full = Array.from({ length: maxFolderMembers }, (_, i) => ({ ...ben, user: i + 1, fp: `${i}` }))
    expect(addProblem(full, { user: 3, name: 'Ben' })).toBeNull()
    expect(addProblem(full, { user: 999_999, name: 'Ben' })).toMatch(/people at most/)
  })
})

describe('people who were compared before', () => {
  it('are offered by name, unless they are in the folder with that very key', () => {
    const people = [
      { user: 4, name: 'Yan', fp: 'yan' },
      { user: 3, name: 'Ben', fp: 'ben of before' },
      { user: 1, name: 'Ada', fp: 'ada' },
    ]
    expect(comparedNonMembers({ people }, [ada, ben]).map(({ fp }) => fp)).toEqual(['ben of before', 'yan'])
  })
})

describe('keys that do not open', () => {
  it('are not mentioned where all do', () => expect(unopenedKeysText([])).toBeNull())
  it('are distinguished: withheld, or exchanged', () => {
    expect(unopenedKeysText([{ gen: 2, problem: 'withheld' }])).toMatch(
      /^Key no. 2 .* gives it to you no more\./,
    )
    expect(
      unopenedKeysText([
        { gen: 3, problem: 'withheld' },
        { gen: 1, problem: 'exchanged' },
      ]),
    ).toMatch(/^Keys no. 1 and 3 .* another key than the one that the owners have signed/)
  })
})
