import { describe, expect, it } from 'vitest'
import type { RosterMember, Statement } from '../../../contract/roster.ts'
import type { Person, Roster, VerifiedStatement } from '../../../core/crypto/index.ts'
import {
  type TrustContext,
  missingFolders,
  type FolderTrust,
  evaluateTrust,
} from '../../../core/trust/evaluateTrust.ts'

/** Judging is pure: fingerprints and hashes are names here. */
const folder = 'folder'
const person = (user: number, name: string, fp = name): Person => ({ user, name, fp })
const member = (one: Person, role: RosterMember['role'] = 'member'): RosterMember => ({ ...one, role })
const [ada, ben, cyd, eve] = [person(1, 'ada'), person(2, 'ben'), person(3, 'cyd'), person(4, 'eve')]

type StatementStep = Partial<Statement> & { signer?: Person; hash?: string }

/** A chain of statements; each says what differs from the one before. */
function rosterOf(...steps: readonly StatementStep[]): Roster {
  const statements: VerifiedStatement[] = []
  for (const { signer, hash, ...step } of steps) {
    const before = statements.at(-1)
    const by = signer ?? ada
    const seq = statements.length + 1
    const statement: Statement = {
      v: 1,
      folder,
      title: 'Tax',
      gen: 1,
      key: 'key 1',
      members: [member(ada, 'owner')],
      ...before?.statement,
      ...step,
      seq,
      prev: before?.hash ?? null,
      actor: by.user,
      at: `2026-01-0${seq}T00:00:00.000Z`,
    }
    const own = hash ?? `${before?.hash ?? ''}/${by.fp}${JSON.stringify(step)}`
    statements.push({ signed: { statement: own, signature: '' }, statement, hash: own, signer: by.fp })
  }
  const newest = statements.at(-1)
  if (!newest) throw new Error('no step')
  return { head: { statement: newest.statement, hash: newest.hash, keys: ['key 1'] }, statements }
}

const claim = { title: 'Tax', folder }
const headOf = ({ statements }: Roster, seq = statements.length) => ({
  folder,
  seq,
  hash: statements[seq - 1]?.hash ?? '',
  private: null,
})

interface Knowledge {
  me?: Person
  people?: readonly Person[]
  accepted?: ReturnType<typeof headOf>
  kept?: readonly VerifiedStatement[]
  givenUp?: readonly string[]
}
const contextOf = ({
  me = ben,
  people = [],
  accepted,
  kept = [],
  givenUp = [],
}: Knowledge): TrustContext => ({
  me,
  contacts: { people, folders: accepted ? [accepted] : [] },
  lastSeen: kept,
  givenUp,
})

const trustIn = (roster: Parameters<typeof evaluateTrust>[1], knows: Knowledge, list = claim): FolderTrust =>
  evaluateTrust(list, roster, contextOf(knows))

const alarmOf = (...args: Parameters<typeof trustIn>) => {
  const trust = trustIn(...args)
  return trust.type === 'alarm' ? trust.alarm : trust
}

const firstTwoSteps = [{}, { members: [member(ada, 'owner'), member(ben)] }]
const rosterOfTwo = rosterOf(...firstTwoSteps)

describe('a folder without an alarm', () => {
  it('is an invitation until it was accepted once, by whomever it was made', () => {
    const signer = { name: 'ada', fp: 'ada', isCompared: false }
    expect(trustIn(rosterOfTwo, {})).toEqual({ type: 'invitation', signer })
    expect(trustIn(rosterOfTwo, { people: [ada] })).toEqual({
      type: 'invitation',
      signer: { ...signer, isCompared: true },
    })
  })

  it('has the name of its maker as they were compared, not as the statement says', () => {
    const named = rosterOf(
      { members: [member(person(1, 'Bank', 'ada'), 'owner')] },
      ...firstTwoSteps.slice(1),
    )
    expect(trustIn(named, { people: [ada] })).toMatchObject({ signer: { name: 'ada' } })
  })

  it('is compared by the fingerprint: id and name of somebody compared are nothing', () => {
    expect(trustIn(rosterOfTwo, { people: [{ ...ada, fp: 'other' }] })).toMatchObject({
      signer: { isCompared: false },
    })
  })

  it('is trusted where its head is the accepted one', () => {
    expect(trustIn(rosterOfTwo, { accepted: headOf(rosterOfTwo) })).toEqual({ type: 'trusted' })
  })

  it('is trusted where the person made it', () => {
    expect(trustIn(rosterOfTwo, { me: ada })).toEqual({ type: 'trusted' })
  })

  it('is trusted after a change by somebody who was compared, and unsure after one by somebody else', () => {
    const next = rosterOf(...firstTwoSteps, { title: 'Taxes' })
    const list = { ...claim, title: 'Taxes' }
    expect(trustIn(next, { accepted: headOf(next, 2), people: [ada] }, list)).toEqual({ type: 'trusted' })
    expect(trustIn(next, { accepted: headOf(next, 2), people: [cyd] }, list)).toEqual({
      type: 'unsure',
      signer: { name: 'ada', fp: 'ada', isCompared: false },
    })
  })

  it('is unsure where what was signed and given up has appeared, until that was accepted', () => {
    const next = rosterOf(...firstTwoSteps, { members: [member(ada, 'owner'), member(ben), member(eve)] })
    const knows = { me: ada, accepted: headOf(next, 2), givenUp: [headOf(next).hash] }
    expect(trustIn(next, knows)).toMatchObject({ type: 'unsure', signer: { fp: 'ada', isCompared: true } })
    expect(trustIn(next, { ...knows, accepted: headOf(next) })).toEqual({ type: 'trusted' })
    const built = rosterOf(...firstTwoSteps, { members: next.head.statement.members }, { title: 'Tax' })
    expect(trustIn(built, knows)).toMatchObject({ type: 'unsure' })
  })
})

describe('the alarm', () => {
  it('broken, and opens nothing', () => {
    const broken = { problem: 'signature', seq: 2 } as const
    expect(alarmOf(broken, { accepted: headOf(rosterOfTwo) })).toEqual({ type: 'broken', broken })
    expect(alarmOf({ problem: 'empty', seq: 1 }, {})).toMatchObject({ type: 'broken' })
  })

  it('withheld, where the person or this device knows the folder', () => {
    const nothing = { problem: 'empty', seq: 1 } as const
    expect(alarmOf(nothing, { accepted: headOf(rosterOfTwo) })).toEqual({ type: 'withheld' })
    expect(alarmOf(nothing, { kept: rosterOfTwo.statements })).toEqual({ type: 'withheld' })
  })

  it('exchanged, for the roster of another folder', () => {
    expect(alarmOf(rosterOfTwo, { me: ada }, { ...claim, folder: 'other' })).toEqual({ type: 'exchanged' })
  })

  it('title, for another one than is signed', () => {
    expect(alarmOf(rosterOfTwo, { me: ada }, { ...claim, title: 'Public' })).toEqual({
      type: 'title',
      shown: 'Public',
      signed: 'Tax',
    })
  })

  it('not-named and other-key', () => {
    expect(alarmOf(rosterOfTwo, { me: cyd })).toEqual({ type: 'not-named' })
    expect(alarmOf(rosterOfTwo, { me: { ...ben, fp: 'next' } })).toEqual({ type: 'other-key' })
  })
})

const rosterOfThree = rosterOf(...firstTwoSteps, {
  members: [member(ada, 'owner'), member(ben), member(cyd)],
})
const forkedRoster = rosterOf(...firstTwoSteps, { members: [member(ada, 'owner'), member(ben), member(eve)] })

describe('another history than the one that was seen', () => {
  it('is a rollback where it is the beginning of what this device kept', () => {
    expect(alarmOf(rosterOfTwo, { kept: rosterOfThree.statements, accepted: headOf(rosterOfThree) })).toEqual(
      {
        type: 'rollback',
        seen: { seq: 3, at: '2026-01-03T00:00:00.000Z', hash: headOf(rosterOfThree).hash },
        shown: { seq: 2, at: '2026-01-02T00:00:00.000Z', hash: headOf(rosterOfTwo).hash },
        consequences: { returning: [], regaining: [] },
      },
    )
  })

  it('is a rollback without a way back where only what the person remembers says so', () => {
    expect(alarmOf(rosterOfTwo, { accepted: headOf(rosterOfThree) })).toMatchObject({
      type: 'rollback',
      seen: null,
      consequences: null,
    })
    expect(
      alarmOf(rosterOfTwo, { accepted: headOf(rosterOfThree), kept: rosterOfTwo.statements.slice(0, 1) }),
    ).toMatchObject({
      type: 'rollback',
      consequences: null,
    })
  })

  it('is a fork where the same place has something else', () => {
    expect(alarmOf(forkedRoster, { kept: rosterOfThree.statements })).toMatchObject({ type: 'fork' })
    expect(alarmOf(forkedRoster, { accepted: headOf(rosterOfThree) })).toMatchObject({
      type: 'fork',
      consequences: null,
    })
    expect(alarmOf(rosterOf({ title: 'Tax', hash: 'x' }), { kept: rosterOfThree.statements })).toMatchObject({
      type: 'fork',
    })
  })

  it('is neither where all that was seen is in it', () => {
    expect(
      alarmOf(rosterOfThree, { accepted: headOf(rosterOfTwo), kept: rosterOfTwo.statements, me: ada }),
    ).toEqual({
      type: 'trusted',
    })
  })

  it('is told before a title or a name that is missing: those are part of it', () => {
    expect(
      alarmOf(rosterOfTwo, { kept: rosterOfThree.statements, me: cyd }, { ...claim, title: 'x' }),
    ).toMatchObject({
      type: 'rollback',
    })
  })
})

describe('the way back after a server was restored', () => {
  const owners = [{}, { members: [member(ada, 'owner'), member(ben, 'owner'), member(cyd)] }]
  const consequencesOf = (shown: Roster, kept: Roster) => {
    const alarm = alarmOf(shown, { me: ada, kept: kept.statements })
    if (alarm.type !== 'fork' && alarm.type !== 'rollback') throw new Error(alarm.type)
    return alarm.consequences
  }
  const stepWithout = (one: Person, role?: RosterMember['role']): StatementStep => ({
    gen: 2,
    key: 'key 2',
    members: [member(ada, 'owner'), member(ben, 'owner'), member(cyd)].flatMap((each) =>
      each.fp !== one.fp ? [each] : role ? [{ ...each, role }] : [],
    ),
  })

  it('names who gets back in', () => {
    expect(consequencesOf(rosterOf(...owners), rosterOf(...owners, stepWithout(cyd)))).toEqual({
      returning: [{ name: 'cyd', fp: 'cyd' }],
      regaining: [],
    })
  })

  it('names who is an owner again', () => {
    expect(consequencesOf(rosterOf(...owners), rosterOf(...owners, stepWithout(ben, 'member')))).toEqual({
      returning: [],
      regaining: [{ name: 'ben', fp: 'ben' }],
    })
  })

  it('is there where others went on since', () => {
    const since = rosterOf(...owners, { title: 'Tax', signer: ben })
    expect(consequencesOf(since, rosterOf(...owners, stepWithout(cyd)))).toEqual({
      returning: [{ name: 'cyd', fp: 'cyd' }],
      regaining: [],
    })
  })

  it.each([
    ['removed', stepWithout(ben)],
    ['made a member', stepWithout(ben, 'member')],
  ])('is not there where somebody went on whom the forgotten part has %s', (_, forgotten) => {
    const since = rosterOf(...owners, { title: 'Tax', signer: ben })
    expect(consequencesOf(since, rosterOf(...owners, forgotten))).toBeNull()
    expect(consequencesOf(since, rosterOf(...owners, { signer: ada, title: 'Tax' }, forgotten))).toBeNull()
  })

  it('is not there where a member whom the forgotten part has removed was made an owner since, and signed', () => {
    const since = rosterOf(
      ...owners,
      { members: [member(ada, 'owner'), member(ben, 'owner'), member(cyd, 'owner')], signer: ben },
      { title: 'Tax', signer: cyd },
    )
    expect(consequencesOf(since, rosterOf(...owners, stepWithout(cyd)))).toBeNull()
  })

  it('is not there where nothing is common', () => {
    expect(consequencesOf(rosterOf({ hash: 'a' }), rosterOf({ hash: 'b' }))).toBeNull()
  })

  it('is not there where the person remembers more than this device saw', () => {
    const kept = rosterOf(...owners, stepWithout(cyd))
    const more = rosterOf(...owners, stepWithout(cyd), { title: 'Tax' })
    const alarm = alarmOf(rosterOf(...owners), { me: ada, kept: kept.statements, accepted: headOf(more) })
    expect(alarm).toMatchObject({ type: 'rollback', consequences: null })
  })
})

describe('what the list does not show', () => {
  it('is every known folder of several people that is not in it', () => {
    expect(missingFolders([headOf(rosterOfTwo)], [{ folder }])).toEqual([])
    expect(missingFolders([headOf(rosterOfTwo)], [{ folder: 'other' }])).toEqual([headOf(rosterOfTwo)])
  })
})
