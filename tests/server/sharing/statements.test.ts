import fc from 'fast-check'
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
  newPair,
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

async function scene() {
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
  return { server, shared, anna, bert, carl, dora, keyless, disabled, key: newPair(), spare: newPair() }
}
type Scene = Awaited<ReturnType<typeof scene>>

/** What an owner may do, each as a browser sends it. */
const right: Record<string, (scene: Scene) => StatementChange> = {
  rename: () => ({ title: 'Another title' }),
  add: ({ shared, carl }) => ({ members: [...shared.head.members, memberOf(carl, 'member')] }),
  remove: ({ anna, key }) => ({ members: [memberOf(anna, 'owner')], key }),
  exchange: ({ anna, carl, key }) => ({ members: [memberOf(anna, 'owner'), memberOf(carl, 'owner')], key }),
  promote: ({ anna, bert }) => ({ members: [memberOf(anna, 'owner'), memberOf(bert, 'owner')] }),
  rotate: ({ key }) => ({ key }),
}

interface Base {
  scene: Scene
  /** What the owner may do. */
  next: StatementChange
  change: RosterChange
  statement: Statement
}
/** `n`: any number, to choose by. */
type Alteration = (base: Base, n: number) => RosterChange

const pick = <T>(list: readonly T[], n: number): T => assertDefined(list[n % list.length])
const flipped = (text: string, n: number): string => {
  const at = n % text.length
  const other = text[at] === 'x' ? 'y' : 'x'
  return text.slice(0, at) + other + text.slice(at + 1)
}
/** Altered before it was signed, by the owner. */
const sign =
  (edit: (statement: Statement, base: Base, n: number) => object): Alteration =>
  (base, n) => ({
    ...base.change,
    ...signText(JSON.stringify(edit(base.statement, base, n)), base.scene.anna.pair),
  })
const members = (edit: (list: RosterMember[], base: Base, n: number) => RosterMember[]): Alteration =>
  sign((statement, base, n) => ({ ...statement, members: edit([...statement.members], base, n) }))

/** As `members`, with a new key and all grants: nothing else is wrong with it. */
const granted =
  (edit: (list: RosterMember[], base: Base, n: number) => RosterMember[]): Alteration =>
  (base, n) =>
    nextChange(base.scene.shared, base.scene.anna, {
      ...base.next,
      key: base.scene.key,
      members: edit([...base.statement.members], base, n),
    })

const wrong: Record<string, Alteration> = {
  'another text under the signature': ({ change }, n) => ({
    ...change,
    statement: flipped(change.statement, n),
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
    ...signText(change.statement, pick([scene.bert, scene.carl, scene.dora], n).pair),
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
  'more than its members': sign((statement) => ({ ...statement, more: 1 })),
  'another version': sign((statement) => ({ ...statement, v: 2 })),
  'another folder': sign((statement, _, n) => ({ ...statement, folder: flipped(statement.folder, n % 20) })),
  'another number': sign((statement, _, n) => ({ ...statement, seq: pick([1, 2, 3, 5, 6, 99], n) })),
  'after another': sign((statement, _, n) => ({
    ...statement,
    prev: pick([null, flipped(assertDefined(statement.prev ?? undefined), n % 40)], n),
  })),
  'another actor': sign((statement, { scene }, n) => ({
    ...statement,
    actor: pick([scene.bert, scene.carl, scene.dora, { id: 99 }], n).id,
  })),
  'a generation more or less': sign((statement, _, n) => ({
    ...statement,
    gen: pick([statement.gen + 1, statement.gen - 1, statement.gen + 2], n),
  })),
  'another key': sign((statement, { scene }, n) => ({
    ...statement,
    key: pick([scene.spare.fp, scene.anna.pair.fp, assertDefined(scene.shared.keys[0]).fp], n),
  })),
  'a title with a space behind it': sign((statement) => ({ ...statement, title: `${statement.title} ` })),
  'a title with a NUL': sign((statement) => ({ ...statement, title: 'a\0b' })),
  'a title that is not NFC': sign((statement) => ({ ...statement, title: 'Mu\u0308ller' })),
  'no title': sign((statement) => ({ ...statement, title: '' })),
  'another time': sign((statement, _, n) => ({
    ...statement,
    at: pick(['now', '2026-13-01T00:00:00.000Z'], n),
  })),
  'nobody in it': members(() => []),
  'no owner': members((list) => list.map((one) => ({ ...one, role: 'member' as const }))),
  'an unknown role': sign((statement) => ({
    ...statement,
    members: statement.members.map((one) => ({ ...one, role: 'admin' })),
  })),
  'somebody more, without a grant': members((list, { scene }) => [...list, memberOf(scene.dora, 'member')]),
  'somebody with a key that is not theirs': granted((list, { scene }, n) =>
    list.map((one, i) => (i === n % list.length ? { ...one, fp: scene.spare.fp } : one)),
  ),
  'a key of somebody else': granted((list, { scene }, n) =>
    list.map((one, i) => (i === n % list.length ? { ...one, fp: scene.dora.pair.fp } : one)),
  ),
  'somebody who is not a user': granted((list, { scene }) => [
    ...list,
    { ...memberOf(scene.dora, 'member'), user: 99 },
  ]),
  'somebody without a key in force': granted((list, { scene }) => [
    ...list,
    memberOf(scene.keyless, 'member'),
  ]),
  'somebody who is disabled': granted((list, { scene }) => [...list, memberOf(scene.disabled, 'member')]),
  'a grant less': ({ change }, n) => ({
    ...change,
    grants:
      change.grants.length === 0 ? [randomGrant(1, 1)] : change.grants.toSpliced(n % change.grants.length, 1),
  }),
  'a grant more': ({ scene, change }, n) => ({
    ...change,
    grants: [
      ...change.grants,
      randomGrant(pick([scene.bert, scene.dora, scene.anna], n).id, pick([1, 4, 9], n)),
    ],
  }),
  'a grant twice': ({ change }, n) => ({
    ...change,
    grants: [...change.grants, change.grants.length === 0 ? randomGrant(1, 2) : pick(change.grants, n)],
  }),
  'a grant of another length': ({ change }, n) => ({
    ...change,
    grants:
      change.grants.length === 0
        ? [randomGrant(1, 1)]
        : change.grants.map((one, i) =>
            i === n % change.grants.length
              ? { ...one, grant: Buffer.alloc(pick([0, 255, 257, 512], n), 1).toString('base64') }
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
      public_key_spki: pick([scene.spare.spki, 'AAAA', scene.anna.pair.spki], n),
      sealed_private: 'AAAA',
    },
  }),
}

const kept = ['roster_statement', 'roster_key', 'folder_member', 'folder_generation', 'folder_grant'] as const

async function all({ services: { db } }: TestServer) {
  const tables = await Promise.all(kept.map((table) => db.selectFrom(table).selectAll().execute()))
  return [...tables, await db.selectFrom('folder').selectAll().execute()]
}

it('no altered statement is ever accepted, nor does it change anything', async () => {
  const world = await scene()
  const { server, shared, anna } = world
  const before = await all(server)
  for (const [name, alter] of Object.entries(wrong)) {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(right)), fc.nat(), async (base, n) => {
        const next = assertDefined(right[base])(world)
        const change = nextChange(shared, anna, next)
        const statement = JSON.parse(change.statement) as Statement
        const sent = alter({ scene: world, next, change, statement }, n)
        const reply = await sendChange(anna.browser, shared.folder.id, sent)
        expect([409, 422], `${name} of ${base}: ${reply.body}`).toContain(reply.statusCode)
      }),
      { numRuns: 4, seed: 13 },
    )
  }
  expect(await all(server)).toEqual(before)
})

it.each(Object.keys(right))('what was altered is accepted as it was: %s', async (base) => {
  const world = await scene()
  const { shared, anna } = world
  const reply = await sendChange(
    anna.browser,
    shared.folder.id,
    nextChange(shared, anna, assertDefined(right[base])(world)),
  )
  expect([reply.statusCode, reply.body]).toEqual([204, ''])
})

it('nobody but an owner changes anything, with whatever is right', async () => {
  const world = await scene()
  const { server, shared, bert, carl } = world
  const before = await all(server)
  const asOwner = (person: Person) => nextChange(shared, person, { title: 'of another' })
  expect((await sendChange(bert.browser, shared.folder.id, asOwner(bert))).statusCode).toBe(403)
  expect((await sendChange(carl.browser, shared.folder.id, asOwner(carl))).statusCode).toBe(404)
  // The owner's own statement, in the hands of others.
  const stolen = nextChange(shared, world.anna, { title: 'of anna' })
  expect((await sendChange(bert.browser, shared.folder.id, stolen)).statusCode).toBe(403)
  expect(await all(server)).toEqual(before)
})
