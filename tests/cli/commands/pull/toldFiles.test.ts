import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ReportEvent } from '../../../../cli/reporter.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { toldEvents } from '../../testContext.ts'
import { hashOf, runSend } from '../sendScene.ts'
import { contentByPath, pullScene, type PullScene, writeScript } from './pullScene.ts'
import { startWatchedPull } from './watchedPull.ts'

/** A folder whose senders are asked for their name, and one of them, who sends files below `docs`. */
async function asking(names = ['a.txt']): Promise<{ here: PullScene; sent: readonly ReportEvent[] }> {
  const here = await pullScene()
  const { owner, folder, front } = here
  const sender_fields = [{ label: 'Name', kind: 'text', required: true }]
  await owner.browser.put(`/api/folders/${folder.id}`, { ...folder, sender_fields })
  const root = await scratchFolder()
  await mkdir(join(root, 'docs'))
  for (const name of names) await writeFile(join(root, 'docs', name), name.slice(0, 1))
  const { end, context } = await runSend(
    { root, env: { XDG_STATE_HOME: root } },
    { args: [`${front.origin}/upload/${folder.link_token}`, 'docs'], answers: ["Zoë 'O'"] },
  )
  expect(end).toBe(0)
  return { here, sent: toldEvents(context, 'done') }
}

it('is the same file to whoever sends and whoever pulls it: name, number, hash and size', async () => {
  const { here, sent } = await asking()
  const facts = { event: 'done', file: 'docs/a.txt', id: 1, sha256: hashOf('a'), bytes: 1 }
  expect(sent).toEqual([{ ...facts, path: expect.stringMatching(/^\/.*\/docs\/a\.txt$/) as string }])
  const { context } = await here.run()
  expect(toldEvents(context, 'done')).toEqual([
    { ...facts, path: join(here.dir, 'docs/a.txt'), origin: 'not-proven' },
  ])
})

it('is told to a command by its environment: name, number, hash, and what its sender answered', async () => {
  const { here } = await asking()
  const log = join(await scratchFolder(), 'log')
  const spy = await writeScript(`env | grep '^SEALPOST_' | sort >> '${log}'`)
  expect((await here.run('--then', spy)).code).toBe(0)
  await here.send([{ name: 'b.txt', content: 'b' }])
  expect((await here.run('--then', spy)).code).toBe(0)
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
  const { here } = await asking()
  here.front.alterAnswer = (call) =>
    call.includes('/answers')
      ? { answers: [{ batch_id: 'A'.repeat(22), answers: 'AAAA' }], next: null }
      : undefined
  const spy = await writeScript(`test "$SEALPOST_ANSWERS" = '[]'`)
  expect((await here.run('--then', spy)).code).toBe(0)
  expect(Object.keys(await contentByPath(here.dir))).toEqual(['docs/a.txt'])
})

it('has answers that the server does not give looked for once, however often files of its batch come', async () => {
  const { here } = await asking(['a.txt', 'b.txt'])
  let hidden = 1
  here.front.alterAnswer = (call, answer) => {
    if (call.includes('/answers')) return { answers: [], next: null }
    return call.endsWith('/files')
      ? (answer as { id: number }[]).filter(({ id }) => id !== hidden)
      : undefined
  }
  const { look, end } = await startWatchedPull(here, '--then', await writeScript('true'))
  hidden = 0
  await here.send([{ name: 'c.txt', content: 'c' }])
  await look()
  expect(Object.keys(await contentByPath(here.dir)).sort()).toEqual(['c.txt', 'docs/a.txt', 'docs/b.txt'])
  expect(here.front.calls.filter((call) => call.includes('/answers'))).toHaveLength(1)
  end()
})
