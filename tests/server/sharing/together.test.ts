import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CallResponse } from '../../../contract/call.ts'
import { assertDefined } from '../../../contract/assertDefined.ts'
import type { getRoster } from '../../../contract/schemas/sharing.ts'
import {
  afterChange,
  reusePairs,
  addPeople,
  createSharedFolder,
  memberOf,
  newKeyPair,
  newPerson,
  nextChange,
  sendChange,
} from '../people.ts'
import { sameSessionAt, startTwoServers } from '../twoServers.ts'

beforeEach(reusePairs)

async function createTwoOwners() {
  const [one, other] = await startTwoServers()
  const [anna, bert] = [await newPerson(one, 'anna'), await newPerson(one, 'bert')]
  const carl = await newPerson(one, 'carl')
  const there = one === other ? bert.browser : await sameSessionAt(bert.browser, other)
  const shared = await addPeople(await createSharedFolder(anna), anna, [bert], 'owner')
  const { id } = shared.folder
  const listStatements = async () =>
    (await anna.browser.get(`/api/folders/${id}/roster`)).json<{ statements: object[] }>().statements
  return { anna, bert: { ...bert, browser: there }, carl, shared, id, listStatements }
}

describe('of owners who act at the same moment', () => {
  it('one is first, and the other is told to look again', async () => {
    const { anna, bert, carl, id, listStatements, ...world } = await createTwoOwners()
    let { shared } = world
    for (let round = 0; round < 5; round++) {
      const isIn = shared.head.members.some(({ user }) => user === carl.id)
      const members = isIn
        ? shared.head.members.filter(({ user }) => user !== carl.id)
        : [...shared.head.members, memberOf(carl, 'member')]
      const sent = [
        nextChange(shared, anna, { members, ...(isIn && { key: newKeyPair() }) }),
        nextChange(shared, bert, { title: `Title ${round}` }),
      ] as const
      const replies = await Promise.all([
        sendChange(anna.browser, id, sent[0]),
        sendChange(bert.browser, id, sent[1]),
      ])
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
      const stored = sent[replies[0].statusCode === 204 ? 0 : 1]
      const { statement, signature } = stored
      expect((await listStatements()).at(-1)).toEqual({ statement, signature })
      const head = JSON.parse(statement) as typeof shared.head
      shared = { ...shared, head, chain: [...shared.chain, { statement, signature }] }
      expect(await listStatements()).toEqual(shared.chain)
    }
  })

  it('the same statement, sent at once, is stored once, and both are told that it is', async () => {
    const { anna, shared, id, listStatements } = await createTwoOwners()
    const sent = nextChange(shared, anna, { title: 'Once' })
    const replies = await Promise.all([1, 2, 3].map(() => sendChange(anna.browser, id, sent)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
    expect(await listStatements()).toHaveLength(3)
  })

  it('whoever reads the roster meanwhile has all of it as it was at one moment', async () => {
    const { anna, bert, id, ...world } = await createTwoOwners()
    let { shared } = world
    for (let round = 0; round < 5; round++) {
      const next = { key: newKeyPair() }
      const sent = nextChange(shared, anna, next)
      const changing = sendChange(anna.browser, id, sent)
      const reading: ReturnType<typeof bert.browser.get>[] = []
      for (let turn = 0; turn < 40; turn++) {
        reading.push(bert.browser.get(`/api/folders/${id}/roster`))
        await yieldToLoop()
      }
      expect((await changing).statusCode).toBe(204)
      for (const reply of await Promise.all(reading)) {
        const { statements, generations } = reply.json<CallResponse<typeof getRoster>>()
        const { gen } = JSON.parse(assertDefined(statements.at(-1)).statement) as typeof shared.head
        const granted = generations.filter(({ grant }) => grant !== null)
        expect(granted.map((one) => one.gen)).toEqual(Array.from({ length: gen }, (_, i) => i + 1))
      }
      shared = afterChange(shared, sent, next)
    }
  })

  it('each cannot take out the other: somebody is left', async () => {
    const { anna, bert, shared, id, listStatements } = await createTwoOwners()
    const alone = (person: typeof anna) =>
      nextChange(shared, person, { members: [memberOf(person, 'owner')], key: newKeyPair() })
    const replies = await Promise.all([
      sendChange(anna.browser, id, alone(anna)),
      sendChange(bert.browser, id, alone(bert)),
    ])
    const [first, second] = replies.map(({ statusCode }) => statusCode)
    expect([first, second].sort()).toEqual([204, expect.toBeOneOf([403, 404])])
    const winner = first === 204 ? anna : bert
    const folder = (await winner.browser.get(`/api/folders/${id}`)).json<{ several: object }>()
    expect(folder.several).toMatchObject({ people: 1, role: 'owner', seq: 3 })
    if (winner === anna) expect(await listStatements()).toHaveLength(3)
  })

  it('one is removed while they add to the folder: it is done before, or not at all', async () => {
    const { anna, bert, shared, id } = await createTwoOwners()
    const members = [memberOf(anna, 'owner')]
    const [removed, changed] = await Promise.all([
      sendChange(anna.browser, id, nextChange(shared, anna, { members, key: newKeyPair() })),
      bert.browser.put(`/api/folders/${id}`, { title: shared.head.title, description: 'of Bert' }),
    ])
    expect(removed.statusCode).toBe(204)
    const { description } = (await anna.browser.get(`/api/folders/${id}`)).json<{
      description: string | null
    }>()
    expect([changed.statusCode, description]).toBeOneOf([
      [200, 'of Bert'],
      [404, null],
    ])
  })
})
