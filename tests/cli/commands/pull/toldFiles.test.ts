import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { failuresPerHour, maxFailedWraps } from '../../../../cli/account/failedWraps.ts'
import type { ReportEvent } from '../../../../cli/reporter.ts'
import type { FileKeys } from '../../../../contract/schemas/folders.ts'
import { randomBytes, toBase64 } from '../../../../core/crypto/index.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { eventsOf } from '../../testContext.ts'
import { hashOf, runSend } from '../setUpSend.ts'
import {
  contentByPath,
  failureByFile,
  recordFailedWraps,
  setUpPull,
  type PullSetup,
  writeScript,
} from './setUpPull.ts'
import { startWatchedPull } from './watchedPull.ts'

/** A folder whose senders are asked for their name, and one of them, who sends files below `docs`. */
async function setUpSenderFields(
  names = ['a.txt'],
): Promise<{ setup: PullSetup; sent: readonly ReportEvent[] }> {
  const setup = await setUpPull()
  const { owner, folder, proxy } = setup
  const sender_fields = [{ label: 'Name', kind: 'text', required: true }]
  await owner.browser.put(`/api/folders/${folder.id}`, { ...folder, sender_fields })
  const root = await scratchFolder()
  await mkdir(join(root, 'docs'))
  for (const name of names) await writeFile(join(root, 'docs', name), name.slice(0, 1))
  const { outcome, context } = await runSend(
    { root, env: { XDG_STATE_HOME: root } },
    { args: [`${proxy.origin}/upload/${folder.link_token}`, 'docs'], answers: ["Zoë 'O'"] },
  )
  expect(outcome).toBe(0)
  return { setup, sent: eventsOf(context, 'done') }
}

it('is the same file to whoever sends and whoever pulls it: name, number, hash and size', async () => {
  const { setup, sent } = await setUpSenderFields()
  const facts = { event: 'done', file: 'docs/a.txt', id: 1, sha256: hashOf('a'), bytes: 1 }
  expect(sent).toEqual([{ ...facts, path: expect.stringMatching(/^\/.*\/docs\/a\.txt$/) as string }])
  const { context } = await setup.run()
  expect(eventsOf(context, 'done')).toEqual([
    { ...facts, path: join(setup.dir, 'docs/a.txt'), origin: 'not-proven' },
  ])
})

it('is told to a command by its environment: name, number, hash, and what its sender answered', async () => {
  const { setup } = await setUpSenderFields()
  const log = join(await scratchFolder(), 'log')
  const spy = await writeScript(`env | grep '^SEALPOST_' | sort >> '${log}'`)
  expect((await setup.run('--then', spy)).code).toBe(0)
  await setup.send([{ name: 'b.txt', content: 'b' }])
  expect((await setup.run('--then', spy)).code).toBe(0)
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  expect(lines).toEqual([
    `SEALPOST_ANSWERS=[{"label":"Name","value":"Zoë 'O'"}]`,
    'SEALPOST_FILE=docs/a.txt',
    'SEALPOST_ID=1',
    `SEALPOST_SHA256=${hashOf('a')}`,
    'SEALPOST_ANSWERS=[]',
    'SEALPOST_FILE=b.txt',
    'SEALPOST_ID=2',
    `SEALPOST_SHA256=${hashOf('b')}`,
  ])
})

it('has no answers that the server shows for another batch', async () => {
  const { setup } = await setUpSenderFields()
  setup.proxy.alterAnswer = (call) =>
    call.includes('/answers')
      ? { answers: [{ batch_id: 'A'.repeat(22), answers: 'AAAA' }], next: null }
      : undefined
  const spy = await writeScript(`test "$SEALPOST_ANSWERS" = '[]'`)
  expect((await setup.run('--then', spy)).code).toBe(0)
  expect(Object.keys(await contentByPath(setup.dir))).toEqual(['docs/a.txt'])
})

it('waits for its answers where too many keys did not open', async () => {
  const { setup } = await setUpSenderFields()
  const [junk] = await setup.send([{ name: 'junk.txt', content: 'b' }])
  setup.proxy.alterAnswer = (call, answer) =>
    call.endsWith('/files/keys')
      ? (answer as FileKeys[]).map((one) =>
          one.id === junk ? { ...one, encrypted_key: toBase64(randomBytes(512)) } : one,
        )
      : undefined
  // Of two keys the older one is tried first, and the last failure is that of the junk.
  const known = maxFailedWraps + failuresPerHour
  await recordFailedWraps(setup, setup.owner.key.fingerprint, { known, latest: failuresPerHour - 1 })
  const spy = await writeScript(`test "$SEALPOST_ANSWERS" != '[]'`)
  const first = await setup.run('--then', spy)
  expect([first.code, failureByFile(first.events)]).toEqual([
    2,
    { 'docs/a.txt': expect.stringContaining('--accept-unopened') as string, 'junk.txt': 'wrong-key' },
  ])
  expect(await contentByPath(setup.dir)).toEqual({})
  await setup.run('--then', spy, '--accept-unopened')
  expect(await contentByPath(setup.dir)).toEqual({ 'docs/a.txt': 'a' })
})

it('has answers asked for once, in however many rounds files of its batch come', async () => {
  const { setup } = await setUpSenderFields(['a.txt', 'b.txt'])
  let hidden = 1
  setup.proxy.alterAnswer = (call, answer) =>
    call.endsWith('/files') ? (answer as { id: number }[]).filter(({ id }) => id !== hidden) : undefined
  const spy = await writeScript(`test "$SEALPOST_FILE" = c.txt || test "$SEALPOST_ANSWERS" != '[]'`)
  const { nextPoll, stop } = await startWatchedPull(setup, '--then', spy)
  hidden = 0
  await setup.send([{ name: 'c.txt', content: 'c' }])
  await nextPoll()
  expect(Object.keys(await contentByPath(setup.dir)).sort()).toEqual(['c.txt', 'docs/a.txt', 'docs/b.txt'])
  expect(setup.proxy.calls.filter((call) => call.includes('/answers'))).toHaveLength(1)
  stop()
})

it('has answers that the server does not give looked for once, however often files of its batch come', async () => {
  const { setup } = await setUpSenderFields(['a.txt', 'b.txt'])
  let hidden = 1
  setup.proxy.alterAnswer = (call, answer) => {
    if (call.includes('/answers')) return { answers: [], next: null }
    return call.endsWith('/files')
      ? (answer as { id: number }[]).filter(({ id }) => id !== hidden)
      : undefined
  }
  const { nextPoll, stop } = await startWatchedPull(setup, '--then', await writeScript('true'))
  hidden = 0
  await setup.send([{ name: 'c.txt', content: 'c' }])
  await nextPoll()
  expect(Object.keys(await contentByPath(setup.dir)).sort()).toEqual(['c.txt', 'docs/a.txt', 'docs/b.txt'])
  expect(setup.proxy.calls.filter((call) => call.includes('/answers'))).toHaveLength(1)
  stop()
})
