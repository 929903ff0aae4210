import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '../../../contract/roster.ts'
import { personCode, readPersonCode } from '../../../core/crypto/index.ts'
import { withoutPerson, withPerson } from '../../../core/trust/contactsChanges.ts'
import type { RosterEdit } from '../../../core/trust/rosterChange.ts'
import { type EvaluatedFolder, isTrustedFolder, Trust } from '../../../core/trust/trust.ts'
import { ModelServer, newestStatement, refusal, type CallOutcome } from '../../src/trust/modelServer.ts'
import {
  ModelMemory,
  type PersonName,
  newPair,
  type UnlockedPair,
  pairs,
  personOf,
  userIds,
  skipWaiting,
  useSmallFolderKeys,
} from './people.ts'

const sparePair: UnlockedPair = await newPair()

let server: ModelServer
beforeEach(() => {
  vi.restoreAllMocks()
  useSmallFolderKeys()
  skipWaiting()
  server = new ModelServer()
  for (const { spkiB64 } of Object.values(pairs)) server.keys.add(spkiB64)
})

interface TrustOptions {
  memory?: ModelMemory
  weather?: CallOutcome
  turn?: () => Promise<void>
  pair?: UnlockedPair
}
const trustOf = (
  name: PersonName,
  { memory = new ModelMemory(), weather, turn, pair = pairs[name] }: TrustOptions = {},
) =>
  new Trust(personOf(name, pair), {
    calls: server.calls(userIds[name], weather, turn),
    memory,
    now: server.now,
  })

const createFolder = (trust: Trust, title = 'Tax') =>
  trust.createFolder(title, (first) => Promise.resolve(server.create(first)))

const markCompared = (trust: Trust, name: PersonName, { fp } = pairs[name]) =>
  trust.contacts.change(withPerson({ user: userIds[name], name, fp }))

const openFolder = (trust: Trust, id = 1): Promise<EvaluatedFolder> => trust.open(server.claim(id))

const addEdit = (name: PersonName, role: Role = 'member', { fp } = pairs[name]): RosterEdit => ({
  type: 'add',
  person: { user: userIds[name], name, fp, role },
})
const publicKeysOf = (name: PersonName) => new Map([[pairs[name].fp, pairs[name].publicKey]])
const addPerson = async (trust: Trust, name: PersonName, role: Role = 'member') =>
  trust.change(await openFolder(trust), addEdit(name, role), publicKeysOf(name))

/** Ben has compared Ada, and accepted. */
async function benAccepts(at: TrustOptions = {}) {
  const trust = trustOf('ben', at)
  await markCompared(trust, 'ada')
  await trust.accept(await openFolder(trust))
  return trust
}

const generationNumbers = ({ generations }: EvaluatedFolder) => generations.map(({ gen }) => gen)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { fault?: { code: string } }).fault?.code ?? String(error),
  )

describe('a folder of several people', () => {
  it('is its maker’s from the start, on every device', async () => {
    await createFolder(trustOf('ada'))
    const folder = await openFolder(trustOf('ada'))
    expect(folder.trust).toEqual({ type: 'trusted' })
    expect(generationNumbers(folder)).toEqual([1])
    expect(folder.contacts.pending).toEqual([])
  })

  it('opens for whoever is named: all generations, and those that come', async () => {
    const ada = trustOf('ada')
    await createFolder(ada)
    await ada.change(await openFolder(ada), { type: 'rotate' })
    await addPerson(ada, 'ben')
    const ben = trustOf('ben')
    expect(generationNumbers(await openFolder(ben))).toEqual([2, 1])
    await ada.change(await openFolder(ada), { type: 'rotate' })
    expect(generationNumbers(await openFolder(ben))).toEqual([3, 2, 1])
  })

  it('stays closed at a statement or a grant of a later version, which asks for an update', async () => {
    const ada = trustOf('ada')
    await createFolder(ada)
    const stored = server.folder(1)
    const { statements } = stored
    const later = JSON.stringify({ ...newestStatement(stored), v: 2, seq: 2, more: 'x' })
    stored.statements = [...statements, { statement: later, signature: '2.AAAA' }]
    expect(await codeOf(openFolder(ada))).toContain('newer-version')
    stored.statements = statements
    for (const grant of stored.grants) grant.grant = '2.AAAA'
    expect(await codeOf(openFolder(ada))).toContain('newer-version')
  })

  it('is an invitation that nothing can be done in, until its maker was compared and it was accepted', async () => {
    const ada = trustOf('ada')
    await createFolder(ada)
    await addPerson(ada, 'ben', 'owner')
    const ben = trustOf('ben')
    const folder = await openFolder(ben)
    expect(folder.trust).toMatchObject({ type: 'invitation', signer: { isCompared: false } })
    expect(isTrustedFolder(folder.trust)).toBe(false)
    expect(generationNumbers(folder)).toEqual([1])
    expect(await codeOf(ben.accept(folder))).toBe('folder-not-trusted')
    expect(await codeOf(ben.change(folder, { type: 'rotate' }))).toBe('folder-not-trusted')
    await markCompared(ben, 'ada')
    expect((await openFolder(ben)).trust).toMatchObject({ type: 'invitation', signer: { isCompared: true } })
    await ben.accept(folder)
    expect((await openFolder(ben)).trust).toEqual({ type: 'trusted' })
    await addPerson(ben, 'cyd')
  })

  it('stays shut to somebody who was removed, from then on', async () => {
    const ada = trustOf('ada')
    await createFolder(ada)
    await addPerson(ada, 'ben')
    await ada.change(await openFolder(ada), { type: 'remove', fp: pairs.ben.fp })
    expect(newestStatement(server.folder(1)).gen).toBe(2)
    expect(await codeOf(openFolder(trustOf('ben')))).toBe('folderNotFound')
    expect(generationNumbers(await openFolder(ada))).toEqual([2, 1])
  })

  it('is handed over: another owner removes the first', async () => {
    const ada = trustOf('ada')
    await createFolder(ada)
    await addPerson(ada, 'ben', 'owner')
    const ben = await benAccepts()
    await ben.change(await openFolder(ben), { type: 'remove', fp: pairs.ada.fp })
    expect(newestStatement(server.folder(1)).members.map(({ name }) => name)).toEqual(['ben'])
    expect(generationNumbers(await openFolder(ben))).toEqual([2, 1])
  })

  it('is unsure after a change by an owner who was not compared, until they were', async () => {
    const ada = trustOf('ada')
    await createFolder(ada)
    await addPerson(ada, 'ben', 'owner')
    await addPerson(ada, 'cyd', 'owner')
    const ben = await benAccepts()
    const cyd = trustOf('cyd')
    await markCompared(cyd, 'ada')
    await cyd.accept(await openFolder(cyd))
    await cyd.change(await openFolder(cyd), { type: 'title', title: 'Taxes' })
    const folder = await openFolder(ben)
    expect(folder.trust).toMatchObject({ type: 'unsure', signer: { name: 'cyd', isCompared: false } })
    expect(await codeOf(ben.change(folder, { type: 'rotate' }))).toBe('folder-not-trusted')
    expect(await codeOf(ben.accept(folder))).toBe('folder-not-trusted')
    await markCompared(ben, 'cyd')
    expect((await openFolder(ben)).trust).toEqual({ type: 'trusted' })
  })
})

describe('what is not signed', () => {
  let ada: Trust
  beforeEach(async () => {
    ada = trustOf('ada')
    await createFolder(ada)
  })

  it('a change of a member’s', async () => {
    await addPerson(ada, 'ben')
    const ben = await benAccepts()
    expect(await codeOf(ben.change(await openFolder(ben), { type: 'title', title: 'Mine' }))).toBe(
      'ownersOnly',
    )
    expect(server.arrived).toHaveLength(2)
  })

  it.each<[string, RosterEdit]>([
    ['a title that it has', { type: 'title', title: 'Tax' }],
    ['a role that somebody has', { type: 'role', fp: pairs.ada.fp, role: 'owner' }],
    ['the last owner as a member', { type: 'role', fp: pairs.ada.fp, role: 'member' }],
    ['the removal of the last owner', { type: 'remove', fp: pairs.ada.fp }],
    ['the removal of a stranger', { type: 'remove', fp: pairs.cyd.fp }],
    ['somebody who is in it', addEdit('ada')],
  ])('%s', async (_, edit) => {
    expect(await codeOf(ada.change(await openFolder(ada), edit))).toBe('change-empty')
  })

  it('an addition under the id of somebody else, which would remove that person', async () => {
    await addPerson(ada, 'ben', 'owner')
    for (const name of ['ada', 'ben'] as const) {
      const person = { user: userIds[name], name: 'cyd', fp: pairs.cyd.fp, role: 'member' } as const
      expect(
        await codeOf(ada.change(await openFolder(ada), { type: 'add', person }, publicKeysOf('cyd'))),
      ).toBe('change-empty')
    }
  })

  it('a grant to a key that has not the fingerprint that is named', async () => {
    const swapped = new Map([[pairs.ben.fp, pairs.cyd.publicKey]])
    expect(await codeOf(ada.change(await openFolder(ada), addEdit('ben'), swapped))).toBe(
      'person-key-missing',
    )
    expect(await codeOf(ada.change(await openFolder(ada), addEdit('ben')))).toBe('done')
  })

  it('a second statement in the place of one that another window has signed', async () => {
    const memory = new ModelMemory()
    const [one, two] = [trustOf('ada', { memory }), trustOf('ada', { memory })]
    const [first, second] = [await openFolder(one), await openFolder(two)]
    const codes = await Promise.all([
      codeOf(one.change(first, { type: 'rotate' })),
      codeOf(two.change(second, { type: 'title', title: 'Other' })),
    ])
    expect(codes.sort()).toEqual(['change-unconfirmed', 'done'])
    expect(server.arrived).toHaveLength(2)
    await openFolder(one)
    expect(await codeOf(two.change(second, { type: 'title', title: 'Other' }))).toBe('rosterMoved')
    expect(server.arrived).toHaveLength(2)
    expect(Object.keys(memory.records.get(pairs.ada.fp)?.unsent ?? {})).toEqual([])
  })

  it('a second statement on another device either', async () => {
    const phone = trustOf('ada')
    const seen = await openFolder(phone)
    const folder = await openFolder(ada)
    const busy = vi.spyOn(server, 'changeRoster').mockRejectedValue(refusal('busy', 503))
    expect(await codeOf(ada.change(folder, { type: 'rotate' }))).toBe('busy')
    busy.mockRestore()
    expect(await codeOf(phone.change(seen, { type: 'title', title: 'Other' }))).toBe('change-unconfirmed')
    expect((await openFolder(phone)).unconfirmed).toMatchObject({ change: null })
  })
})

describe('a change without an answer', () => {
  let memory: ModelMemory
  let ada: Trust
  /** Whether what arrives is stored, and whether its answer arrives. */
  let nextOutcome: ReturnType<CallOutcome>
  beforeEach(async () => {
    memory = new ModelMemory()
    nextOutcome = 'fine'
    ada = trustOf('ada', { memory })
    await createFolder(ada)
  })

  const adaWithFlakyLine = () => {
    const { changeRoster } = server.calls(1, () => nextOutcome)
    const calls = { ...server.calls(1), changeRoster }
    return new Trust(personOf('ada'), { calls, memory, now: server.now })
  }

  it('that was stored is settled when it is looked at', async () => {
    const trust = adaWithFlakyLine()
    const folder = await openFolder(trust)
    nextOutcome = 'unanswered'
    expect(await codeOf(trust.change(folder, addEdit('ben'), publicKeysOf('ben')))).toBe('unanswered')
    const again = await openFolder(trustOf('ada', { memory }))
    expect(again).toMatchObject({ unconfirmed: null, trust: { type: 'trusted' } })
    expect(again.contacts.pending).toEqual([])
    expect(memory.records.get(pairs.ada.fp)?.unsent).toEqual({})
    expect(generationNumbers(await openFolder(trustOf('ben')))).toEqual([1])
  })

  it('that was not stored is sent again as it was, after a reload too, and nothing else is signed before', async () => {
    const trust = adaWithFlakyLine()
    const folder = await openFolder(trust)
    nextOutcome = 'unsent'
    const edit: RosterEdit = { type: 'rotate' }
    expect(await codeOf(trust.change(folder, edit))).toBe('unanswered')
    const reloaded = trustOf('ada', { memory })
    const seen = await openFolder(reloaded)
    const signed = seen.unconfirmed?.signed
    expect(await codeOf(reloaded.change(seen, edit))).toBe('change-unconfirmed')
    expect(await codeOf(reloaded.sign(seen, edit))).toBe('change-unconfirmed')
    expect(await codeOf(reloaded.prepareKeyChange(sparePair, [seen]))).toBe('change-unconfirmed')
    await reloaded.sendAgain(seen)
    expect(server.folder(1).statements.at(-1)).toEqual(signed)
    expect(generationNumbers(await openFolder(reloaded))).toEqual([2, 1])
  })

  it('that was refused is not believed to be gone', async () => {
    const folder = await openFolder(ada)
    vi.spyOn(server, 'changeRoster').mockRejectedValueOnce(refusal('rosterInvalid', 400))
    expect(await codeOf(ada.change(folder, { type: 'rotate' }))).toBe('rosterInvalid')
    expect((await openFolder(ada)).unconfirmed).not.toBeNull()
  })

  it('that was confirmed is seen: a chain without it is an alarm on this device', async () => {
    const before = [...server.folder(1).statements]
    await ada.change(await openFolder(ada), { type: 'rotate' })
    server.folder(1).statements = before
    expect((await openFolder(ada)).trust).toMatchObject({ type: 'alarm', alarm: { type: 'rollback' } })
    await codeOf(createFolder(ada, 'New'))
    server.folder(2).statements = []
    vi.spyOn(server, 'getRoster').mockReturnValue({ statements: [], keys: [], generations: [], leaving: [] })
    expect((await openFolder(ada, 2)).trust).toMatchObject({ type: 'alarm', alarm: { type: 'withheld' } })
  })

  it('is not sent again behind an alarm', async () => {
    const trust = adaWithFlakyLine()
    const folder = await openFolder(trust)
    nextOutcome = 'unsent'
    await codeOf(trust.change(folder, { type: 'rotate' }))
    server.folder(1).title = 'Other'
    expect(await codeOf(ada.sendAgain(await openFolder(ada)))).toBe('folder-not-trusted')
  })

  it('is settled by another statement in its place', async () => {
    await addPerson(ada, 'ben', 'owner')
    const ben = await benAccepts()
    const trust = adaWithFlakyLine()
    const folder = await openFolder(trust)
    nextOutcome = 'unsent'
    await codeOf(trust.change(folder, { type: 'rotate' }))
    await ben.change(await openFolder(ben), { type: 'title', title: 'Taxes' })
    await markCompared(ada, 'ben')
    expect(await openFolder(ada)).toMatchObject({ unconfirmed: null, trust: { type: 'trusted' } })
  })

  it('that was given up and appears all the same is asked about, not taken for one’s own', async () => {
    const trust = adaWithFlakyLine()
    const folder = await openFolder(trust)
    nextOutcome = 'unsent'
    await codeOf(trust.change(folder, addEdit('ben'), publicKeysOf('ben')))
    const seen = await openFolder(ada)
    await ada.giveUp(seen)
    expect((await openFolder(ada)).unconfirmed).toBeNull()
    const held = seen.unconfirmed?.change
    if (!held) throw new Error('nothing was kept')
    await server.changeRoster(1, 1, held)
    const shown = await openFolder(ada)
    expect(shown.trust).toMatchObject({ type: 'unsure', signer: { fp: pairs.ada.fp, isCompared: true } })
    expect(await codeOf(ada.change(shown, { type: 'rotate' }))).toBe('folder-not-trusted')
    await ada.accept(shown)
    expect((await openFolder(ada)).trust).toEqual({ type: 'trusted' })
  })

  it('is not settled by what an alarm shows', async () => {
    const trust = adaWithFlakyLine()
    const folder = await openFolder(trust)
    nextOutcome = 'unsent'
    await codeOf(trust.change(folder, { type: 'rotate' }))
    const stored = server.folder(1)
    stored.title = 'Other'
    expect((await openFolder(ada)).trust.type).toBe('alarm')
    stored.title = 'Tax'
    expect((await openFolder(ada)).unconfirmed?.change).toBeDefined()
    expect((await openFolder(ada)).unconfirmed?.change).not.toBeNull()
  })
})

describe('a server that was restored, and went on with owners', () => {
  /** Ada has accepted what Ben’s statement follows; the server forgets hers, and Ben’s stands in its place. */
  async function createForkedFolder() {
    const memory = new ModelMemory()
    const ada = trustOf('ada', { memory })
    await createFolder(ada)
    await addPerson(ada, 'ben', 'owner')
    const ben = await benAccepts()
    const seen = await openFolder(ben)
    const before = structuredClone(server.folder(1))
    await ada.change(await openFolder(ada), { type: 'title', title: 'Seen' })
    await openFolder(ada)
    Object.assign(server.folder(1), before)
    await ben.change(seen, { type: 'title', title: 'Other' })
    return { ada, memory }
  }

  it('is unsure where the newest of them was not compared', async () => {
    const { ada, memory } = await createForkedFolder()
    const shown = await openFolder(ada)
    expect(shown.trust).toMatchObject({ alarm: { type: 'fork', consequences: { returning: [] } } })
    await ada.acceptOlder(shown)
    const unsure = { type: 'unsure', signer: { fp: pairs.ben.fp, isCompared: false } }
    for (const trust of [ada, trustOf('ada', { memory }), trustOf('ada')])
      expect((await openFolder(trust)).trust).toMatchObject(unsure)
    expect(await codeOf(ada.change(await openFolder(ada), { type: 'rotate' }))).toBe('folder-not-trusted')
    await markCompared(ada, 'ben')
    expect((await openFolder(ada)).trust).toEqual({ type: 'trusted' })
  })

  it('is trusted where they were compared', async () => {
    const { ada } = await createForkedFolder()
    await markCompared(ada, 'ben')
    await ada.acceptOlder(await openFolder(ada))
    expect((await openFolder(ada)).trust).toEqual({ type: 'trusted' })
  })

  it('is unsure, too, where nothing came since and the newest is of somebody who was not compared', async () => {
    const memory = new ModelMemory()
    const ada = trustOf('ada', { memory })
    await createFolder(ada)
    await addPerson(ada, 'ben', 'owner')
    const ben = await benAccepts()
    await ben.change(await openFolder(ben), { type: 'title', title: 'By ben' })
    await markCompared(ada, 'ben')
    const before = structuredClone(server.folder(1))
    await ada.change(await openFolder(ada), { type: 'title', title: 'Seen' })
    await openFolder(ada)
    Object.assign(server.folder(1), before)
    await ada.contacts.change(withoutPerson(pairs.ben.fp))
    await ada.acceptOlder(await openFolder(ada))
    expect((await openFolder(ada)).trust).toMatchObject({ type: 'unsure', signer: { name: 'ben' } })
  })
})

describe('another window of the same browser', () => {
  it('that saw a later statement while an answer was on its way is no alarm', async () => {
    const memory = new ModelMemory()
    const ada = trustOf('ada', { memory })
    await createFolder(ada)
    for (const at of [2, 3, 4]) {
      let calls = 0
      const turn = async () => {
        if (++calls !== at) return
        const other = trustOf('ada', { memory })
        await other.change(await openFolder(other), { type: 'rotate' })
        await openFolder(other)
      }
      const slow = trustOf('ada', { memory, turn })
      expect((await openFolder(slow)).trust).toEqual({ type: 'trusted' })
    }
    expect((await openFolder(ada)).roster?.statements).toHaveLength(4)
  })
})

describe('what is signed', () => {
  it('follows all that this device has seen, whatever the window was shown', async () => {
    const memory = new ModelMemory()
    const ada = trustOf('ada', { memory })
    await createFolder(ada)
    await addPerson(ada, 'ben', 'owner')
    const shown = await openFolder(ada)
    expect(await ada.isNewest(shown)).toBe(true)
    const ben = await benAccepts()
    await ben.change(await openFolder(ben), { type: 'rotate' })
    // Another window has seen it, who signed is not compared, so it is in no contacts.
    await openFolder(trustOf('ada', { memory }))
    expect(await ada.isNewest(shown)).toBe(false)
    const sent = server.arrived.length
    expect(await codeOf(ada.change(shown, addEdit('cyd'), publicKeysOf('cyd')))).toBe('rosterMoved')
    expect(server.arrived).toHaveLength(sent)
  })
})

describe('a person’s next key pair', () => {
  it('goes into their folders with the transaction that installs it, and what they remember with it', async () => {
    const memory = new ModelMemory()
    const ada = trustOf('ada', { memory })
    await createFolder(ada)
    await addPerson(ada, 'ben')
    await markCompared(ada, 'ben')
    const moved = await ada.prepareKeyChange(sparePair, [await openFolder(ada)])
    await server.install(1, sparePair.spkiB64, moved)
    await moved.remember()
    const next = trustOf('ada', { memory, pair: sparePair })
    const folder = await openFolder(next)
    expect(folder.trust).toEqual({ type: 'trusted' })
    expect(generationNumbers(folder)).toEqual([2, 1])
    expect(folder.contacts.people.map(({ name }) => name)).toEqual(['ben'])
    expect((await openFolder(trustOf('ada', { pair: sparePair }))).trust).toEqual({ type: 'trusted' })
    // The device has seen under the new key what it had seen under the old one.
    server.folder(1).statements.pop()
    expect((await openFolder(next)).trust).toMatchObject({ alarm: { type: 'rollback' } })
  })

  it('is not let in by a statement beside one that another window has signed', async () => {
    const memory = new ModelMemory()
    const ada = trustOf('ada', { memory })
    await createFolder(ada)
    await addPerson(ada, 'ben')
    const planned = await openFolder(ada)
    vi.spyOn(server, 'changeRoster').mockRejectedValueOnce(refusal('rosterMoved', 409))
    const other = trustOf('ada', { memory })
    expect(await codeOf(other.change(await openFolder(other), { type: 'remove', fp: pairs.ben.fp }))).toBe(
      'rosterMoved',
    )
    expect(await codeOf(ada.prepareKeyChange(sparePair, [planned]))).toBe('change-unconfirmed')
  })

  it('is not let in by a statement beside one that is signed while it is made', async () => {
    const memory = new ModelMemory()
    const ada = trustOf('ada', { memory })
    await createFolder(ada)
    await addPerson(ada, 'ben')
    const planned = await openFolder(ada)
    const other = trustOf('ada', { memory })
    const theirs = await openFolder(other)
    vi.spyOn(server, 'changeRoster').mockRejectedValueOnce(refusal('rosterMoved', 409))
    const sign = ada.sign.bind(ada)
    vi.spyOn(ada, 'sign').mockImplementation(async (...args) => {
      const change = await sign(...args)
      await codeOf(other.change(theirs, { type: 'remove', fp: pairs.ben.fp }))
      return change
    })
    expect(await codeOf(ada.prepareKeyChange(sparePair, [planned]))).toBe('change-unconfirmed')
  })

  it('is not let in where more was seen since it was planned, and a server that hides that is noticed', async () => {
    const memory = new ModelMemory()
    const ada = trustOf('ada', { memory })
    await createFolder(ada)
    await addPerson(ada, 'ben')
    const planned = await openFolder(ada)
    const before = [...server.folder(1).statements]
    const other = trustOf('ada', { memory })
    await other.change(await openFolder(other), { type: 'remove', fp: pairs.ben.fp })
    expect(await codeOf(ada.prepareKeyChange(sparePair, [planned]))).toBe('rosterMoved')
    server.folder(1).statements = before
    expect(await codeOf(ada.prepareKeyChange(sparePair, [planned]))).toBe('folder-not-trusted')
  })

  it('goes on with the history that this device has seen, where another was signed on', async () => {
    const memory = new ModelMemory()
    const ada = trustOf('ada', { memory })
    await createFolder(ada)
    await addPerson(ada, 'ben')
    const moved = await ada.prepareKeyChange(sparePair, [await openFolder(ada)])
    const stored = structuredClone(server.folder(1))
    // Another window is shown another history meanwhile.
    const other = trustOf('ada', { memory })
    await other.change(await openFolder(other), { type: 'remove', fp: pairs.ben.fp })
    await openFolder(other)
    const seen = server.folder(1).statements
    server.folders.set(1, stored)
    server.contacts.set(1, { n: moved.contacts.n - 1, sealed: null })
    await server.install(1, sparePair.spkiB64, moved)
    await moved.remember()
    expect(memory.records.get(sparePair.fp)?.rosters[stored.folder]).toEqual(seen)
    const next = trustOf('ada', { memory, pair: sparePair })
    expect((await openFolder(next)).trust).toMatchObject({ type: 'alarm', alarm: { type: 'fork' } })
  })

  it('of a member is an owner’s to let in, in the place of the former', async () => {
    const ada = trustOf('ada')
    await createFolder(ada)
    await addPerson(ada, 'ben')
    server.keys.add(sparePair.spkiB64)
    const edit = addEdit('ben', 'member', sparePair)
    await ada.change(await openFolder(ada), edit, new Map([[sparePair.fp, sparePair.publicKey]]))
    expect(generationNumbers(await openFolder(trustOf('ben', { pair: sparePair })))).toEqual([2, 1])
    expect((await openFolder(trustOf('ben'))).trust).toMatchObject({ alarm: { type: 'other-key' } })
  })
})

describe('a folder that is forgotten', () => {
  it('is missed no more, and where it comes back in an older state it is an alarm', async () => {
    const ada = trustOf('ada')
    await createFolder(ada)
    await addPerson(ada, 'ben')
    await ada.change(await openFolder(ada), { type: 'remove', fp: pairs.ben.fp })
    const { folder } = await openFolder(ada)
    await ada.forget(folder)
    const contacts = await ada.contacts.load()
    expect(await ada.missing(contacts, [])).toEqual([])
    expect((await openFolder(ada)).trust).toEqual({ type: 'trusted' })
    await ada.forget(folder)
    server.folder(1).statements.pop()
    expect((await openFolder(ada)).trust).toMatchObject({ type: 'alarm', alarm: { type: 'rollback' } })
  })
})

describe('the code of a person', () => {
  const { fp } = pairs.ada
  it('is read as it was written, with blanks around it and dots in the name', () => {
    expect(readPersonCode(personCode({ name: 'ada', fp }))).toEqual({ name: 'ada', fp })
    expect(readPersonCode(`  a.da.${fp}\n`)).toEqual({ name: 'a.da', fp })
    expect(readPersonCode(`Mu\u0308ller.${fp}`)).toEqual({ name: 'M\u00fcller', fp })
  })

  it.each(['', fp, `.${fp}`, `ada.${fp}x`, `ada.${fp.slice(1)}`, `ada ${fp}`, `ada.${fp.slice(0, -1)}F`])(
    'is not %s',
    (text) => {
      expect(readPersonCode(text)).toBeNull()
    },
  )
})
