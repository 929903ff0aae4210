import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CommandError } from '../../../../cli/exitCodes.ts'
import { pulledListFolder } from '../../../../cli/download/reservedFolders.ts'
import { cannotMount, mountSmallDisk } from '../../../server/mounts.ts'
import { eventsOf } from '../../testContext.ts'
import { contentByPath, failureByFile, messagesOfKind, setUpPull, writeScript } from './setUpPull.ts'
import { startWatchedPull } from './watchedPull.ts'

it('brings what arrives, look by look, and nothing twice', async () => {
  const setup = await setUpPull()
  const { nextPoll, delays, context, stop, outcome } = await startWatchedPull(setup, '--every', '7')
  expect(delays).toEqual([7000])
  for (const name of ['a', 'b', 'c']) {
    await setup.send([{ name, content: name }])
    await nextPoll()
    expect(Object.keys(await contentByPath(setup.dir))).toContain(name)
  }
  await rm(join(setup.dir, 'a'))
  const before = setup.proxy.calls.length
  for (let i = 0; i < 5; i++) await nextPoll()
  // While nothing changes, a look is one call.
  expect(setup.proxy.calls.slice(before)).toHaveLength(5)
  expect(await contentByPath(setup.dir)).toEqual({ b: 'b', c: 'c' })
  expect(context.events.filter(({ event }) => event === 'done')).toHaveLength(3)
  stop()
  expect(await outcome).toBeInstanceOf(Error)
})

it('waits for a server that is away, also at the beginning, says so once, and goes on', async () => {
  const setup = await setUpPull()
  setup.proxy.isAway = true
  const { nextPoll, context, stop } = await startWatchedPull(setup)
  await nextPoll()
  await nextPoll()
  expect(messagesOfKind(context.events, 'wait')).toHaveLength(1)
  setup.proxy.isAway = false
  await setup.send([{ name: 'a', content: 'a' }])
  await nextPoll()
  expect(messagesOfKind(context.events, 'resume')).toHaveLength(1)
  expect(await contentByPath(setup.dir)).toEqual({ a: 'a' })
  setup.proxy.isAway = true
  await nextPoll()
  await nextPoll()
  setup.proxy.isAway = false
  await setup.send([{ name: 'b', content: 'b' }])
  await nextPoll()
  expect([
    messagesOfKind(context.events, 'wait').length,
    messagesOfKind(context.events, 'resume').length,
  ]).toEqual([2, 2])
  expect(await contentByPath(setup.dir)).toEqual({ a: 'a', b: 'b' })
  stop()
})

it('ends when the token is revoked, or the folder is not to be believed any more', async () => {
  const setup = await setUpPull()
  const { nextPoll, outcome } = await startWatchedPull(setup)
  await setup.owner.browser.delete('/api/auth/api-tokens/1')
  await nextPoll()
  expect(await outcome).toMatchObject({ exitCode: 3 })
  expect(((await outcome) as CommandError).message).toContain('was revoked')
  const sharedSetup = await setUpPull({ shared: true })
  const second = await startWatchedPull(sharedSetup)
  sharedSetup.proxy.alterAnswer = (call, answer) =>
    /\/folders\/\d+$/.test(call) ? { ...(answer as object), title: 'Bank' } : undefined
  await second.nextPoll()
  expect(await second.outcome).toMatchObject({ exitCode: 3 })
})

it('tries what failed again, later and later, and tells of it once', async () => {
  const setup = await setUpPull()
  await setup.send([{ name: 'a', content: 'a' }])
  setup.proxy.alterAnswer = (call) => (call.endsWith('/files/keys') ? [] : undefined)
  const { nextPoll, context, stop } = await startWatchedPull(setup)
  await setup.send([{ name: 'b', content: 'b' }])
  await nextPoll()
  await nextPoll()
  expect(failureByFile(context.events)).toEqual({ a: 'key-not-sent', b: 'key-not-sent' })
  expect(context.events.filter(({ event }) => event === 'failed')).toHaveLength(2)
  expect(setup.proxy.calls.filter((call) => call.endsWith('/files/keys'))).toHaveLength(2)
  stop()
})

it('goes on behind a file that a command refuses', async () => {
  const setup = await setUpPull()
  const { nextPoll, context, stop } = await startWatchedPull(
    setup,
    '--then',
    await writeScript('! grep -q virus "$1"'),
  )
  await setup.send([{ name: 'bad', content: 'virus' }])
  await nextPoll()
  await setup.send([{ name: 'good', content: 'fine' }])
  await nextPoll()
  expect(await contentByPath(setup.dir)).toEqual({ good: 'fine' })
  expect(Object.keys(failureByFile(context.events))).toEqual(['bad'])
  stop()
})

it('says of a batch that did not come whole once it grows no more', async () => {
  const setup = await setUpPull()
  const { nextPoll, context, stop } = await startWatchedPull(setup)
  const batch = 'A'.repeat(22)
  await setup.send([{ name: '1', content: '1' }], { batch, first: 0, count: 3 })
  await nextPoll()
  await setup.send([{ name: '2', content: '2' }], { batch, first: 1, count: 3 })
  await nextPoll()
  const batchNotes = () =>
    messagesOfKind(context.events, 'note').filter((text) => text.includes('of a batch'))
  expect(batchNotes()).toEqual([])
  await nextPoll()
  await nextPoll()
  expect(batchNotes()).toEqual([expect.stringContaining('2 of 3')])
  stop()
})

it.skipIf(cannotMount)(
  `waits for room to note what it has pulled, and forgets nothing of it ${cannotMount ?? ''}`,
  async () => {
    const setup = await setUpPull()
    const listFolder = join(setup.dir, pulledListFolder)
    await mkdir(listFolder, { recursive: true })
    await mountSmallDisk(listFolder, '8k')
    const { nextPoll, context, stop, outcome } = await startWatchedPull(setup)
    const filler = join(listFolder, 'filler')
    await writeFile(filler, 'x')
    // More than the rest of a page has room for.
    const names = Array.from({ length: 20 }, (_, at) => `${at}`.padEnd(200, 'x'))
    await setup.send(names.map((name) => ({ name, content: name })))
    await nextPoll()
    // What is in place already finds no room either.
    await nextPoll()
    expect(messagesOfKind(context.events, 'wait')).toHaveLength(1)
    await rm(filler)
    await nextPoll()
    expect(eventsOf(context, 'done').map(({ file }) => file)).toEqual(expect.arrayContaining(names))
    expect(eventsOf(context, 'done')).toHaveLength(names.length)
    const lines = (await readFile(join(listFolder, 'files.jsonl'), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(1 + names.length)
    stop()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  },
)
