import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import {
  maxContactsBytes,
  maxFolderMembers,
  maxRosterRequestBytes,
  maxStatementBytes,
} from '../../../contract/limits.ts'
import type { RosterChange } from '../../../contract/schemas/sharing.ts'
import {
  changeFolder,
  reusePairs,
  randomGrant,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  nextChange,
  type Person,
  sendChange,
  signText,
  type SharedFolder,
  removePerson,
} from '../people.ts'
import { startTestServer } from '../testServer.ts'

beforeEach(reusePairs)

async function createFolderOfAnnaAndBert() {
  const server = await startTestServer()
  const [anna, bert] = [await newPerson(server, 'anna'), await newPerson(server, 'bert')]
  const shared = await addPeople(await createSharedFolder(anna), anna, [bert])
  const readRoster = async () =>
    (await anna.browser.get(`/api/folders/${shared.folder.id}/roster`)).json<object>()
  return { server, anna, bert, shared, readRoster }
}

const changeOutcome = async (person: Person, { folder }: SharedFolder, sent: RosterChange) => {
  const reply = await sendChange(person.browser, folder.id, sent)
  return [reply.statusCode, reply.statusCode === 204 ? '' : reply.json<{ code?: string }>().code]
}

describe('a statement that was right once', () => {
  it('is refused after another has followed it: nobody comes back by it', async () => {
    const { anna, bert, shared, readRoster } = await createFolderOfAnnaAndBert()
    const adding = nextChange(shared, anna, { title: 'Second' })
    const second = await changeFolder(shared, anna, { title: 'Second' })
    await removePerson(second, anna, bert)
    const before = await readRoster()
    expect(await changeOutcome(anna, shared, adding)).toEqual([409, 'rosterMoved'])
    expect(await readRoster()).toEqual(before)
  })

  it('is refused in another folder of the same people', async () => {
    const { anna, bert, shared } = await createFolderOfAnnaAndBert()
    const other = await addPeople(await createSharedFolder(anna, 'Other'), anna, [bert])
    const sent = nextChange(shared, anna, { members: [memberOf(anna, 'owner')], key: newKeyPair() })
    expect(await changeOutcome(anna, other, sent)).toEqual([422, 'rosterInvalid'])
    // Nor by its number and what it follows, with the id of the other left in it.
    const forged = nextChange({ ...other, head: { ...other.head, folder: shared.head.folder } }, anna, {})
    expect(await changeOutcome(anna, other, forged)).toEqual([422, 'rosterInvalid'])
    expect(await changeOutcome(anna, shared, sent)).toEqual([204, ''])
  })

  it('takes nobody back by a grant of a generation before', async () => {
    const { anna, bert, shared } = await createFolderOfAnnaAndBert()
    const left = await removePerson(shared, anna, bert)
    const back = nextChange(left, anna, { members: [...left.head.members, memberOf(bert, 'member')] })
    expect(back.grants.map(({ gen }) => gen)).toEqual([1, 2])
    for (const grants of [
      back.grants.slice(0, 1),
      back.grants.slice(1),
      [...back.grants, randomGrant(bert.id, 3)],
      [assertDefined(back.grants[0]), { ...assertDefined(back.grants[0]), gen: 1 }],
      back.grants.map((one) => ({ ...one, user: anna.id })),
    ])
      expect(await changeOutcome(anna, left, { ...back, grants })).toEqual([422, 'rosterInvalid'])
    expect(await changeOutcome(anna, left, back)).toEqual([204, ''])
  })
})

describe('what is too large', () => {
  it('is refused, and nothing has changed', async () => {
    const { anna, shared, readRoster } = await createFolderOfAnnaAndBert()
    const before = await readRoster()
    const right = nextChange(shared, anna, { title: 'Right' })
    const long = signText(`${right.statement}${' '.repeat(maxStatementBytes)}`, anna.pair)
    const many = Array.from({ length: maxFolderMembers }, (_, i) => ({
      ...memberOf({ id: 100 + i, name: `name ${i}`, pair: anna.pair }, 'member'),
      fp: randomBytes(32).toString('base64url'),
    }))
    const crowd = { ...shared.head, members: [...shared.head.members, ...many] }
    const crowded = { ...right, ...signText(JSON.stringify(crowd), anna.pair) }
    const grants = Array.from({ length: maxFolderMembers * 100 + 1 }, (_, i) => ({
      ...{ user: anna.id, gen: i + 1 },
      grant: 'AAAA',
    }))
    const longGrant = [{ ...randomGrant(anna.id, 1), grant: randomBytes(1100).toString('base64') }]
    const longKey = {
      public_key_spki: anna.pair.spki,
      sealed_private: randomBytes(17 * 1024).toString('base64'),
    }
    for (const sent of [
      { ...right, ...long },
      crowded,
      { ...right, grants },
      { ...right, grants: longGrant },
      { ...right, generation: longKey },
    ])
      expect((await sendChange(anna.browser, shared.folder.id, sent)).statusCode).toBe(422)
    const huge = { ...right, more: 'x'.repeat(maxRosterRequestBytes) }
    expect((await sendChange(anna.browser, shared.folder.id, huge)).statusCode).toBe(413)
    expect(await readRoster()).toEqual(before)
    expect(await changeOutcome(anna, shared, right)).toEqual([204, ''])
  })

  it('is not kept of what somebody remembers', async () => {
    const { anna } = await createFolderOfAnnaAndBert()
    const putBytes = async (bytes: number) =>
      (await anna.browser.put('/api/contacts', { n: 1, sealed: Buffer.alloc(bytes).toString('base64') }))
        .statusCode
    expect(await putBytes(maxContactsBytes + 3)).toBe(422)
    expect((await anna.browser.get('/api/contacts')).json()).toEqual({ n: 0, sealed: null })
    expect(await putBytes(maxContactsBytes)).toBe(204)
  })
})
