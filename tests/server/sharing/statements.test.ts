import fc from '../../fastCheck.ts'
import { beforeEach, expect, it } from 'vitest'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { RosterMember, Statement } from '../../../contract/roster.ts'
import type { RosterChange } from '../../../contract/schemas/sharing.ts'
import {
  reusePairs,
  randomGrant,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  nextChange,
  sendChange,
  signText,
  removePerson,
  type StatementChange,
  type Person,
} from '../people.ts'
import { startTestServer, type TestServer } from '../testServer.ts'

beforeEach(reusePairs)

async function createSceneOfSevenPeople() {
  const server = await startTestServer()
  const anna = await newPerson(server, 'anna')
  const bert = await newPerson(server, 'bert')
  const carl = await newPerson(server, 'carl')
  const dora = await newPerson(server, 'dora')
  const gone = await newPerson(server, 'emil')
  const keyless = await newPerson(server, 'fred')
  const disabled = await newPerson(server, 'gina')
  const { db } = server.services
  await db.updateTable('user').set({ public_key_spki: null }).where('id', '=', keyless.id).execute()
  await db.updateTable('user').set({ is_active: 0 }).where('id', '=', disabled.id).execute()
  let shared = await addPeople(await createSharedFolder(anna), anna, [bert, gone])
  shared = await removePerson(shared, anna, gone)
  return { server, shared, anna, bert, carl, dora, keyless, disabled, key: newKeyPair(), spare: newKeyPair() }
}
type Scene = Awaited<ReturnType<typeof createSceneOfSevenPeople>>

/** What an owner may do, each as a browser sends it. */
const allowedChanges: Record<string, (scene: Scene) => StatementChange> = {
  rename: () => ({ title: 'Another title' }),
  add: ({ shared, carl }) => ({ members: [...shared.head.members, memberOf(carl, 'member')] }),
  remove: ({ anna, key }) => ({ members: [memberOf(anna, 'owner')], key }),
  exchange: ({ anna, carl, key }) => ({ members: [memberOf(anna, 'owner'), memberOf(carl, 'owner')], key }),
  promote: ({ anna, bert }) => ({ members: [memberOf(anna, 'owner'), memberOf(bert, 'owner')] }),
  rotate: ({ key }) => ({ key }),
}

interface AlterationBase {
  scene: Scene
  /** What the owner may do. */
  next: StatementChange
  change: RosterChange
  statement: Statement
}
/** `n`: any number, to choose by. */
type Alteration = (base: AlterationBase, n: number) => RosterChange

const pickBy = <T>(list: readonly T[], n: number): T => assertDefined(list[n % list.length])
const flipCharacter = (text: string, n: number): string => {
  const at = n % text.length
  const other = text[at] === 'x' ? 'y' : 'x'
  return text.slice(0, at) + other + text.slice(at + 1)
}
/** Altered before it was signed, by the owner. */
const alterAndSign =
  (edit: (statement: Statement, base: AlterationBase, n: number) => object): Alteration =>
  (base, n) => ({
    ...base.change,
    ...signText(JSON.stringify(edit(base.statement, base, n)), base.scene.anna.pair),
  })
const alterMembers = (
  edit: (list: RosterMember[], base: AlterationBase, n: number) => RosterMember[],
): Alteration =>
  alterAndSign((statement, base, n) => ({ ...statement, members: edit([...statement.members], base, n) }))

/** As `members`, with a new key and all grants: nothing else is wrong with it. */
const alterMembersWithNewKey =
  (edit: (list: RosterMember[], base: AlterationBase, n: number) => RosterMember[]): Alteration =>
  (base, n) =>
    nextChange(base.scene.shared, base.scene.anna, {
      ...base.next,
      key: base.scene.key,
      members: edit([...base.statement.members], base, n),
    })

const alterations: Record<string, Alteration> = {
  'another text under the signature': ({ change }, n) => ({
    ...change,
    statement: flipCharacter(change.statement, n),
  }),
  'another signature': ({ change }, n) => {
    const bytes = Buffer.from(change.signature, 'base64')
    const at = n % bytes.length
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 + (n % 255)), at)
    return { ...change, signature: bytes.toString('base64') }
  },
  'a shorter signature': ({ change }, n) => ({
    ...change,
    signature: Buffer.from(change.signature, 'base64')
      .subarray(0, n % 256)
      .toString('base64'),
  }),
  'signed by another': ({ scene, change }, n) => ({
    ...change,
    ...signText(change.statement, pickBy([scene.bert, scene.carl, scene.dora], n).pair),
  }),
  'signed with the key of the folder': ({ scene, change }) => ({
    ...change,
    ...signText(change.statement, assertDefined(scene.shared.keys.at(-1))),
  }),
  'a space in it': ({ scene, change }) => ({
    ...change,
    ...signText(change.statement.replace(',', ', '), scene.anna.pair),
  }),
  'a member twice in its text': ({ scene, change }) => ({
    ...change,
    ...signText(change.statement.replace('{', '{"v":1,'), scene.anna.pair),
  }),
  'no JSON': ({ scene, change }, n) => ({
    ...change,
    ...signText(change.statement.slice(0, n % change.statement.length), scene.anna.pair),
  }),
  'more than its members': alterAndSign((statement) => ({ ...statement, more: 1 })),
  'another version': alterAndSign((statement) => ({ ...statement, v: 2 })),
  'another folder': alterAndSign((statement, _, n) => ({
    ...statement,
    folder: flipCharacter(statement.folder, n % 20),
  })),
  'another number': alterAndSign((statement, _, n) => ({
    ...statement,
    seq: pickBy([1, 2, 3, 5, 6, 99], n),
  })),
  'after another': alterAndSign((statement, _, n) => ({
    ...statement,
    prev: pickBy([null, flipCharacter(assertDefined(statement.prev ?? undefined), n % 40)], n),
  })),
  'another actor': alterAndSign((statement, { scene }, n) => ({
    ...statement,
    actor: pickBy([scene.bert, scene.carl, scene.dora, { id: 99 }], n).id,
  })),
  'a generation more or less': alterAndSign((statement, _, n) => ({
    ...statement,
    gen: pickBy([statement.gen + 1, statement.gen - 1, statement.gen + 2], n),
  })),
  'another key': alterAndSign((statement, { scene }, n) => ({
    ...statement,
    key: pickBy([scene.spare.fp, scene.anna.pair.fp, assertDefined(scene.shared.keys[0]).fp], n),
  })),
  'a title with a space behind it': alterAndSign((statement) => ({
    ...statement,
    title: `${statement.title} `,
  })),
  'a title with a NUL': alterAndSign((statement) => ({ ...statement, title: 'a\0b' })),
  'a title that is not NFC': alterAndSign((statement) => ({ ...statement, title: 'Mu\u0308ller' })),
  'no title': alterAndSign((statement) => ({ ...statement, title: '' })),
  'another time': alterAndSign((statement, _, n) => ({
    ...statement,
    at: pickBy(['now', '2026-13-01T00:00:00.000Z'], n),
  })),
  'nobody in it': alterMembers(() => []),
  'no owner': alterMembers((list) => list.map((one) => ({ ...one, role: 'member' as const }))),
  'an unknown role': alterAndSign((statement) => ({
    ...statement,
    members: statement.members.map((one) => ({ ...one, role: 'admin' })),
  })),
  'somebody more, without a grant': alterMembers((list, { scene }) => [
    ...list,
    memberOf(scene.dora, 'member'),
  ]),
  'somebody with a key that is not theirs': alterMembersWithNewKey((list, { scene }, n) =>
    list.map((one, i) => (i === n % list.length ? { ...one, fp: scene.spare.fp } : one)),
  ),
  'a key of somebody else': alterMembersWithNewKey((list, { scene }, n) =>
    list.map((one, i) => (i === n % list.length ? { ...one, fp: scene.dora.pair.fp } : one)),
  ),
  'somebody who is not a user': alterMembersWithNewKey((list, { scene }) => [
    ...list,
    { ...memberOf(scene.dora, 'member'), user: 99 },
  ]),
  'somebody without a key in force': alterMembersWithNewKey((list, { scene }) => [
    ...list,
    memberOf(scene.keyless, 'member'),
  ]),
  'somebody who is disabled': alterMembersWithNewKey((list, { scene }) => [
    ...list,
    memberOf(scene.disabled, 'member'),
  ]),
  'a grant less': ({ change }, n) => ({
    ...change,
    grants:
      change.grants.length === 0 ? [randomGrant(1, 1)] : change.grants.toSpliced(n % change.grants.length, 1),
  }),
  'a grant more': ({ scene, change }, n) => ({
    ...change,
    grants: [
      ...change.grants,
      randomGrant(pickBy([scene.bert, scene.dora, scene.anna], n).id, pickBy([1, 4, 9], n)),
    ],
  }),
  'a grant twice': ({ change }, n) => ({
    ...change,
    grants: [...change.grants, change.grants.length === 0 ? randomGrant(1, 2) : pickBy(change.grants, n)],
  }),
  'a grant of another length': ({ change }, n) => ({
    ...change,
    grants:
      change.grants.length === 0
        ? [randomGrant(1, 1)]
        : change.grants.map((one, i) =>
            i === n % change.grants.length
              ? { ...one, grant: Buffer.alloc(pickBy([0, 255, 257, 512], n), 1).toString('base64') }
              : one,
          ),
  }),
  'a new key that is none, or none for a new one': ({ scene, change }) => {
    const { generation, ...without } = change
    if (generation !== undefined) return without
    return { ...change, generation: { public_key_spki: scene.spare.spki, sealed_private: 'AAAA' } }
  },
  'another new key than it names': ({ scene, change }, n) => ({
    ...change,
    generation: {
      public_key_spki: pickBy([scene.spare.spki, 'AAAA', scene.anna.pair.spki], n),
      sealed_private: 'AAAA',
    },
  }),
}

const rosterTables = [
  'roster_statement',
  'roster_key',
  'folder_member',
  'folder_generation',
  'folder_grant',
] as const

async function readRosterRows({ services: { db } }: TestServer) {
  const tables = await Promise.all(rosterTables.map((table) => db.selectFrom(table).selectAll().execute()))
  return [...tables, await db.selectFrom('folder').selectAll().execute()]
}

it('no altered statement is ever accepted, nor does it change anything', async () => {
  const world = await createSceneOfSevenPeople()
  const { server, shared, anna } = world
  const before = await readRosterRows(server)
  for (const [name, alter] of Object.entries(alterations)) {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(allowedChanges)), fc.nat(), async (base, n) => {
        const next = assertDefined(allowedChanges[base])(world)
        const change = nextChange(shared, anna, next)
        const statement = JSON.parse(change.statement) as Statement
        const sent = alter({ scene: world, next, change, statement }, n)
        const reply = await sendChange(anna.browser, shared.folder.id, sent)
        expect([409, 422], `${name} of ${base}: ${reply.body}`).toContain(reply.statusCode)
      }),
      { numRuns: 4, seed: 13 },
    )
  }
  expect(await readRosterRows(server)).toEqual(before)
})

it.each(Object.keys(allowedChanges))('what was altered is accepted as it was: %s', async (base) => {
  const world = await createSceneOfSevenPeople()
  const { shared, anna } = world
  const reply = await sendChange(
    anna.browser,
    shared.folder.id,
    nextChange(shared, anna, assertDefined(allowedChanges[base])(world)),
  )
  expect([reply.statusCode, reply.body]).toEqual([204, ''])
})

it('nobody but an owner changes anything, with whatever is right', async () => {
  const world = await createSceneOfSevenPeople()
  const { server, shared, bert, carl } = world
  const before = await readRosterRows(server)
  const asOwner = (person: Person) => nextChange(shared, person, { title: 'of another' })
  expect((await sendChange(bert.browser, shared.folder.id, asOwner(bert))).statusCode).toBe(403)
  expect((await sendChange(carl.browser, shared.folder.id, asOwner(carl))).statusCode).toBe(404)
  // The owner's own statement, in the hands of others.
  const stolen = nextChange(shared, world.anna, { title: 'of anna' })
  expect((await sendChange(bert.browser, shared.folder.id, stolen)).statusCode).toBe(403)
  expect(await readRosterRows(server)).toEqual(before)
})
