import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assertDefined } from '../../../../contract/assertDefined.ts'
import { withPerson } from '../../../../core/trust/contactsChanges.ts'
import { fromBase64 } from '../../../../core/crypto/index.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import {
  listedFolder,
  compareFingerprints,
  contentByPath,
  failureByFile,
  evaluatedTrust,
  addPerson,
  createSharedFolder,
  messages,
  newPerson,
  type Person,
  runPull,
  pullScene,
  type PullScene,
} from './pullScene.ts'
import { testContext } from '../../testContext.ts'

const takeOut = async ({ owner, folder }: PullScene, other: Person) =>
  owner.trust.change(await evaluatedTrust(owner, await listedFolder(owner, folder.id)), {
    type: 'remove',
    fp: other.key.fingerprint,
  })

interface Roster {
  statements: { statement: string; signature: string }[]
  generations: { gen: number; sealed_private: string; grant: string | null }[]
}
/** @param change of what the server gives */
const twistRoster = ({ front }: PullScene, change: (roster: Roster) => object) => {
  front.alterAnswer = (call, answer) => (call.endsWith('/roster') ? change(answer as Roster) : undefined)
}

/** With a second owner, and a file under each generation. */
async function withHistory(): Promise<PullScene & { ben: Person; old: Roster }> {
  const here = await pullScene({ shared: true })
  const ben = await newPerson(here.server, 'ben')
  await here.send([{ name: 'a.txt', content: 'first' }])
  await addPerson(here, ben, 'owner')
  const old = (await here.owner.browser.get(`/api/folders/${here.folder.id}/roster`)).json<Roster>()
  await takeOut(here, ben)
  await here.send([{ name: 'b.txt', content: 'second' }])
  return { ...here, ben, old }
}

describe('a folder of several people', () => {
  it('is opened by its own keys of every generation', async () => {
    const { run, dir, owner, folder, send } = await withHistory()
    const { ownerSecret } = assertDefined(
      (await evaluatedTrust(owner, await listedFolder(owner, folder.id))).generations[0],
    )
    await send([
      {
        name: 'sure.txt',
        content: 'x',
        originOf: { owner: ownerSecret, folder: folder.several?.folder ?? '' },
      },
    ])
    const { code, told } = await run()
    expect(code).toBe(0)
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'first', 'b.txt': 'second', 'sure.txt': 'x' })
    expect(messages(told, 'warning')).toEqual([])
    expect(told).toContainEqual(expect.objectContaining({ event: 'done', origin: 'proven' }))
  })

  it('opens for a member who was never asked, who is told to look in the browser; nothing is accepted', async () => {
    const here = await pullScene({ shared: true })
    const ben = await newPerson(here.server, 'ben')
    await addPerson(here, ben, 'member')
    await here.send([{ name: 'a.txt', content: 'first' }])
    const { token } = await newTokenClient(ben.browser, ['files:read', 'key:read'])
    const situation = { ...here.situation, env: { ...here.situation.env, SEALPOST_TOKEN: token } }
    const { code, told } = await runPull(testContext(here.line(), situation))
    expect(code).toBe(0)
    expect(await contentByPath(here.dir)).toEqual({ 'a.txt': 'first' })
    expect(messages(told, 'warning').join()).toMatch(
      /ada added you to “Tax”.*look at the folder in the browser/s,
    )
    expect((await ben.browser.get('/api/contacts')).json()).toEqual({ n: 0, sealed: null })
  })

  it('that a compared owner has changed is trusted; one that another owner has changed is told', async () => {
    const here = await pullScene({ shared: true })
    const [ben, cyd] = [await newPerson(here.server, 'ben'), await newPerson(here.server, 'cyd')]
    await addPerson(here, ben, 'owner')
    await here.run()
    await here.owner.trust.contacts.change((contacts) => ({ ...contacts, people: [] }))
    await compareFingerprints(ben, cyd)
    await ben.trust.contacts.change(
      withPerson({ user: here.owner.id, name: 'ada', fp: here.owner.key.fingerprint }),
    )
    await ben.trust.accept(await evaluatedTrust(ben, await listedFolder(ben, here.folder.id)))
    await ben.trust.change(
      await evaluatedTrust(ben, await listedFolder(ben, here.folder.id)),
      { type: 'add', person: { user: cyd.id, name: 'cyd', fp: cyd.key.fingerprint, role: 'member' } },
      new Map([[cyd.key.fingerprint, fromBase64(cyd.key.publicKeySpki)]]),
    )
    const unsure = await here.run()
    expect(unsure.code).toBe(0)
    expect(messages(unsure.told, 'warning').join()).toContain('ben changed who is in this folder')
    await compareFingerprints(here.owner, ben)
    expect(messages((await here.run()).told, 'warning')).toEqual([])
  })
})

it('that is renamed while it is being looked at is looked at once more', async () => {
  const here = await pullScene({ shared: true })
  await here.send([{ name: 'a.txt', content: 'first' }])
  let asked = 0
  here.front.alterAnswer = (call, answer) =>
    /\/folders\/\d+$/.test(call) && asked++ === 0 ? { ...(answer as object), title: 'Before' } : undefined
  expect((await here.run()).code).toBe(0)
  expect(await contentByPath(here.dir)).toEqual({ 'a.txt': 'first' })
})

describe('a server that lies about a folder of several people', () => {
  it('cannot bring back an old state that this machine has seen the end of', async () => {
    const here = await withHistory()
    expect((await here.run()).code).toBe(0)
    await here.send([{ name: 'c.txt', content: 'third' }])
    // Older contacts, too, and no folder that is known by them: what is left is what this machine has seen.
    twistRoster(here, () => here.old)
    const { code, message } = await here.run()
    expect([code, message]).toEqual([3, expect.stringContaining('an older state of this folder')])
    expect(Object.keys(await contentByPath(here.dir))).toEqual(['a.txt', 'b.txt'])
  })

  it('cannot take back what the person remembers', async () => {
    const here = await withHistory()
    expect((await here.run()).code).toBe(0)
    here.front.alterAnswer = (call) => (call.endsWith('/contacts') ? { n: 0, sealed: null } : undefined)
    expect(await here.run('--again')).toMatchObject({
      code: 3,
      message: expect.stringContaining('not as you left it') as string,
    })
  })

  it('is found out by a signature that is none, by no statements, and by altered ones', async () => {
    const here = await withHistory()
    const lies: [string, (roster: Roster) => object, string][] = [
      [
        'a signature that is none',
        (roster: Roster) => ({
          ...roster,
          statements: roster.statements.map((one, i) =>
            i === 1 ? { ...one, signature: roster.statements[0]?.signature } : one,
          ),
        }),
        'not genuine',
      ],
      ['no statements', (roster: Roster) => ({ ...roster, statements: [] }), 'holds back'],
      [
        'one that was altered',
        (roster: Roster) => ({
          ...roster,
          statements: roster.statements.map((one) => ({
            ...one,
            statement: one.statement.replace('"Tax"', '"Fax"'),
          })),
        }),
        'not genuine',
      ],
    ]
    for (const [what, change, said] of lies) {
      twistRoster(here, change)
      const { code, message } = await here.run()
      expect([code, message], what).toEqual([3, expect.stringContaining(said)])
      expect(await contentByPath(here.dir)).toEqual({})
    }
  })

  it('cannot show another title, or the people of another folder', async () => {
    const here = await withHistory()
    here.front.alterAnswer = (call, answer) =>
      /\/folders\/\d+$/.test(call) ? { ...(answer as object), title: 'Bank' } : undefined
    expect(await here.run()).toMatchObject({
      code: 3,
      message: expect.stringContaining('another title') as string,
    })
    const other = await createSharedFolder(here.owner, 'Tax')
    const roster = (await here.owner.browser.get(`/api/folders/${other.id}/roster`)).json<Roster>()
    twistRoster(here, () => roster)
    expect(await here.run()).toMatchObject({
      code: 3,
      message: expect.stringContaining('another folder') as string,
    })
  })

  it('cannot pass it off as a folder of one person once it was opened, nor the other way round', async () => {
    const here = await withHistory()
    await here.run()
    await here.send([{ name: 'c.txt', content: 'third' }])
    here.front.alterAnswer = (call, answer) =>
      /\/folders\/\d+$/.test(call) ? { ...(answer as object), several: null } : undefined
    expect(await here.run()).toMatchObject({
      code: 3,
      message: expect.stringContaining('which no folder does') as string,
    })
  })

  it('leaves files shut whose generation it exchanges or withholds, and brings the others', async () => {
    const here = await withHistory()
    twistRoster(here, (roster) => ({
      ...roster,
      generations: roster.generations.map((one) => (one.gen === 1 ? { ...one, grant: null } : one)),
    }))
    const { code, told } = await here.run()
    expect([code, failureByFile(told)]).toEqual([2, { 'a.txt': 'folder-key-closed' }])
    expect(messages(told, 'warning').join()).toContain('Generation 1 of the folder’s key does not open')
    expect(await contentByPath(here.dir)).toEqual({ 'b.txt': 'second' })
  })

  it('does not gain by a damaged memory of this machine', async () => {
    const here = await withHistory()
    await here.run()
    const folder = join(here.situation.env?.XDG_STATE_HOME ?? '', 'sealpost', 'trust')
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.json'))
    expect(await readFile(join(folder, name), 'utf8')).toContain('"rosters"')
    await writeFile(join(folder, name), '{')
    await here.send([{ name: 'c.txt', content: 'third' }])
    expect(await here.run()).toMatchObject({
      code: 3,
      message: expect.stringContaining('cannot be read') as string,
    })
  })
})
