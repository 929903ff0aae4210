import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RosterMember, SignedStatement, Statement } from '../../../../contract/roster.ts'
import {
  generateFolderId,
  importRecipientKey,
  newGeneration,
  sealContacts,
  sealGrant,
  signStatement,
  statementHash,
} from '../../../../core/crypto/index.ts'
import { ContactsAlarm } from '../../../../core/trust/contactsAlarm.ts'
import { emptyContacts, withPerson } from '../../../../core/trust/contactsChanges.ts'
import { isTrustedFolder, Trust } from '../../../../core/trust/trust.ts'
import {
  ModelServer,
  newestStatement,
  parseStatement,
  refusal,
  type StoredFolder,
} from '../../../src/trust/modelServer.ts'
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
} from '../people.ts'

/** The key of whoever runs the server. */
const mallory: UnlockedPair = await newPair()

/** A server that does with everything it keeps what it likes; whatever is signed was signed by people, or by itself. */
let server: ModelServer
let adaMemory: ModelMemory
let ada: Trust
let ben: Trust

beforeEach(async () => {
  vi.restoreAllMocks()
  useSmallFolderKeys()
  skipWaiting()
  server = new ModelServer()
  for (const { spkiB64 } of [...Object.values(pairs), mallory]) server.keys.add(spkiB64)
  adaMemory = new ModelMemory()
  ada = trustOf('ada', adaMemory)
  ben = trustOf('ben')
  await createFolder(ada, 'Tax')
  await markCompared(ada, 'ben')
  await markCompared(ben, 'ada')
  await changeRoster(ada, { type: 'add', person: member('ben', 'owner') })
  await ben.accept(await openFolder(ben))
  await changeRoster(ada, { type: 'add', person: member('cyd') })
  await openFolder(ben)
})

const trustOf = (name: PersonName, memory = new ModelMemory()) =>
  new Trust(personOf(name), { calls: server.calls(userIds[name]), memory, now: server.now })
const createFolder = (trust: Trust, title: string) =>
  trust.createFolder(title, (first) => Promise.resolve(server.create(first)))
const markCompared = (trust: Trust, name: PersonName) =>
  trust.contacts.change(withPerson({ user: userIds[name], name, fp: pairs[name].fp }))
const member = (name: PersonName, role: RosterMember['role'] = 'member'): RosterMember => ({
  user: userIds[name],
  name,
  fp: pairs[name].fp,
  role,
})
const openFolder = (trust: Trust, id = 1) => trust.open(server.claim(id))
const publicKeys = new Map(Object.values(pairs).map(({ fp, publicKey }) => [fp, publicKey]))
const changeRoster = async (trust: Trust, edit: Parameters<Trust['change']>[1], id = 1) =>
  trust.change(await openFolder(trust, id), edit, publicKeys)

const storedFolder = () => server.folder(1)
const copyOf = (folder: StoredFolder) => structuredClone(folder)
const serveFolder = (folder: StoredFolder) => server.folders.set(folder.id, folder)

/** What follows the newest statement, as somebody likes it, signed with their key. */
async function nextStatement(
  change: Partial<Statement>,
  pair: UnlockedPair,
  folder = storedFolder(),
): Promise<SignedStatement> {
  const last = folder.statements.at(-1)
  if (!last) throw new Error('nothing to follow')
  const before = parseStatement(last)
  return signStatement(pair.signingKey, {
    ...before,
    seq: before.seq + 1,
    prev: await statementHash(last),
    at: server.now(),
    ...change,
  })
}

/** Nothing opens, nobody can do anything, and this is what the person is told. */
async function expectAlarm(trust: Trust, alarm: object, id = 1): Promise<void> {
  const folder = await openFolder(trust, id)
  expect(folder.trust).toMatchObject({ type: 'alarm', alarm })
  expect(folder.generations).toEqual([])
  expect(folder.grants.size).toBe(0)
  await expectRefusesWork(trust, id)
}

async function expectRefusesWork(trust: Trust, id = 1): Promise<void> {
  const folder = await openFolder(trust, id)
  expect(isTrustedFolder(folder.trust)).toBe(false)
  const sent = server.arrived.length
  const refused = { fault: { code: 'folder-not-trusted' } }
  await expect(trust.change(folder, { type: 'rotate' }, publicKeys)).rejects.toMatchObject(refused)
  await expect(trust.prepareKeyChange(mallory, [folder])).rejects.toMatchObject(refused)
  await expect(trust.accept(folder)).rejects.toMatchObject(refused)
  expect(server.arrived).toHaveLength(sent)
}

const withMallory = (members: readonly RosterMember[]): RosterMember[] => [
  ...members,
  { user: 9, name: 'Mallory', fp: mallory.fp, role: 'owner' },
]

describe('a server that lies', () => {
  it('cannot add a ghost, under whichever name it signs', async () => {
    const { members } = newestStatement(storedFolder())
    for (const actor of [1, 2, 3, 9]) {
      const folder = copyOf(storedFolder())
      folder.statements.push(await nextStatement({ members: withMallory(members), actor }, mallory))
      serveFolder(folder)
      const problem = actor === 1 || actor === 2 ? 'signature' : 'actor'
      await expectAlarm(ada, { type: 'broken', broken: { problem, seq: 4 } })
      folder.statements.pop()
    }
  })

  it('cannot give the name and id of somebody compared to its own key', async () => {
    const folder = copyOf(storedFolder())
    const members = [member('ada', 'owner'), { ...member('ben', 'owner'), fp: mallory.fp }, member('cyd')]
    folder.statements.push(await nextStatement({ members, actor: 2 }, mallory))
    serveFolder(folder)
    await expectAlarm(ada, { type: 'broken' })
  })

  it('cannot turn a member into an owner, with the member’s help', async () => {
    const members = newestStatement(storedFolder()).members.map((one) => ({ ...one, role: 'owner' as const }))
    for (const [actor, problem] of [
      [3, 'actor'],
      [1, 'signature'],
    ] as const) {
      const folder = copyOf(storedFolder())
      folder.statements.push(await nextStatement({ members, actor }, pairs.cyd))
      serveFolder(folder)
      await expectAlarm(ada, { type: 'broken', broken: { problem, seq: 4 } })
      await expectAlarm(ben, { type: 'broken' })
      folder.statements.pop()
    }
  })

  it('cannot exchange the folder’s key: the generation stays shut, and is given to nobody', async () => {
    const { folder } = storedFolder()
    const swapped = await newGeneration({ folder, gen: 1 })
    const generation = storedFolder().generations[0]
    if (!generation) throw new Error('no generation')
    const own = await importRecipientKey(pairs.ada.publicKey)
    generation.sealed_private = swapped.sealedPrivate
    storedFolder().grants = [
      { user: 1, gen: 1, grant: await sealGrant(own, { folder, gen: 1 }, swapped.secret) },
    ]
    const shown = await openFolder(ada)
    expect(shown.generations).toEqual([])
    expect(shown.closed).toEqual([{ gen: 1, problem: 'exchanged' }])
    const edit = { type: 'remove', fp: pairs.cyd.fp } as const
    await changeRoster(ada, edit)
    await expect(changeRoster(ada, { type: 'add', person: member('cyd') })).rejects.toMatchObject({
      fault: { code: 'generation-closed' },
    })
    expect((await openFolder(ada)).generations.map(({ gen }) => gen)).toEqual([2])
  })

  it('cannot replay a grant of another folder, generation or person', async () => {
    await createFolder(ada, 'Other')
    await changeRoster(ada, { type: 'rotate' })
    const [first] = storedFolder().grants.filter(({ user, gen }) => user === 1 && gen === 1)
    const [second] = storedFolder().grants.filter(({ user, gen }) => user === 1 && gen === 2)
    const [foreign] = server.folder(2).grants
    const [bens] = storedFolder().grants.filter(({ user, gen }) => user === 2 && gen === 2)
    if (!first || !second || !foreign || !bens) throw new Error('no grants')
    for (const { grant } of [first, foreign, bens]) {
      const folder = copyOf(storedFolder())
      const others = folder.grants.filter(({ user, gen }) => user !== 1 || gen !== 2)
      folder.grants = [...others, { user: 1, gen: 2, grant }]
      const before = storedFolder()
      serveFolder(folder)
      const shown = await openFolder(ada)
      expect(shown.closed).toEqual([{ gen: 2, problem: 'exchanged' }])
      expect(shown.generations.map(({ gen }) => gen)).toEqual([1])
      serveFolder(before)
    }
  })

  it('cannot hold a grant back without its being seen', async () => {
    storedFolder().grants = storedFolder().grants.filter(({ user }) => user !== 1)
    expect((await openFolder(ada)).closed).toEqual([{ gen: 1, problem: 'withheld' }])
    const title = { type: 'add', person: { ...member('cyd'), fp: mallory.fp } } as const
    const more = new Map([...publicKeys, [mallory.fp, mallory.publicKey]])
    await expect(ada.change(await openFolder(ada), title, more)).rejects.toMatchObject({
      fault: { code: 'generation-closed' },
    })
  })

  it('cannot show two histories to one device', async () => {
    const before = copyOf(storedFolder())
    await changeRoster(ben, { type: 'title', title: 'Ben’s' })
    await openFolder(ada)
    serveFolder(before)
    before.statements.push(await nextStatement({ title: 'Other' }, pairs.ben, before))
    before.statements.splice(
      3,
      1,
      await nextStatement({ title: 'Other', actor: 2 }, pairs.ben, truncated(before, 3)),
    )
    before.title = 'Other'
    await expectAlarm(ada, { type: 'fork' })
  })

  it('cannot show two histories to two devices of one person, nor two windows at once', async () => {
    const before = copyOf(storedFolder())
    const phone = trustOf('ada')
    const deskToo = trustOf('ada', adaMemory)
    const claimed = { ...server.claim(1), title: 'Ben’s' }
    before.statements.push(await nextStatement({ title: 'Ben’s', actor: 2, at: server.now() }, pairs.ben))
    await changeRoster(ben, { type: 'title', title: 'Ben’s' })
    const [honest, other] = [
      server.getRoster(1, 1),
      { ...server.getRoster(1, 1), statements: before.statements },
    ]
    const getRoster = vi.spyOn(server, 'getRoster')
    for (const second of [phone, deskToo]) {
      getRoster.mockImplementationOnce(() => honest).mockImplementation(() => other)
      const [one, two] = await Promise.all([ada.open(claimed), second.open(claimed)])
      expect([one, two].filter(({ trust }) => trust.type === 'trusted').length).toBeLessThan(2)
      expect([one, two].map(({ trust }) => trust)).toContainEqual(
        expect.objectContaining({
          type: 'alarm',
          alarm: expect.objectContaining({ type: 'fork' }) as unknown,
        }),
      )
    }
  })

  it('cannot roll back on a device that saw more', async () => {
    const before = copyOf(storedFolder())
    await changeRoster(ada, { type: 'remove', fp: pairs.cyd.fp })
    await openFolder(ada)
    const contacts = { ...server.contactsOf(1) }
    serveFolder(before)
    await expectAlarm(ada, {
      type: 'rollback',
      consequences: { returning: [{ name: 'cyd', fp: pairs.cyd.fp }] },
    })
    expect(server.contactsOf(1)).toEqual(contacts)
  })

  it('cannot roll back after a new sign-in', async () => {
    const before = copyOf(storedFolder())
    await changeRoster(ada, { type: 'remove', fp: pairs.cyd.fp })
    await openFolder(ada)
    serveFolder(before)
    const fresh = trustOf('ada')
    await expectAlarm(fresh, { type: 'rollback', seen: null, consequences: null })
    await expect(fresh.acceptOlder(await openFolder(fresh))).rejects.toMatchObject({
      fault: { code: 'folder-not-trusted' },
    })
  })

  it('cannot exchange the titles of two folders', async () => {
    await createFolder(ada, 'Public')
    await openFolder(ada, 2)
    storedFolder().title = 'Public'
    server.folder(2).title = 'Tax'
    await expectAlarm(ada, { type: 'title', shown: 'Public', signed: 'Tax' })
    await expectAlarm(ada, { type: 'title', shown: 'Tax', signed: 'Public' }, 2)
  })

  it('cannot show one folder for another', async () => {
    await createFolder(ada, 'Tax')
    await openFolder(ada, 2)
    server.folder(2).folder = storedFolder().folder
    await expectAlarm(ada, { type: 'exchanged' }, 2)
  })

  it('cannot withhold the roster of a folder that is known', async () => {
    storedFolder().statements.splice(0)
    vi.spyOn(server, 'getRoster').mockReturnValue({ statements: [], keys: [], generations: [], leaving: [] })
    await expectAlarm(ada, { type: 'withheld' })
    await expectAlarm(trustOf('ada'), { type: 'withheld' })
  })

  it('cannot withhold it by saying that there is none', async () => {
    vi.spyOn(server, 'getRoster').mockImplementation(() => {
      throw refusal('folderNotFound', 404)
    })
    await expectAlarm(ada, { type: 'withheld' })
    await expectAlarm(trustOf('ada'), { type: 'withheld' })
  })

  it('cannot show it as a folder of one person alone', async () => {
    const { folder } = storedFolder()
    const isInPlace = (title: string, ...listed: string[]) =>
      ada.isInPlaceOfShared(title, () => Promise.resolve(listed))
    expect(await isInPlace('Tax')).toBe(true)
    // What nobody can tell apart is one title.
    for (const alike of ['Tax ', ' tax', 'Ta\u0078', 'Tax\u00a0']) expect(await isInPlace(alike)).toBe(true)
    expect(await isInPlace('Of one person')).toBe(false)
    // Both are there: two folders may have one title.
    expect(await isInPlace('Tax', folder)).toBe(false)
    await ada.forget(folder)
    expect(await isInPlace('Tax')).toBe(false)
  })

  it('cannot show a removal behind another alarm, and take it back', async () => {
    const before = copyOf(storedFolder())
    await changeRoster(ada, { type: 'remove', fp: pairs.cyd.fp })
    const stale = await ben.open({ ...server.claim(1), title: 'Another' })
    expect(stale.trust).toMatchObject({ type: 'alarm', alarm: { type: 'title' } })
    serveFolder(before)
    await expectAlarm(ben, { type: 'rollback' })
  })

  it('cannot withhold the keys that verify it, and a device still knows what it saw', async () => {
    server.keys.clear()
    await expectAlarm(ada, { type: 'broken', broken: { problem: 'signature', seq: 1 } })
  })

  it('cannot invent a folder for a newcomer who would trust it', async () => {
    const invented = await inventFolderFor('cyd')
    const cyd = trustOf('cyd')
    const shown = await openFolder(cyd, invented)
    expect(shown.trust).toMatchObject({ type: 'invitation', signer: { name: 'ada', isCompared: false } })
    await expectRefusesWork(cyd, invented)
    // Nor where the real Ada was compared: the key is another.
    await markCompared(cyd, 'ada')
    expect((await openFolder(cyd, invented)).trust).toMatchObject({ signer: { isCompared: false } })
    await expectRefusesWork(cyd, invented)
  })

  it('cannot leave somebody out, or name them with its own key', async () => {
    const folder = copyOf(storedFolder())
    folder.statements.splice(1)
    vi.spyOn(server, 'getRoster').mockReturnValue({
      ...server.getRoster(1, 1),
      statements: folder.statements,
    })
    await expectAlarm(trustOf('cyd'), { type: 'not-named' })
  })
})

const truncated = (folder: StoredFolder, length: number): StoredFolder => ({
  ...folder,
  statements: folder.statements.slice(0, length),
})

/** A folder of the server's own that calls its maker Ada. @returns its number */
async function inventFolderFor(name: PersonName): Promise<number> {
  const folder = generateFolderId()
  const { secret, sealedPrivate, fingerprint: key } = await newGeneration({ folder, gen: 1 })
  const fake = { ...member('ada', 'owner'), fp: mallory.fp }
  const first: Statement = {
    v: 1,
    folder,
    title: 'Welcome',
    seq: 1,
    prev: null,
    gen: 1,
    key,
    members: [fake],
    actor: 1,
    at: server.now(),
  }
  const made: StoredFolder = {
    id: 7,
    title: 'Welcome',
    folder,
    statements: [await signStatement(mallory.signingKey, first)],
    generations: [{ gen: 1, sealed_private: sealedPrivate, since: server.now() }],
    grants: [],
    leaving: new Set(),
  }
  made.statements.push(await nextStatement({ members: [fake, member(name, 'owner')] }, mallory, made))
  const grant = await sealGrant(await importRecipientKey(pairs[name].publicKey), { folder, gen: 1 }, secret)
  made.grants.push({ user: userIds[name], gen: 1, grant })
  serveFolder(made)
  return made.id
}

describe('what a person remembers, given back by a server that lies', () => {
  const expectRefusal = async (trust: Trust, problem: string) => {
    const error = await openFolder(trust).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ContactsAlarm)
    expect(error).toMatchObject({ problem })
  }

  it('opens nothing where it is withheld, older, other, or of somebody else', async () => {
    const kept = { ...server.contactsOf(1) }
    server.contacts.delete(1)
    await expectRefusal(ada, 'older')
    server.contacts.set(1, { n: 1, sealed: await sealContacts(pairs.ada.root, { ...emptyContacts, n: 1 }) })
    await expectRefusal(ada, 'older')
    server.contacts.set(1, {
      ...kept,
      sealed: await sealContacts(pairs.ada.root, { ...emptyContacts, n: kept.n }),
    })
    await expectRefusal(ada, 'other')
    server.contacts.set(1, { ...server.contactsOf(2) })
    await expectRefusal(ada, 'altered')
    server.contacts.set(1, kept)
    expect((await openFolder(ada)).trust).toEqual({ type: 'trusted' })
  })

  it('withheld from a new device, makes nothing trusted that others have signed', async () => {
    server.contacts.delete(2)
    const fresh = trustOf('ben')
    expect((await openFolder(fresh)).trust.type).toBe('invitation')
    await expectRefusesWork(fresh)
  })
})

describe('a server that was honestly restored', () => {
  it('is taken as it is, on the device that saw more, and the folder goes on from there', async () => {
    const before = copyOf(storedFolder())
    await changeRoster(ben, { type: 'remove', fp: pairs.cyd.fp })
    await openFolder(ada)
    serveFolder(before)
    const shown = await openFolder(ada)
    expect(shown.trust).toMatchObject({ alarm: { type: 'rollback' } })
    await ada.acceptOlder(shown)
    expect((await openFolder(ada)).trust).toEqual({ type: 'trusted' })
    await changeRoster(ada, { type: 'rotate' })
    // Ben’s device saw the removal; what came since is signed by Ada, whose rights it left alone.
    const bens = await openFolder(ben)
    expect(bens.trust).toMatchObject({
      alarm: { type: 'fork', consequences: { returning: [{ name: 'cyd' }] } },
    })
  })
})
