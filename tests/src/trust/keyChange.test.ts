import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RosterMember } from '../../../contract/roster.ts'
import { openContacts } from '../../../core/crypto/index.ts'
import { dropAllKeys } from '../../../src/session/unlockedKey.ts'
import { store } from '../../../src/store/store.ts'
import { withoutPerson, withPerson } from '../../../core/trust/contactsChanges.ts'
import { trustOf } from '../../../src/trust/trustService.ts'
import {
  trustDataForNextKey,
  affectsNothing,
  planKeyChange,
  isSamePlan,
  unsignedConsequence,
} from '../../../src/trust/keyChange.ts'
import { type EvaluatedFolder, Trust } from '../../../core/trust/trust.ts'
import { ModelServer, newestStatement, refusal } from './modelServer.ts'
import {
  ModelMemory,
  newPair,
  type UnlockedPair,
  pairs,
  personOf,
  useSmallFolderKeys,
} from '../../core/trust/people.ts'
import { listedFolder, signIn, unlockedKeyOf } from './signedIn.ts'

/** Of one person from then on. */
const nextPair = await newPair()
/** And now: another each time, since what a device remembers hangs on it. */
let ownPair: UnlockedPair
let server: ModelServer

beforeEach(async () => {
  ownPair = await newPair()
  useSmallFolderKeys()
  server = new ModelServer()
  for (const { spkiB64 } of [...Object.values(pairs), ownPair]) server.keys.add(spkiB64)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  dropAllKeys()
})

const me = { id: 2, name: 'ben' }
const nextKey = () => ({ fp: nextPair.fp, root: nextPair.root, publicKey: nextPair.publicKey })
const planFor = (pair: UnlockedPair | null) => store.dispatch(planKeyChange(pair && unlockedKeyOf(pair)))

/** Ben's own folder, as his page makes it. */
async function createFolder(title: string) {
  const trust = store.dispatch(trustOf(unlockedKeyOf(ownPair)))
  await trust.createFolder(title, (first) => Promise.resolve(server.create(first)))
  return trust
}

const addEdit = (pair: UnlockedPair, user: number, name: string, role: 'owner' | 'member') =>
  [{ type: 'add', person: { user, name, fp: pair.fp, role } }, new Map([[pair.fp, pair.publicKey]])] as const

async function addAda(trust: Trust, id: number, role: 'owner' | 'member') {
  await trust.contacts.change(withPerson({ user: 1, name: 'ada', fp: pairs.ada.fp }))
  await trust.change(await trust.open(server.claim(id)), ...addEdit(pairs.ada, 1, 'ada', role))
}

/** A folder of Ada's, in which Ben is a member. */
async function createFolderOfAda(title: string) {
  const ports = { calls: server.calls(1), memory: new ModelMemory(), now: server.now }
  const ada = new Trust(personOf('ada'), ports)
  const id = await ada.createFolder(title, (first) => Promise.resolve(server.create(first)))
  await ada.change(await ada.open(server.claim(id)), ...addEdit(ownPair, 2, 'ben', 'member'))
}

describe('what is at stake', () => {
  it('is nothing for whoever shares nothing', async () => {
    signIn(server, me)
    for (const key of [ownPair, null]) {
      const planned = await planFor(key)
      expect(affectsNothing(planned)).toBe(true)
      expect(planned.forgetsPeople).toBe(false)
    }
  })

  it('is no folder that the person owns, while the key is open; a member waits for an owner', async () => {
    signIn(server, me)
    await createFolderOfAda('Theirs')
    await createFolder('Mine')
    const planned = await planFor(ownPair)
    expect(planned).toMatchObject({ kept: ['Mine'], waiting: ['Theirs'], lost: [], forgetsPeople: false })
    expect(planned.moving.map(({ id }) => id)).toEqual([2])
  })

  it('is what only the lost key opens: gone where nobody else owns it', async () => {
    signIn(server, me)
    await createFolder('Alone')
    await addAda(await createFolder('With Ada'), 2, 'owner')
    await addAda(await createFolder('With a member'), 3, 'member')
    const planned = await planFor(null)
    expect(planned.waiting).toEqual(['With Ada'])
    expect(planned.lost).toEqual(['Alone', 'With a member'])
    expect(planned).toMatchObject({ moving: [], kept: [], forgetsPeople: true })
  })

  it('may be a folder in the trash, where nothing is signed', async () => {
    signIn(server, me, (call) =>
      call === 'GET /api/folders/trash'
        ? [{ id: 9, title: 'Deleted', file_count: 1, total_size: 1, deleted_at: '', erased_at: '' }]
        : undefined,
    )
    const planned = await planFor(null)
    expect(planned).toMatchObject({ trashed: ['Deleted'], moving: [], lost: [] })
    expect(affectsNothing(planned)).toBe(false)
    expect(isSamePlan(planned, { ...planned, trashed: [] })).toBe(false)
  })

  it('is no folder that is not as the person has left it: nothing is signed there', async () => {
    signIn(server, me)
    const trust = await createFolder('Mine')
    await addAda(trust, 1, 'owner')
    server.folder(1).statements.pop()
    expect(await planFor(ownPair)).toMatchObject({ moving: [], kept: [], lost: ['Mine'] })
  })

  it('is no folder that somebody has changed whom the person has not compared', async () => {
    signIn(server, me)
    const trust = await createFolder('Mine')
    await addAda(trust, 1, 'owner')
    await trust.contacts.change(withoutPerson(pairs.ada.fp))
    const ports = { calls: server.calls(1), memory: new ModelMemory(), now: server.now }
    const ada = new Trust(personOf('ada'), ports)
    await ada.contacts.change(withPerson({ user: 2, name: 'ben', fp: ownPair.fp }))
    await ada.accept(await ada.open(server.claim(1)))
    await ada.change(await ada.open(server.claim(1)), { type: 'rotate' })
    expect(await planFor(ownPair)).toMatchObject({ moving: [], kept: [], waiting: ['Mine'] })
  })

  it('is a folder that the person knows and the server hides: it is named, and nothing is signed there', async () => {
    signIn(server, me)
    await addAda(await createFolder('Payroll'), 1, 'owner')
    await createFolder('Mine')
    signIn(server, me, (call) =>
      call.startsWith('GET /api/folders/') && !/\d/.test(call) ? [listedFolder(server, 2, 2)] : undefined,
    )
    const planned = await planFor(ownPair)
    expect(planned).toMatchObject({ missing: ['Payroll'], kept: ['Mine'], forgetsPeople: false })
    expect(isSamePlan(planned, { ...planned, missing: [] })).toBe(false)
  })

  it('is a folder that opens, whatever role the list gives the person', async () => {
    signIn(server, me)
    await createFolder('Mine')
    signIn(server, me, (call) => {
      if (!call.startsWith('GET /api/folders/') || /\d/.test(call)) return undefined
      const listed = listedFolder(server, 2, 1)
      return [{ ...listed, several: listed.several && { ...listed.several, role: 'member' } }]
    })
    expect(await planFor(ownPair)).toMatchObject({ kept: ['Mine'], lost: [] })
  })

  it('is all that the person remembers, where the server gives it back otherwise', async () => {
    signIn(server, me)
    await addAda(await createFolder('Mine'), 1, 'owner')
    server.contacts.set(2, { n: 9, sealed: 'AAAA' })
    expect(await planFor(ownPair)).toMatchObject({ moving: [], waiting: ['Mine'], forgetsPeople: true })
  })

  it('is no folder that has let the next key in already', () => {
    const rosterWith = (members: RosterMember[]) => ({ members })
    const mine = { user: 2, name: 'ben', fp: 'old', role: 'owner' } as const
    const ada = { user: 1, name: 'ada', fp: 'ada' } as const
    expect(unsignedConsequence(rosterWith([{ ...mine, fp: 'new' }]), 2, 'new')).toBe('named')
    expect(unsignedConsequence(rosterWith([mine]), 2, 'new')).toBe('lost')
    expect(unsignedConsequence(rosterWith([mine, { ...ada, role: 'member' }]), 2, 'new')).toBe('lost')
    expect(unsignedConsequence(rosterWith([mine, { ...ada, role: 'owner' }]), 2, 'new')).toBe('waiting')
    expect(unsignedConsequence(null, 2, null)).toBe('lost')
  })
})

describe('a move to another key pair', () => {
  it('lets the new key into every folder of one’s own, with all that is remembered, in one go', async () => {
    signIn(server, me)
    await addAda(await createFolder('Mine'), 1, 'member')
    await createFolder('Other')
    const planned = await planFor(ownPair)
    const move = await store.dispatch(trustDataForNextKey(nextKey(), planned, unlockedKeyOf(ownPair)))
    expect(move?.rosters.map(({ folder_id }) => folder_id)).toEqual([1, 2])
    if (move) await server.install(2, nextPair.spkiB64, move)
    await move?.remember()

    dropAllKeys()
    const trust = store.dispatch(trustOf(unlockedKeyOf(nextPair)))
    for (const id of [1, 2]) {
      const folder: EvaluatedFolder = await trust.open(server.claim(id))
      expect(folder.trust).toEqual({ type: 'trusted' })
      expect(folder.generations.map(({ gen }) => gen)).toEqual([2, 1])
      expect(newestStatement(server.folder(id)).members.map(({ fp }) => fp)).not.toContain(ownPair.fp)
    }
    expect((await trust.contacts.load()).people.map(({ name }) => name)).toEqual(['ada'])
  })

  it('that comes after somebody else’s change is refused, and planned anew it goes through', async () => {
    signIn(server, me)
    const trust = await createFolder('Mine')
    const stale = await store.dispatch(
      trustDataForNextKey(nextKey(), await planFor(ownPair), unlockedKeyOf(ownPair)),
    )
    await addAda(trust, 1, 'member')
    if (!stale) throw new Error('nothing to move')
    await expect(server.install(2, nextPair.spkiB64, stale)).rejects.toEqual(refusal('rosterMoved', 409))

    const fresh = await store.dispatch(
      trustDataForNextKey(nextKey(), await planFor(ownPair), unlockedKeyOf(ownPair)),
    )
    if (!fresh) throw new Error('nothing to move')
    await server.install(2, nextPair.spkiB64, fresh)
    expect(
      newestStatement(server.folder(1))
        .members.map(({ fp }) => fp)
        .sort(),
    ).toEqual([nextPair.fp, pairs.ada.fp].sort())
  })

  it('that is tried again sends the very statements of the first time, and no others in their place', async () => {
    signIn(server, me)
    await createFolder('Mine')
    const key = unlockedKeyOf(ownPair)
    const move = async () =>
      store.dispatch(trustDataForNextKey(nextKey(), await store.dispatch(planKeyChange(key)), key))
    const first = await move()
    const second = await move()
    expect(second?.rosters).toEqual(first?.rosters)
  })

  it('signs nothing where the list shows one folder under two numbers', async () => {
    signIn(server, me)
    await createFolder('Mine')
    const planned = await planFor(ownPair)
    const [one] = planned.moving
    if (!one) throw new Error('nothing to move')
    const twice = { ...planned, moving: [one, { ...one, id: 1 }] }
    await expect(
      store.dispatch(trustDataForNextKey(nextKey(), twice, unlockedKeyOf(ownPair))),
    ).rejects.toMatchObject({
      fault: { code: 'folder-not-trusted' },
    })
  })

  it('without the key begins what is remembered anew, and signs nothing', async () => {
    signIn(server, me)
    await addAda(await createFolder('Mine'), 1, 'owner')
    const { n } = server.contactsOf(2)
    const move = await store.dispatch(trustDataForNextKey(nextKey(), await planFor(null), null))
    expect(move).toMatchObject({ rosters: [], contacts: { n: n + 1 } })
    const contacts = await openContacts(nextPair.root, move?.contacts.sealed ?? '')
    expect(contacts).toMatchObject({ n: n + 1, people: [], folders: [], own: [], pending: [] })
  })

  it('brings nothing along of somebody who remembers nothing', async () => {
    signIn(server, me)
    expect(await store.dispatch(trustDataForNextKey(nextKey(), await planFor(null), null))).toBeNull()
  })
})
