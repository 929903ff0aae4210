import type { KyselyPlugin } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { allowances } from '../../../server/security/rateLimits.ts'
import {
  reusePairs,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  nextChange,
  type Person,
  sendChange,
  type SharedFolder,
} from '../people.ts'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { countLoopTurns } from '../countLoopTurns.ts'
import { startTestServer } from '../testServer.ts'

beforeEach(reusePairs)

describe('GET /api/people', () => {
  it('finds who can sign in and has a key in force, by name or by key', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'Bert')]
    const found = { id: bert.id, username: 'Bert', public_key_spki: bert.pair.spki }
    const find = (query: string) => anna.browser.get(`/api/people?${query}`)
    expect((await find('username=bert')).json()).toEqual(found)
    expect((await find(`fingerprint=${bert.pair.fp}`)).json()).toEqual(found)
    expect((await find('')).statusCode).toBe(422)
    expect((await find(`username=bert&fingerprint=${bert.pair.fp}`)).statusCode).toBe(422)

    const { db } = server.services
    const change = (values: object) => db.updateTable('user').set(values).where('id', '=', bert.id).execute()
    for (const [values, back] of [
      [{ is_active: 0 }, { is_active: 1 }],
      [{ public_key_spki: null, pending_public_key_spki: bert.pair.spki }, {}],
    ] as const) {
      await change(values)
      for (const query of ['username=bert', `fingerprint=${bert.pair.fp}`]) {
        const reply = await find(query)
        expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'personUnknown' }])
      }
      if ('is_active' in back) await change(back)
    }
  })

  it('is no way to try all names', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    await Promise.all(
      Array.from({ length: 300 }, (_, i) => anna.browser.get(`/api/people?username=name${i}`)),
    )
    expect((await anna.browser.get('/api/people?username=anna')).statusCode).toBe(429)
  })
})

describe('what somebody remembers', () => {
  it('is kept as it is, one write after the other', async () => {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const put = async ({ browser }: Person, n: number, sealed: string) =>
      (await browser.put('/api/contacts', { n, sealed })).statusCode
    const kept = async ({ browser }: Person) => (await browser.get('/api/contacts')).json<object>()
    expect(await kept(anna)).toEqual({ n: 0, sealed: null })
    expect(await put(anna, 2, 'AAAA')).toBe(409)
    expect(await put(anna, 1, 'AAAA')).toBe(204)
    expect(await put(anna, 1, 'AAAA'), 'its answer was lost').toBe(204)
    const other = await anna.browser.put('/api/contacts', { n: 1, sealed: 'BBBB' })
    expect([other.statusCode, other.json()]).toMatchObject([409, { code: 'contactsMoved' }])
    expect(await put(anna, 2, 'BBBB')).toBe(204)
    expect(await put(anna, 1, 'AAAA')).toBe(409)
    expect(await put(anna, 4, 'DDDD')).toBe(409)
    expect(await kept(anna)).toEqual({ n: 2, sealed: 'BBBB' })
    expect(await kept(bert)).toEqual({ n: 0, sealed: null })
  })

  it('of two writes at the same moment one is kept', async () => {
    const server = await startTestServer()
    const anna = await newPerson(server, 'anna')
    for (let n = 1; n < 6; n++) {
      const replies = await Promise.all(
        ['AAAA', 'BBBB', 'CCCC'].map((sealed) => anna.browser.put('/api/contacts', { n, sealed })),
      )
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
    }
  })
})

describe('a new key pair', () => {
  const url = '/api/auth/users/me/encrypted-key'
  const blob = {
    encryptedPrivateKey: Buffer.alloc(100, 9).toString('base64'),
    kdfSalt: Buffer.alloc(16, 5).toString('base64'),
    kdfIterations: 600_000,
  }

  /** As the browser of an owner sends it: statements signed with the key in force until now. */
  function readmitted(shared: SharedFolder, owner: Person, pair = newKeyPair()) {
    const members = shared.head.members.map((one) => (one.user === owner.id ? { ...one, fp: pair.fp } : one))
    const sent = nextChange(shared, owner, { members, key: newKeyPair() })
    return { pair, rosters: [{ folder_id: shared.folder.id, ...sent }] }
  }

  async function createTwoSharedFolders() {
    const server = await startTestServer()
    const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
    const one = await addPeople(await createSharedFolder(anna, 'One'), anna, [bert])
    const two = await createSharedFolder(anna, 'Two')
    const inForce = async () => (await anna.browser.get('/api/auth/public-key')).json<object>()
    const seqs = async () =>
      (await anna.browser.get('/api/folders/?sort_by=title&sort_order=asc'))
        .json<{ several: { seq: number } }[]>()
        .map(({ several }) => several.seq)
    return { server, anna, bert, one, two, inForce, seqs }
  }

  it('comes with what is remembered and a statement of each folder, all at once, also twice', async () => {
    const { anna, bert, one, two, inForce, seqs } = await createTwoSharedFolders()
    const pair = newKeyPair()
    const rosters = [two, one].flatMap((shared) => readmitted(shared, anna, pair).rosters)
    const body = { ...blob, public_key_spki: pair.spki, contacts: { n: 1, sealed: 'AAAA' }, rosters }
    for (let times = 0; times < 2; times++) {
      expect((await anna.browser.put(url, body)).statusCode).toBe(200)
      expect(await inForce()).toEqual({ public_key_spki: pair.spki })
      expect(await seqs()).toEqual([3, 2])
      expect((await anna.browser.get('/api/contacts')).json()).toEqual({ n: 1, sealed: 'AAAA' })
    }
    const { generations } = (await bert.browser.get(`/api/folders/${one.folder.id}/roster`)).json<{
      generations: { grant: string | null }[]
    }>()
    expect(generations.every(({ grant }) => grant !== null)).toBe(true)
  })

  it('is not installed with a statement that does not fit, nor is anything else', async () => {
    const { anna, bert, one, two, inForce, seqs } = await createTwoSharedFolders()
    const contacts = { n: 1, sealed: 'AAAA' }
    const right = readmitted(one, anna)
    const other = readmitted(two, anna, newKeyPair())
    const withoutIt = { folder_id: two.folder.id, ...nextChange(two, anna, { key: newKeyPair() }) }
    const bySomebody = { folder_id: one.folder.id, ...right.rosters[0], ...nextChange(one, bert, {}) }
    for (const [rosters, status] of [
      [[...right.rosters, ...other.rosters], 422],
      [[...right.rosters, withoutIt], 422],
      [[...right.rosters, ...right.rosters], 422],
      [[bySomebody], 422],
      [right.rosters.map((sent) => ({ ...sent, folder_id: 999 })), 404],
      [right.rosters.map((sent) => ({ ...sent, folder_id: two.folder.id })), 422],
    ] as const) {
      const body = { ...blob, public_key_spki: right.pair.spki, contacts, rosters }
      expect((await anna.browser.put(url, body)).statusCode).toBe(status)
      expect(await inForce()).toEqual({ public_key_spki: anna.pair.spki })
      expect(await seqs()).toEqual([2, 1])
      expect((await anna.browser.get('/api/contacts')).json()).toEqual({ n: 0, sealed: null })
    }
    const late = { ...blob, public_key_spki: right.pair.spki, contacts: { n: 7, sealed: 'AAAA' } }
    const reply = await anna.browser.put(url, { ...late, rosters: right.rosters })
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'contactsMoved' }])
    expect(await seqs()).toEqual([2, 1])
  })

  it('is not installed without what is remembered, where something is: it opens with the former key alone', async () => {
    const { anna, inForce } = await createTwoSharedFolders()
    await anna.browser.put('/api/contacts', { n: 1, sealed: 'AAAA' })
    const body = { ...blob, public_key_spki: newKeyPair().spki }
    const reply = await anna.browser.put(url, body)
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'contactsMoved' }])
    expect(await inForce()).toEqual({ public_key_spki: anna.pair.spki })
    const same = { ...blob, public_key_spki: anna.pair.spki }
    expect((await anna.browser.put(url, same)).statusCode).toBe(200)
    const moved = { ...body, contacts: { n: 2, sealed: 'BBBB' } }
    expect((await anna.browser.put(url, moved)).statusCode).toBe(200)
  })

  it('has one statement of a folder at most', async () => {
    const { anna, one, inForce, seqs } = await createTwoSharedFolders()
    const { pair, rosters } = readmitted(one, anna)
    const body = { ...blob, public_key_spki: pair.spki, rosters: [...rosters, ...rosters] }
    expect((await anna.browser.put(url, body)).statusCode).toBe(422)
    expect(await inForce()).toEqual({ public_key_spki: anna.pair.spki })
    expect(await seqs()).toEqual([2, 1])
  })

  it('has its statements counted with all others, and comes as long as one more is allowed', async () => {
    const { server, anna, one, two } = await createTwoSharedFolders()
    const pair = newKeyPair()
    const rosters = [one, two].flatMap((shared) => readmitted(shared, anna, pair).rosters)
    const { points, seconds } = allowances.rosterChanges
    const key = `rosterChange ${anna.browser.address}`
    const { counters } = server.services
    await counters.delete(key)
    await counters.add(key, points - 1, seconds)
    const put = () => anna.browser.put(url, { ...blob, public_key_spki: pair.spki, rosters })
    expect((await put()).statusCode).toBe(200)
    const refused = await put()
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await sendChange(anna.browser, one.folder.id, nextChange(one, anna, {}))).statusCode).toBe(429)
    const withoutStatements = { ...blob, public_key_spki: pair.spki }
    expect((await anna.browser.put(url, withoutStatements)).statusCode).toBe(200)
  })

  it('lets others go on while its statements are verified, and stores them at once', async () => {
    const turns = countLoopTurns()
    const read: number[] = []
    let inserts = 0
    const noting: KyselyPlugin = {
      transformQuery({ node }) {
        const isOfTable = JSON.stringify(node).includes('"roster_statement"')
        if (isOfTable && node.kind === 'SelectQueryNode') read.push(turns())
        if (isOfTable && node.kind === 'InsertQueryNode') inserts++
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const server = await startTestServer({
      adapt: (services) => ({ ...services, db: services.db.withPlugin(noting) }),
    })
    const anna = await newPerson(server, 'anna')
    const shared = [
      await createSharedFolder(anna, 'One'),
      await createSharedFolder(anna, 'Two'),
      await createSharedFolder(anna, 'Three'),
    ]
    const pair = newKeyPair()
    const rosters = shared.flatMap((one) => readmitted(one, anna, pair).rosters)
    inserts = read.length = 0
    expect((await anna.browser.put(url, { ...blob, public_key_spki: pair.spki, rosters })).statusCode).toBe(
      200,
    )
    expect(inserts).toBe(1)
    expect(new Set(read.slice(0, 3)).size).toBe(3)
  })

  it('without statements leaves the folders as they are, until somebody lets them in again', async () => {
    const { anna, one, two, inForce, seqs } = await createTwoSharedFolders()
    const pair = newKeyPair()
    expect((await anna.browser.put(url, { ...blob, public_key_spki: pair.spki })).statusCode).toBe(200)
    expect(await inForce()).toEqual({ public_key_spki: pair.spki })
    expect(await seqs()).toEqual([2, 1])
    // With the former key still open in the page she does it herself.
    for (const shared of [one, two]) {
      const { folder_id: id, ...sent } = assertDefined(readmitted(shared, anna, pair).rosters[0])
      expect(id).toBe(shared.folder.id)
      const reply = await anna.browser.post(`/api/folders/${shared.folder.id}/roster`, sent)
      expect(reply.statusCode, reply.body).toBe(204)
    }
    expect(memberOf({ ...anna, pair }, 'owner').fp).toBe(pair.fp)
  })
})
