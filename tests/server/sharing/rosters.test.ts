import { beforeEach, describe, expect, inject, it } from 'vitest'
import type { CallResponse } from '../../../contract/call.ts'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { maxKeyStatements, maxRosterStatements } from '../../../contract/limits.ts'
import type { getRoster } from '../../../contract/schemas/sharing.ts'
import {
  changeFolder,
  signFirstRoster,
  reusePairs,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  nextChange,
  type Person,
  sendChange,
  removePerson,
} from '../people.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { startTestServer } from '../testServer.ts'

beforeEach(reusePairs)

type Roster = CallResponse<typeof getRoster>
const getRosterAs = async ({ browser }: Person, id: number): Promise<Roster> =>
  (await browser.get(`/api/folders/${id}/roster`)).json()
const getFolderAs = async ({ browser }: Person, id: number): Promise<Folder> =>
  (await browser.get(`/api/folders/${id}`)).json()

describe('a folder of several people is made', () => {
  it('with its first statement, its key for uploaders and its maker as owner', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const key = newKeyPair()
    const roster = signFirstRoster(anna, key)
    const folder = await anna.browser.createFolder({ title: 'Müller / Einspruch', roster })
    const fid = (JSON.parse(roster.statement) as { folder: string }).folder
    expect(folder.several).toEqual({ folder: fid, role: 'owner', people: 1, seq: 1, leaving: 0 })
    expect((await server.app.inject(`/api/upload/${folder.link_token}/public-key`)).json()).toEqual({
      public_key_spki: key.spki,
    })
    const { statement, signature, generation, grants } = roster
    expect(await getRosterAs(anna, folder.id)).toEqual({
      statements: [{ statement, signature }],
      keys: [anna.pair.spki],
      generations: [
        {
          gen: 1,
          sealed_private: assertDefined(generation).sealed_private,
          grant: grants[0]?.grant,
          since: expect.any(String) as string,
        },
      ],
      leaving: [],
    })
  })

  it('once, however often its answer was lost', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const payload = { title: 'Müller / Einspruch', roster: signFirstRoster(anna, newKeyPair()) }
    const replies = await Promise.all([1, 2, 3].map(() => anna.browser.post('/api/folders/', payload)))
    const again = await anna.browser.createFolder(payload)
    expect(replies.map((reply) => reply.json<Folder>().id)).toEqual([again.id, again.id, again.id])
    expect((await anna.browser.get('/api/folders/')).json()).toHaveLength(1)
  })

  it.each([
    [
      'another title than the folder’s',
      (anna: Person) => signFirstRoster(anna, newKeyPair(), { title: 'Other' }),
    ],
    [
      'another key than it names',
      (anna: Person) => signFirstRoster(anna, newKeyPair(), { key: newKeyPair().fp }),
    ],
    [
      'no owner',
      (anna: Person) => signFirstRoster(anna, newKeyPair(), { members: [memberOf(anna, 'member')] }),
    ],
    ['a later number', (anna: Person) => signFirstRoster(anna, newKeyPair(), { seq: 2 })],
    ['a later generation', (anna: Person) => signFirstRoster(anna, newKeyPair(), { gen: 2 })],
    ['no grant', (anna: Person) => ({ ...signFirstRoster(anna, newKeyPair()), grants: [] })],
    ['another’s hand', (anna: Person) => signFirstRoster({ ...anna, pair: newKeyPair() }, newKeyPair())],
  ])('not with %s: then there is no folder', async (_, make) => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const reply = await anna.browser.post('/api/folders/', {
      title: 'Müller / Einspruch',
      roster: make(anna),
    })
    expect([reply.statusCode, reply.json()]).toMatchObject([422, { code: 'rosterInvalid' }])
    expect((await anna.browser.get('/api/folders/')).json()).toEqual([])
  })

  it('not under the id of another one', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const { head } = await createSharedFolder(anna)
    const roster = signFirstRoster(bert, newKeyPair(), { folder: head.folder })
    const reply = await bert.browser.post('/api/folders/', { title: head.title, roster })
    expect([reply.statusCode, reply.json()]).toMatchObject([422, { code: 'rosterInvalid' }])
  })
})

describe('its people', () => {
  it('are let in with grants of every generation, and see all statements and keys', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    let shared = await createSharedFolder(anna)
    shared = await changeFolder(shared, anna, { key: newKeyPair() })
    const next = { members: [...shared.head.members, memberOf(bert, 'member')] }
    const sent = nextChange(shared, anna, next)
    expect(sent.grants.map(({ user, gen }) => [user, gen])).toEqual([
      [bert.id, 1],
      [bert.id, 2],
    ])
    expect((await sendChange(anna.browser, shared.folder.id, sent)).statusCode).toBe(204)
    const roster = await getRosterAs(bert, shared.folder.id)
    expect(roster.statements).toHaveLength(3)
    expect(roster.keys.toSorted()).toEqual([anna.pair.spki, bert.pair.spki].sort())
    expect(roster.generations.map(({ gen, grant }) => [gen, grant])).toEqual(
      sent.grants.map(({ gen, grant }) => [gen, grant]),
    )
  })

  it('are taken out with everything they had, and keep their sessions', async () => {
    const server = await startTestServer()
    const { db } = server.services
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    let shared = await addPeople(await createSharedFolder(anna), anna, [bert])
    await bert.browser.put(`/api/folders/${shared.folder.id}/leaving`)
    shared = await removePerson(shared, anna, bert)
    expect((await bert.browser.get(`/api/folders/${shared.folder.id}/roster`)).statusCode).toBe(404)
    expect((await bert.browser.get('/api/auth/users/me')).statusCode).toBe(200)
    const grants = await db.selectFrom('folder_grant').selectAll().execute()
    expect(grants.map(({ user_id, gen }) => [user_id, gen])).toEqual([
      [anna.id, 1],
      [anna.id, 2],
    ])
    expect(await db.selectFrom('leave_notice').selectAll().execute()).toEqual([])
    // The key verifies old statements for whoever comes later.
    expect((await getRosterAs(anna, shared.folder.id)).keys).toHaveLength(2)
    shared = await addPeople(shared, anna, [bert])
    expect((await getRosterAs(bert, shared.folder.id)).generations.every(({ grant }) => grant !== null)).toBe(
      true,
    )
  })

  it('are changed so many times and no more, and the newest change once more is answered as before', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const shared = await createSharedFolder(anna)
    const after = await changeFolder(shared, anna, { title: 'The newest title' })
    const table = server.services.db.updateTable('roster_statement').where('seq', '=', 2)
    await table.set({ seq: maxRosterStatements }).execute()
    const next = nextChange(after, anna, { title: 'One too many' })
    const reply = await sendChange(anna.browser, shared.folder.id, next)
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'rosterFull' }])
    const repeat = assertDefined(after.chain.at(-1))
    expect((await sendChange(anna.browser, shared.folder.id, { ...repeat, grants: [] })).statusCode).toBe(204)
  })

  it('that somebody has filled still take out whoever has: an owner, and a key that is replaced', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const shared = await addPeople(await createSharedFolder(anna), anna, [bert], 'owner')
    await server.services.db
      .updateTable('roster_statement')
      .where('seq', '=', 2)
      .set({ seq: maxRosterStatements })
      .execute()
    const more = nextChange(shared, bert, { title: 'One too many' })
    expect((await sendChange(bert.browser, shared.folder.id, more)).json()).toMatchObject({
      code: 'rosterFull',
    })
    await removePerson(shared, anna, bert)
    expect((await getRosterAs(bert, shared.folder.id).catch(() => null))?.statements).toBeUndefined()
  })

  it.each([
    ['are named with new keys so many times more', maxRosterStatements + maxKeyStatements - 1, 204],
    ['are only taken out beyond that', maxRosterStatements + maxKeyStatements, 409],
  ])('%s', async (_, seq, status) => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const shared = await addPeople(await createSharedFolder(anna), anna, [bert], 'owner')
    const { db } = server.services
    await db.updateTable('roster_statement').where('seq', '=', 2).set({ seq }).execute()
    const pair = newKeyPair()
    await db.updateTable('user').where('id', '=', bert.id).set({ public_key_spki: pair.spki }).execute()
    const members = [memberOf(anna, 'owner'), memberOf({ ...bert, pair }, 'owner')]
    const next = nextChange(shared, anna, { members, key: newKeyPair() })
    const reply = await sendChange(anna.browser, shared.folder.id, next)
    expect(reply.statusCode).toBe(status)
    if (status === 204) return
    expect(reply.json()).toMatchObject({ code: 'rosterFull' })
    await removePerson(shared, anna, bert)
  })

  it('are changed at a bounded rate, with the first statements of folders', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const shared = await createSharedFolder(anna)
    const repeat = { ...assertDefined(shared.chain.at(-1)), grants: [] }
    const sendAgain = () => sendChange(anna.browser, shared.folder.id, repeat)
    const replies = await Promise.all(Array.from({ length: 310 }, sendAgain))
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(11)
  })

  it('go on where the server was started again', async () => {
    const dataDir = await scratchFolder()
    const first = await startTestServer({ dataDir })
    const [anna, bert] = [await newPerson(first, 'anna'), await newPerson(first, 'bert')]
    let shared = await addPeople(await createSharedFolder(anna), anna, [bert])
    if (inject('postgres') !== undefined) return
    await first.stop()
    const second = await startTestServer({ dataDir })
    const again = { ...anna, browser: await second.newBrowser().signIn('anna') }
    shared = await removePerson(shared, again, bert)
    expect((await getRosterAs(again, shared.folder.id)).statements).toEqual(shared.chain)
  })
})

describe('a statement', () => {
  it('sets the title, which nothing else changes', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const shared = await changeFolder(await createSharedFolder(anna), anna, { title: 'Renamed' })
    const { id } = shared.folder
    expect((await getFolderAs(anna, id)).title).toBe('Renamed')
    const saved = await anna.browser.put(`/api/folders/${id}`, { title: 'Renamed', description: 'new' })
    expect(saved.json()).toMatchObject({ title: 'Renamed', description: 'new' })
    const reply = await anna.browser.put(`/api/folders/${id}`, { title: 'Other', description: 'other' })
    expect(reply.statusCode).toBe(422)
    expect(await getFolderAs(anna, id)).toMatchObject({ title: 'Renamed', description: 'new' })
  })

  it('that was stored is answered again, and another in its place is refused', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const shared = await createSharedFolder(anna)
    const sent = nextChange(shared, anna, { title: 'One', key: newKeyPair() })
    const sendRoster = (one: typeof sent) => sendChange(anna.browser, shared.folder.id, one)
    expect((await sendRoster(sent)).statusCode).toBe(204)
    const { link_token } = await getFolderAs(anna, shared.folder.id)
    expect((await sendRoster(sent)).statusCode).toBe(204)
    expect((await getFolderAs(anna, shared.folder.id)).link_token).toBe(link_token)
    const late = await sendRoster(nextChange(shared, anna, { title: 'Two' }))
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'rosterMoved' }])
  })

  it('by which an owner leaves is answered to them again', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const shared = await addPeople(await createSharedFolder(anna), anna, [bert], 'owner')
    const sent = nextChange(shared, anna, { members: [memberOf(bert, 'owner')], key: newKeyPair() })
    for (const browser of [anna.browser, anna.browser])
      expect((await sendChange(browser, shared.folder.id, sent)).statusCode).toBe(204)
    expect((await sendChange(bert.browser, shared.folder.id, sent)).statusCode).toBe(422)
    expect((await anna.browser.get(`/api/folders/${shared.folder.id}`)).statusCode).toBe(404)
  })

  it('names nobody by a key that is not in force any more, but keeps those who are named', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    let shared = await addPeople(await createSharedFolder(anna), anna, [bert])
    const pair = newKeyPair()
    await server.services.db
      .updateTable('user')
      .set({ public_key_spki: pair.spki })
      .where('id', '=', bert.id)
      .execute()
    // Named as before: nothing is new about him.
    shared = await changeFolder(shared, anna, { title: 'Renamed' })
    expect(await getFolderAs(bert, shared.folder.id)).toMatchObject({ title: 'Renamed' })
    // An owner lets him in again, by the key that he has now.
    const next = {
      members: [memberOf(anna, 'owner'), memberOf({ ...bert, pair }, 'member')],
      key: newKeyPair(),
    }
    shared = await changeFolder(shared, anna, next)
    const { generations } = await getRosterAs(bert, shared.folder.id)
    expect(generations.map(({ gen }) => gen)).toEqual([1, 2])
  })

  it('is for folders of several people', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    const { id, several } = await anna.browser.createFolder()
    expect(several).toBeNull()
    const sent = nextChange(await createSharedFolder(anna), anna, {})
    for (const reply of [
      await anna.browser.get(`/api/folders/${id}/roster`),
      await sendChange(anna.browser, id, sent),
      await anna.browser.put(`/api/folders/${id}/leaving`),
      await anna.browser.delete(`/api/folders/${id}/leaving`),
    ])
      expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'notShared' }])
  })
})

describe('leaving', () => {
  it('is a notice to the owners, which can be taken back', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const { folder } = await addPeople(await createSharedFolder(anna), anna, [bert])
    const url = `/api/folders/${folder.id}/leaving`
    for (let times = 0; times < 2; times++) expect((await bert.browser.put(url)).statusCode).toBe(204)
    expect((await getRosterAs(anna, folder.id)).leaving).toEqual([bert.id])
    expect((await getFolderAs(anna, folder.id)).several).toMatchObject({ leaving: 1 })
    for (let times = 0; times < 2; times++) expect((await bert.browser.delete(url)).statusCode).toBe(204)
    expect((await getRosterAs(anna, folder.id)).leaving).toEqual([])
  })

  it('is not for the last owner', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    let shared = await addPeople(await createSharedFolder(anna), anna, [bert])
    const url = `/api/folders/${shared.folder.id}/leaving`
    const refused = await anna.browser.put(url)
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'lastOwner' }])
    const members = [memberOf(anna, 'owner'), memberOf(bert, 'owner')]
    shared = await changeFolder(shared, anna, { members })
    expect((await anna.browser.put(url)).statusCode).toBe(204)
    expect((await getRosterAs(bert, assertDefined(shared.folder.id))).leaving).toEqual([anna.id])
  })
})
