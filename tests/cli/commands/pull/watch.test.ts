import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { CommandError } from '../../../../cli/exitCodes.ts'
import { contentByPath, failureByFile, messages, pullScene, writeScript } from './pullScene.ts'
import { startWatchedPull } from './watchedPull.ts'

it('brings what arrives, look by look, and nothing twice', async () => {
  const here = await pullScene()
  const { look, rests, context, end, ended } = await startWatchedPull(here, '--every', '7')
  expect(rests).toEqual([7000])
  for (const name of ['a', 'b', 'c']) {
    await here.send([{ name, content: name }])
    await look()
    expect(Object.keys(await contentByPath(here.dir))).toContain(name)
  }
  await rm(join(here.dir, 'a'))
  const before = here.front.calls.length
  for (let i = 0; i < 5; i++) await look()
  // While nothing changes, a look is one call.
  expect(here.front.calls.slice(before)).toHaveLength(5)
  expect(await contentByPath(here.dir)).toEqual({ b: 'b', c: 'c' })
  expect(context.told.filter(({ event }) => event === 'done')).toHaveLength(3)
  end()
  expect(await ended).toBeInstanceOf(Error)
})

it('waits for a server that is away, also at the beginning, says so once, and goes on', async () => {
  const here = await pullScene()
  here.front.isAway = true
  const { look, context, end } = await startWatchedPull(here)
  await look()
  await look()
  expect(messages(context.told, 'wait')).toHaveLength(1)
  here.front.isAway = false
  await here.send([{ name: 'a', content: 'a' }])
  await look()
  expect(messages(context.told, 'resume')).toHaveLength(1)
  expect(await contentByPath(here.dir)).toEqual({ a: 'a' })
  here.front.isAway = true
  await look()
  await look()
  here.front.isAway = false
  await here.send([{ name: 'b', content: 'b' }])
  await look()
  expect([messages(context.told, 'wait').length, messages(context.told, 'resume').length]).toEqual([2, 2])
  expect(await contentByPath(here.dir)).toEqual({ a: 'a', b: 'b' })
  end()
})

it('ends when the token is revoked, or the folder is not to be believed any more', async () => {
  const here = await pullScene()
  const { look, ended } = await startWatchedPull(here)
  await here.owner.browser.delete('/api/auth/api-tokens/1')
  await look()
  expect(await ended).toMatchObject({ exitCode: 3 })
  expect(((await ended) as CommandError).message).toContain('was revoked')
  const shared = await pullScene({ shared: true })
  const second = await startWatchedPull(shared)
  shared.front.alterAnswer = (call, answer) =>
    /\/folders\/\d+$/.test(call) ? { ...(answer as object), title: 'Bank' } : undefined
  await second.look()
  expect(await second.ended).toMatchObject({ exitCode: 3 })
})

it('tries what failed again, later and later, and tells of it once', async () => {
  const here = await pullScene()
  await here.send([{ name: 'a', content: 'a' }])
  here.front.alterAnswer = (call) => (call.endsWith('/files/keys') ? [] : undefined)
  const { look, context, end } = await startWatchedPull(here)
  await here.send([{ name: 'b', content: 'b' }])
  await look()
  await look()
  expect(failureByFile(context.told)).toEqual({ a: 'key-not-sent', b: 'key-not-sent' })
  expect(context.told.filter(({ event }) => event === 'failed')).toHaveLength(2)
  expect(here.front.calls.filter((call) => call.endsWith('/files/keys'))).toHaveLength(2)
  end()
})

it('goes on behind a file that a command refuses', async () => {
  const here = await pullScene()
  const { look, context, end } = await startWatchedPull(
    here,
    '--then',
    await writeScript('! grep -q virus "$1"'),
  )
  await here.send([{ name: 'bad', content: 'virus' }])
  await look()
  await here.send([{ name: 'good', content: 'fine' }])
  await look()
  expect(await contentByPath(here.dir)).toEqual({ good: 'fine' })
  expect(Object.keys(failureByFile(context.told))).toEqual(['bad'])
  end()
})

it('says of a batch that did not come whole once it grows no more', async () => {
  const here = await pullScene()
  const { look, context, end } = await startWatchedPull(here)
  const batch = 'A'.repeat(22)
  await here.send([{ name: '1', content: '1' }], { batch, first: 0, count: 3 })
  await look()
  await here.send([{ name: '2', content: '2' }], { batch, first: 1, count: 3 })
  await look()
  const said = () => messages(context.told, 'note').filter((text) => text.includes('of a batch'))
  expect(said()).toEqual([])
  await look()
  await look()
  expect(said()).toEqual([expect.stringContaining('2 of 3')])
  end()
})
