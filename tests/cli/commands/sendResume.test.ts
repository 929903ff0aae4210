import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { MiB } from '../../../contract/limits.ts'
import { otherRecipientKey } from '../../server/testServer.ts'
import { uploadsOf } from '../../transfer/scene.ts'
import { toldMessages, toldEvents } from '../testContext.ts'
import { hashOf, hashOfFile, runSend, sendScene, type SendScene, storedHashes } from './sendScene.ts'

const program = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))
const stateIn = ({ at }: SendScene) => at('state/sealpost/uploads')

/** The program itself, in a process of its own. */
function spawnSend({ root, env }: SendScene, args: readonly string[]) {
  const child = spawn(process.execPath, [program, 'send', '--json', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (piece: Buffer) => (printed += piece.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    ended,
    lines: () =>
      printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line),
  }
}

interface Line {
  event: string
  file: string | null
  message?: string
}

/** Kills it when so many bytes have come. */
async function killedAt(its: SendScene, args: readonly string[], bytes: number): Promise<void> {
  const reached = its.proxy.holdAt(bytes)
  const { child, ended } = spawnSend(its, args)
  await Promise.race([reached, ended.then((code) => expect.fail(`ended with ${code} before it was killed`))])
  child.kill('SIGKILL')
  await ended
  its.proxy.resume()
}

it(
  'is killed five times, and goes on each time: one upload of the large file, one name for each, one receipt',
  { tags: 'thorough' },
  async () => {
    const its = await sendScene()
    const names = Array.from({ length: 40 }, (_, at) => `here/${at % 4}/${at}.txt`)
    for (const name of names) await its.put(name, name)
    await its.put('here/large.bin', randomBytes(70 * MiB + 11))
    const args = [its.link, 'here']
    // Together less than the file, so that the fifth is killed in its midst even where none of the parts got lost.
    for (let kill = 1; kill <= 5; kill++) await killedAt(its, args, its.proxy.bodyBytes + 12 * MiB)
    expect(await readdir(stateIn(its))).toHaveLength(1)
    const { end, context } = await runSend(its, { args })
    expect(end).toBe(0)
    expect(toldEvents(context, 'start')[0]?.bytes).toBeGreaterThan(0)
    const hashes = Object.fromEntries(names.map((name) => [name, hashOf(name)]))
    expect(await storedHashes(its)).toEqual({
      ...hashes,
      'here/large.bin': await hashOfFile(its.at('here/large.bin')),
    })
    expect(uploadsOf(its.proxy).size).toBe(1)
    const receipt = await readFile(toldEvents(context, 'wrote')[0]?.path ?? '', 'utf8')
    for (const name of [...names, 'here/large.bin']) expect(receipt).toContain(name)
    expect(receipt).toContain('Total files: 41')
    expect(await readdir(stateIn(its))).toEqual([])
  },
)

/** More than is sealed ahead of one file. */
const notSealedAhead = 66 * MiB

/** Leaves a batch in which the small files have ended and the large one has not. */
async function brokenOff(its: SendScene, size = 34 * MiB): Promise<void> {
  await its.put('here/a.txt', 'a')
  await its.put('here/b.txt', 'b')
  await its.put('here/large.bin', randomBytes(size))
  const reached = its.proxy.holdAt(size - 14 * MiB)
  let left = 2
  const { end, context } = await runSend(its, {
    args: [its.link, 'here'],
    hear: ({ event }, interrupt) => {
      if (event === 'done' && --left === 0) void reached.then(interrupt)
    },
  })
  expect(end).toMatchObject({
    exitCode: 4,
    message: expect.stringContaining('run the same command again') as string,
  })
  expect(toldEvents(context, 'done')).toHaveLength(2)
  its.proxy.resume()
}

const large = ({ at }: SendScene) => hashOfFile(at('here/large.bin'))

it(
  'sends nothing that has ended again, what has changed as it is now, and new files of the folder besides',
  { tags: 'thorough' },
  async () => {
    const its = await sendScene()
    await brokenOff(its, notSealedAhead)
    await its.put('here/b.txt', 'b, changed')
    await its.put('here/new.txt', 'new')
    const { end, context } = await runSend(its, { args: [its.link, 'here'] })
    expect(end).toBe(0)
    expect(
      toldEvents(context, 'done')
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['here/b.txt', 'here/large.bin', 'here/new.txt'])
    expect(await storedHashes(its)).toEqual({
      'here/a.txt': hashOf('a'),
      'here/b.txt': hashOf('b'),
      'here/b (2).txt': hashOf('b, changed'),
      'here/new.txt': hashOf('new'),
      'here/large.bin': await large(its),
    })
    expect(uploadsOf(its.proxy).size).toBe(1)
    expect(await readFile(toldEvents(context, 'wrote')[0]?.path ?? '', 'utf8')).toContain('Total files: 5')
  },
)

it(
  'leaves in order what a signal ends, says how to go on, and ends as shells say it',
  { tags: 'thorough' },
  async () => {
    const its = await sendScene()
    await its.put('here/large.bin', randomBytes(66 * MiB))
    const reached = its.proxy.holdAt(20 * MiB)
    const { child, ended, lines } = spawnSend(its, [its.link, 'here'])
    await reached
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    expect(lines().at(-1)).toMatchObject({
      event: 'error',
      message: expect.stringContaining('run the same command again') as string,
    })
    its.proxy.resume()
    const second = spawnSend(its, [its.link, 'here'])
    expect(await second.ended).toBe(0)
    expect(second.lines().map(({ event }) => event)).toContain('wrote')
    expect(uploadsOf(its.proxy).size).toBe(1)
  },
)

it(
  'begins a file anew whose content changed while nobody sent, with a key of its own',
  { tags: 'thorough' },
  async () => {
    const its = await sendScene()
    await brokenOff(its, notSealedAhead)
    await its.put('here/large.bin', randomBytes(66 * MiB))
    const { end } = await runSend(its, { args: [its.link, 'here'] })
    expect(end).toBe(0)
    expect((await storedHashes(its))['here/large.bin']).toBe(await large(its))
    expect(uploadsOf(its.proxy).size).toBe(2)
  },
)

it('leaves out what is not there any more, says so, and takes its parts from the server', async () => {
  const its = await sendScene()
  await brokenOff(its)
  await rm(its.at('here/large.bin'))
  const { end, context } = await runSend(its, { args: [its.link, 'here'] })
  expect(end).toBe(0)
  expect(toldMessages(context)).toContain('here/large.bin was begun, and is not there any more')
  expect(toldEvents(context, 'done')).toEqual([])
  await expect
    .poll(async () => (await its.admin.get(`/api/folders/${its.folder.id}/uploads`)).json<unknown[]>())
    .toEqual([])
})

it('needs no byte more where all was stored, and the receipt alone is missing', async () => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  await its.put('here/large.bin', randomBytes(18 * MiB))
  const first = await runSend(its, { args: [its.link, 'here'], options: { receipt: 'no/such/folder' } })
  expect(first.end).toBe(0)
  expect(toldMessages(first.context)).toContain('The receipt could not be written')
  const before = its.proxy.bodyBytes
  const { end, context } = await runSend(its, { args: [its.link, 'here'] })
  expect(end).toBe(0)
  expect(its.proxy.bodyBytes).toBe(before)
  expect(await readFile(toldEvents(context, 'wrote')[0]?.path ?? '', 'utf8')).toContain('Total files: 2')
})

it('goes on with a large file of which only the confirmation was lost, without its parts', async () => {
  const its = await sendScene()
  await its.put('here/large.bin', randomBytes(18 * MiB))
  its.proxy.dropAnswerTo(({ method }) => method === 'POST' && its.proxy.bodyBytes > 18 * MiB)
  const { end: first } = await runSend(its, {
    args: [its.link, 'here'],
    hear: ({ event }, interrupt) => event === 'wait' && interrupt(),
  })
  expect(first).toMatchObject({ exitCode: 4 })
  const before = its.proxy.bodyBytes
  const { end } = await runSend(its, { args: [its.link, 'here'] })
  expect(end).toBe(0)
  expect(its.proxy.bodyBytes - before).toBeLessThan(MiB)
  expect(await storedHashes(its)).toEqual({ 'here/large.bin': await large(its) })
})

it('refuses another key than the one that was begun with, by the words of both; and sends all anew if told to', async () => {
  const its = await sendScene()
  await brokenOff(its)
  await its.server.services.db.updateTable('user').set({ public_key_spki: otherRecipientKey }).execute()
  const before = its.proxy.partRequests
  const { end } = await runSend(its, { args: [its.link, 'here'] })
  expect(end).toMatchObject({ exitCode: 3 })
  const { message } = end as Error
  const [begun, offered] = [/Begun for: (.*)/, /Offered: {3}(.*)/].map((line) =>
    line.exec(message)?.[1]?.split(' '),
  )
  expect([begun?.length, offered?.length]).toEqual([12, 12])
  expect(begun).not.toEqual(offered)
  expect(its.proxy.partRequests).toBe(before)
  const { end: anew, context } = await runSend(its, {
    args: [its.link, 'here'],
    options: { anew: true, fingerprint: (offered ?? []).join(' ') },
  })
  expect(anew).toBe(0)
  expect(toldEvents(context, 'done')).toHaveLength(3)
})

it('sends the same once at a time: a second process says so, and the first goes on', async () => {
  const its = await sendScene()
  await its.put('here/large.bin', randomBytes(18 * MiB))
  const reached = its.proxy.holdAt(MiB)
  const first = runSend(its, { args: [its.link, 'here'] })
  await reached
  const { end } = await runSend(its, { args: [its.link, 'here'] })
  expect(end).toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('Another process is sending') as string,
  })
  its.proxy.resume()
  expect((await first).end).toBe(0)
})

it('keeps nothing where that is wanted, and says what is lost', async () => {
  const its = await sendScene()
  await its.put('here/large.bin', randomBytes(34 * MiB))
  const reached = its.proxy.holdAt(20 * MiB)
  const { end } = await runSend(its, {
    args: [its.link, 'here'],
    options: { 'no-journal': true },
    hear: ({ event }, interrupt) => event === 'start' && void reached.then(interrupt),
  })
  expect(end).toMatchObject({ exitCode: 4, message: expect.stringContaining('anew') as string })
  await expect(readdir(stateIn(its))).rejects.toThrow('ENOENT')
})

it('goes on without a journal, and says so, where none can be kept', async () => {
  const its = await sendScene()
  await its.put('a.txt', 'a')
  await writeFile(its.at('state'), 'a file in the place of the folder')
  const { end, context } = await runSend(its, { args: [its.link, 'a.txt'] })
  expect(end).toBe(0)
  expect(toldMessages(context)).toContain('cannot be gone on with')
})

it('tries again what failed, and nothing else', async () => {
  const its = await sendScene()
  await its.put('here/a.txt', 'a')
  await its.put('here/b.txt', 'b')
  const first = await runSend(its, { args: [its.link, 'here', 'missing.txt'] })
  expect(first.end).toBe(2)
  await its.put('missing.txt', 'there now')
  const { end, context } = await runSend(its, { args: [its.link, 'here', 'missing.txt'] })
  expect(end).toBe(0)
  expect(toldEvents(context, 'done').map(({ file }) => file)).toEqual(['missing.txt'])
  expect(Object.keys(await storedHashes(its))).toHaveLength(3)
})
