import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failuresPerHour, maxFailedWraps } from '../../../../cli/account/failedWraps.ts'
import { assertDefined } from '../../../../contract/assertDefined.ts'
import { withPerson } from '../../../../core/trust/contactsChanges.ts'
import { fromBase64, randomBytes, toBase64 } from '../../../../core/crypto/index.ts'
import { newTokenClient } from '../../../server/tokenClient.ts'
import {
  fetchFolder,
  compareFingerprints,
  contentByPath,
  failureByFile,
  evaluatedTrust,
  addPerson,
  createSharedFolder,
  messagesOfKind,
  newPerson,
  type Person,
  recordFailedWraps,
  runPull,
  setUpPull,
  type PullSetup,
} from './setUpPull.ts'
import { testContext } from '../../testContext.ts'

const removePerson = async ({ owner, folder }: PullSetup, other: Person) =>
  owner.trust.change(await evaluatedTrust(owner, await fetchFolder(owner, folder.id)), {
    type: 'remove',
    fp: other.key.fingerprint,
  })

interface Roster {
  statements: { statement: string; signature: string }[]
  generations: { gen: number; sealed_private: string; grant: string | null }[]
}
/** @param change of what the server gives */
const alterRoster = ({ proxy }: PullSetup, change: (roster: Roster) => object) => {
  proxy.alterAnswer = (call, answer) => (call.endsWith('/roster') ? change(answer as Roster) : undefined)
}

/** With a second owner, and a file under each generation. */
async function setUpTwoGenerations(): Promise<PullSetup & { ben: Person; old: Roster }> {
  const setup = await setUpPull({ shared: true })
  const ben = await newPerson(setup.server, 'ben')
  await setup.send([{ name: 'a.txt', content: 'first' }])
  await addPerson(setup, ben, 'owner')
  const old = (await setup.owner.browser.get(`/api/folders/${setup.folder.id}/roster`)).json<Roster>()
  await removePerson(setup, ben)
  await setup.send([{ name: 'b.txt', content: 'second' }])
  return { ...setup, ben, old }
}

describe('a folder of several people', () => {
  it('is opened by its own keys of every generation', async () => {
    const { run, dir, owner, folder, send } = await setUpTwoGenerations()
    const { ownerSecret } = assertDefined(
      (await evaluatedTrust(owner, await fetchFolder(owner, folder.id))).generations[0],
    )
    await send([
      {
        name: 'sure.txt',
        content: 'x',
        originOf: { owner: ownerSecret, folder: folder.several?.folder ?? '' },
      },
    ])
    const { code, events } = await run()
    expect(code).toBe(0)
    expect(await contentByPath(dir)).toEqual({ 'a.txt': 'first', 'b.txt': 'second', 'sure.txt': 'x' })
    expect(messagesOfKind(events, 'warning')).toEqual([])
    expect(events).toContainEqual(expect.objectContaining({ event: 'done', origin: 'proven' }))
  })

  it('opens for a member who was never asked, who is told to look in the browser; nothing is accepted', async () => {
    const setup = await setUpPull({ shared: true })
    const ben = await newPerson(setup.server, 'ben')
    await addPerson(setup, ben, 'member')
    await setup.send([{ name: 'a.txt', content: 'first' }])
    const { token } = await newTokenClient(ben.browser, ['files:read', 'key:read'])
    const contextOptions = {
      ...setup.contextOptions,
      env: { ...setup.contextOptions.env, SEALPOST_TOKEN: token },
    }
    const { code, events } = await runPull(testContext(setup.commandLine(), contextOptions))
    expect(code).toBe(0)
    expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first' })
    expect(messagesOfKind(events, 'warning').join()).toMatch(/ada added you to “Tax”.*in the browser/s)
    expect((await ben.browser.get('/api/contacts')).json()).toEqual({ n: 0, sealed: null })
  })

  it('that a compared owner has changed is trusted; one that another owner has changed is told', async () => {
    const setup = await setUpPull({ shared: true })
    const [ben, cyd] = [await newPerson(setup.server, 'ben'), await newPerson(setup.server, 'cyd')]
    await addPerson(setup, ben, 'owner')
    await setup.run()
    await setup.owner.trust.contacts.change((contacts) => ({ ...contacts, people: [] }))
    await compareFingerprints(ben, cyd)
    await ben.trust.contacts.change(
      withPerson({ user: setup.owner.id, name: 'ada', fp: setup.owner.key.fingerprint }),
    )
    await ben.trust.accept(await evaluatedTrust(ben, await fetchFolder(ben, setup.folder.id)))
    await ben.trust.change(
      await evaluatedTrust(ben, await fetchFolder(ben, setup.folder.id)),
      { type: 'add', person: { user: cyd.id, name: 'cyd', fp: cyd.key.fingerprint, role: 'member' } },
      new Map([[cyd.key.fingerprint, fromBase64(cyd.key.publicKeySpki)]]),
    )
    const unsure = await setup.run()
    expect(unsure.code).toBe(0)
    expect(messagesOfKind(unsure.events, 'warning').join()).toContain('ben changed who is in this folder')
    await compareFingerprints(setup.owner, ben)
    expect(messagesOfKind((await setup.run()).events, 'warning')).toEqual([])
  })
})

it('that is renamed while it is being looked at is looked at once more', async () => {
  const setup = await setUpPull({ shared: true })
  await setup.send([{ name: 'a.txt', content: 'first' }])
  let requestCount = 0
  setup.proxy.alterAnswer = (call, answer) =>
    /\/folders\/\d+$/.test(call) && requestCount++ === 0
      ? { ...(answer as object), title: 'Before' }
      : undefined
  expect((await setup.run()).code).toBe(0)
  expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first' })
})

describe('a server that lies about a folder of several people', () => {
  it('has no more grants tried than eight that do not open an hour, after 256 keys', async () => {
    const setup = await setUpPull({ shared: true })
    await setup.send([{ name: 'a.txt', content: 'first' }])
    const failed = { known: maxFailedWraps, latest: failuresPerHour - 2 }
    await recordFailedWraps(setup, setup.owner.key.fingerprint, failed)
    const warningsOfRun = async (...args: string[]) =>
      messagesOfKind((await setup.run(...args)).events, 'warning').join()
    for (let run = 0; run < 3; run++) {
      const grant = toBase64(randomBytes(512))
      alterRoster(setup, ({ generations, ...roster }) => ({
        ...roster,
        generations: generations.map((one) => ({ ...one, grant })),
      }))
      const warnings = await warningsOfRun()
      expect([warnings.includes('does not open for you'), warnings.includes('--accept-unopened')]).toEqual([
        true,
        run === 2,
      ])
    }
    setup.proxy.alterAnswer = () => undefined
    expect(await warningsOfRun()).toContain('--accept-unopened')
    expect(await contentByPath(setup.dir)).toEqual({})
    await setup.run('--accept-unopened')
    expect(await contentByPath(setup.dir)).toEqual({ 'a.txt': 'first' })
  })

  it('cannot bring back an old state that this machine has seen the end of', async () => {
    const setup = await setUpTwoGenerations()
    expect((await setup.run()).code).toBe(0)
    await setup.send([{ name: 'c.txt', content: 'third' }])
    // Older contacts, too, and no folder that is known by them: what is left is what this machine has seen.
    alterRoster(setup, () => setup.old)
    const { code, message } = await setup.run()
    expect([code, message]).toEqual([3, expect.stringContaining('an older state of this folder')])
    expect(Object.keys(await contentByPath(setup.dir))).toEqual(['a.txt', 'b.txt'])
  })

  it('cannot take back what the person remembers', async () => {
    const setup = await setUpTwoGenerations()
    expect((await setup.run()).code).toBe(0)
    setup.proxy.alterAnswer = (call) => (call.endsWith('/contacts') ? { n: 0, sealed: null } : undefined)
    expect(await setup.run('--again')).toMatchObject({
      code: 3,
      message: expect.stringContaining('not as you left it') as string,
    })
  })

  it('is found out by a signature that is none, by no statements, and by altered ones', async () => {
    const setup = await setUpTwoGenerations()
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
    for (const [what, change, expectedText] of lies) {
      alterRoster(setup, change)
      const { code, message } = await setup.run()
      expect([code, message], what).toEqual([3, expect.stringContaining(expectedText)])
      expect(await contentByPath(setup.dir)).toEqual({})
    }
  })

  it('cannot show another title, or the people of another folder', async () => {
    const setup = await setUpTwoGenerations()
    setup.proxy.alterAnswer = (call, answer) =>
      /\/folders\/\d+$/.test(call) ? { ...(answer as object), title: 'Bank' } : undefined
    expect(await setup.run()).toMatchObject({
      code: 3,
      message: expect.stringContaining('another title') as string,
    })
    const other = await createSharedFolder(setup.owner, 'Tax')
    const roster = (await setup.owner.browser.get(`/api/folders/${other.id}/roster`)).json<Roster>()
    alterRoster(setup, () => roster)
    expect(await setup.run()).toMatchObject({
      code: 3,
      message: expect.stringContaining('another folder') as string,
    })
  })

  it('cannot pass it off as a folder of one person once it was opened, nor the other way round', async () => {
    const setup = await setUpTwoGenerations()
    await setup.run()
    await setup.send([{ name: 'c.txt', content: 'third' }])
    setup.proxy.alterAnswer = (call, answer) =>
      /\/folders\/\d+$/.test(call) ? { ...(answer as object), several: null } : undefined
    expect(await setup.run()).toMatchObject({
      code: 3,
      message: expect.stringContaining('which never happens to a folder') as string,
    })
  })

  it('leaves files shut whose generation it exchanges or withholds, and brings the others', async () => {
    const setup = await setUpTwoGenerations()
    alterRoster(setup, (roster) => ({
      ...roster,
      generations: roster.generations.map((one) => (one.gen === 1 ? { ...one, grant: null } : one)),
    }))
    const { code, events } = await setup.run()
    expect([code, failureByFile(events)]).toEqual([2, { 'a.txt': 'folder-key-closed' }])
    expect(messagesOfKind(events, 'warning').join()).toContain(
      'Generation 1 of the folder’s key does not open',
    )
    expect(await contentByPath(setup.dir)).toEqual({ 'b.txt': 'second' })
  })

  it('does not gain by a damaged memory of this machine', async () => {
    const setup = await setUpTwoGenerations()
    await setup.run()
    const folder = join(setup.contextOptions.env?.XDG_STATE_HOME ?? '', 'sealpost', 'trust')
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.json'))
    expect(await readFile(join(folder, name), 'utf8')).toContain('"rosters"')
    await writeFile(join(folder, name), '{')
    await setup.send([{ name: 'c.txt', content: 'third' }])
    expect(await setup.run()).toMatchObject({
      code: 3,
      message: expect.stringContaining('cannot be read') as string,
    })
  })
})
