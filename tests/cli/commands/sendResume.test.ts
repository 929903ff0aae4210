import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { MiB } from '../../../contract/limits.ts'
import { otherRecipientKey } from '../../server/testServer.ts'
import { uploadIdsThrough } from '../../transfer/setUpTransfer.ts'
import { messagesOf, eventsOf } from '../testContext.ts'
import { hashOf, hashOfFile, runSend, setUpSend, type SendSetup, storedHashes } from './setUpSend.ts'

const programPath = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))
const uploadsDirOf = ({ pathOf }: SendSetup) => pathOf('state/sealpost/uploads')

/** The program itself, in a process of its own. */
function spawnSend({ root, env }: SendSetup, args: readonly string[]) {
  const child = spawn(process.execPath, [programPath, 'send', '--json', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.on('data', (piece: Buffer) => (printed += piece.toString()))
  const exitCode = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    ended: exitCode,
    lines: () =>
      printed
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as JsonLine),
  }
}

interface JsonLine {
  event: string
  file: string | null
  message?: string
}

/** Kills it when so many bytes have come. */
async function killAtBytes(setup: SendSetup, args: readonly string[], bytes: number): Promise<void> {
  const reached = setup.proxy.holdAt(bytes)
  const { child, ended: exitCode } = spawnSend(setup, args)
  await Promise.race([
    reached,
    exitCode.then((code) => expect.fail(`ended with ${code} before it was killed`)),
  ])
  child.kill('SIGKILL')
  await exitCode
  setup.proxy.resume()
}

it(
  'is killed five times, and goes on each time: one upload of the large file, one name for each, one receipt',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpSend()
    const names = Array.from({ length: 40 }, (_, at) => `here/${at % 4}/${at}.txt`)
    for (const name of names) await setup.writeFile(name, name)
    await setup.writeFile('here/large.bin', randomBytes(70 * MiB + 11))
    const args = [setup.link, 'here']
    // Together less than the file, so that the fifth is killed in its midst even where none of the parts got lost.
    for (let kill = 1; kill <= 5; kill++) await killAtBytes(setup, args, setup.proxy.bodyBytes + 12 * MiB)
    expect(await readdir(uploadsDirOf(setup))).toHaveLength(1)
    const { outcome, context } = await runSend(setup, { args })
    expect(outcome).toBe(0)
    expect(eventsOf(context, 'start')[0]?.bytes).toBeGreaterThan(0)
    const hashes = Object.fromEntries(names.map((name) => [name, hashOf(name)]))
    expect(await storedHashes(setup)).toEqual({
      ...hashes,
      'here/large.bin': await hashOfFile(setup.pathOf('here/large.bin')),
    })
    expect(uploadIdsThrough(setup.proxy).size).toBe(1)
    const receipt = await readFile(eventsOf(context, 'wrote')[0]?.path ?? '', 'utf8')
    for (const name of [...names, 'here/large.bin']) expect(receipt).toContain(name)
    expect(receipt).toContain('Total files: 41')
    expect(await readdir(uploadsDirOf(setup))).toEqual([])
  },
)

/** More than is sealed ahead of one file. */
const bytesBeyondSealedAhead = 66 * MiB

/** Leaves a batch in which the small files have ended and the large one has not. */
async function interruptLargeFile(setup: SendSetup, size = 34 * MiB): Promise<void> {
  await setup.writeFile('here/a.txt', 'a')
  await setup.writeFile('here/b.txt', 'b')
  await setup.writeFile('here/large.bin', randomBytes(size))
  const reached = setup.proxy.holdAt(size - 14 * MiB)
  let left = 2
  const { outcome, context } = await runSend(setup, {
    args: [setup.link, 'here'],
    onEvent: ({ event }, interrupt) => {
      if (event === 'done' && --left === 0) void reached.then(interrupt)
    },
  })
  expect(outcome).toMatchObject({
    exitCode: 4,
    message: expect.stringContaining('run the same command again') as string,
  })
  expect(eventsOf(context, 'done')).toHaveLength(2)
  setup.proxy.resume()
}

const hashOfLargeFile = ({ pathOf }: SendSetup) => hashOfFile(pathOf('here/large.bin'))

it(
  'sends nothing that has ended again, what has changed as it is now, and new files of the folder besides',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpSend()
    await interruptLargeFile(setup, bytesBeyondSealedAhead)
    await setup.writeFile('here/b.txt', 'b, changed')
    await setup.writeFile('here/new.txt', 'new')
    const { outcome, context } = await runSend(setup, { args: [setup.link, 'here'] })
    expect(outcome).toBe(0)
    expect(
      eventsOf(context, 'done')
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['here/b.txt', 'here/large.bin', 'here/new.txt'])
    expect(await storedHashes(setup)).toEqual({
      'here/a.txt': hashOf('a'),
      'here/b.txt': hashOf('b'),
      'here/b (2).txt': hashOf('b, changed'),
      'here/new.txt': hashOf('new'),
      'here/large.bin': await hashOfLargeFile(setup),
    })
    expect(uploadIdsThrough(setup.proxy).size).toBe(1)
    expect(await readFile(eventsOf(context, 'wrote')[0]?.path ?? '', 'utf8')).toContain('Total files: 5')
  },
)

it(
  'leaves in order what a signal ends, says how to go on, and ends as shells say it',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpSend()
    await setup.writeFile('here/large.bin', randomBytes(66 * MiB))
    const reached = setup.proxy.holdAt(20 * MiB)
    const { child, ended: exitCode, lines } = spawnSend(setup, [setup.link, 'here'])
    await reached
    child.kill('SIGINT')
    expect(await exitCode).toBe(130)
    expect(lines().at(-1)).toMatchObject({
      event: 'error',
      message: expect.stringContaining('run the same command again') as string,
    })
    setup.proxy.resume()
    const second = spawnSend(setup, [setup.link, 'here'])
    expect(await second.ended).toBe(0)
    expect(second.lines().map(({ event }) => event)).toContain('wrote')
    expect(uploadIdsThrough(setup.proxy).size).toBe(1)
  },
)

it(
  'begins a file anew whose content changed while nobody sent, with a key of its own',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpSend()
    await interruptLargeFile(setup, bytesBeyondSealedAhead)
    await setup.writeFile('here/large.bin', randomBytes(66 * MiB))
    const { outcome } = await runSend(setup, { args: [setup.link, 'here'] })
    expect(outcome).toBe(0)
    expect((await storedHashes(setup))['here/large.bin']).toBe(await hashOfLargeFile(setup))
    expect(uploadIdsThrough(setup.proxy).size).toBe(2)
  },
)

it('leaves out what is not there any more, says so, and takes its parts from the server', async () => {
  const setup = await setUpSend()
  await interruptLargeFile(setup)
  await rm(setup.pathOf('here/large.bin'))
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'here'] })
  expect(outcome).toBe(0)
  expect(messagesOf(context)).toContain(
    'here/large.bin was not completed before, and does not exist any more',
  )
  expect(eventsOf(context, 'done')).toEqual([])
  await expect
    .poll(async () => (await setup.admin.get(`/api/folders/${setup.folder.id}/uploads`)).json<unknown[]>())
    .toEqual([])
})

it('needs no byte more where all was stored, and the receipt alone is missing', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  await setup.writeFile('here/large.bin', randomBytes(18 * MiB))
  const first = await runSend(setup, { args: [setup.link, 'here'], options: { receipt: 'no/such/folder' } })
  expect(first.outcome).toBe(0)
  expect(messagesOf(first.context)).toContain('The receipt could not be written')
  const before = setup.proxy.bodyBytes
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'here'] })
  expect(outcome).toBe(0)
  expect(setup.proxy.bodyBytes).toBe(before)
  expect(await readFile(eventsOf(context, 'wrote')[0]?.path ?? '', 'utf8')).toContain('Total files: 2')
})

it('goes on with a large file of which only the confirmation was lost, without its parts', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/large.bin', randomBytes(18 * MiB))
  setup.proxy.dropAnswerTo(({ method }) => method === 'POST' && setup.proxy.bodyBytes > 18 * MiB)
  const { outcome: first } = await runSend(setup, {
    args: [setup.link, 'here'],
    onEvent: ({ event }, interrupt) => event === 'wait' && interrupt(),
  })
  expect(first).toMatchObject({ exitCode: 4 })
  const before = setup.proxy.bodyBytes
  const { outcome } = await runSend(setup, { args: [setup.link, 'here'] })
  expect(outcome).toBe(0)
  expect(setup.proxy.bodyBytes - before).toBeLessThan(MiB)
  expect(await storedHashes(setup)).toEqual({ 'here/large.bin': await hashOfLargeFile(setup) })
})

it('refuses another key than the one that was begun with, by the words of both; and sends all anew if told to', async () => {
  const setup = await setUpSend()
  await interruptLargeFile(setup)
  await setup.server.services.db.updateTable('user').set({ public_key_spki: otherRecipientKey }).execute()
  const before = setup.proxy.partRequests
  const { outcome } = await runSend(setup, { args: [setup.link, 'here'] })
  expect(outcome).toMatchObject({ exitCode: 3 })
  const { message } = outcome as Error
  const [begun, offered] = [/Began with: (.*)/, /Offered: {4}(.*)/].map((line) =>
    line.exec(message)?.[1]?.split(' '),
  )
  expect([begun?.length, offered?.length]).toEqual([12, 12])
  expect(begun).not.toEqual(offered)
  expect(setup.proxy.partRequests).toBe(before)
  const { outcome: anew, context } = await runSend(setup, {
    args: [setup.link, 'here'],
    options: { anew: true, fingerprint: (offered ?? []).join(' ') },
  })
  expect(anew).toBe(0)
  expect(eventsOf(context, 'done')).toHaveLength(3)
})

it('sends the same once at a time: a second process says so, and the first goes on', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/large.bin', randomBytes(18 * MiB))
  const reached = setup.proxy.holdAt(MiB)
  const first = runSend(setup, { args: [setup.link, 'here'] })
  await reached
  const { outcome } = await runSend(setup, { args: [setup.link, 'here'] })
  expect(outcome).toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('Another process is sending') as string,
  })
  setup.proxy.resume()
  expect((await first).outcome).toBe(0)
})

it('keeps nothing where that is wanted, and says what is lost', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/large.bin', randomBytes(34 * MiB))
  const reached = setup.proxy.holdAt(20 * MiB)
  const { outcome } = await runSend(setup, {
    args: [setup.link, 'here'],
    options: { 'no-journal': true },
    onEvent: ({ event }, interrupt) => event === 'start' && void reached.then(interrupt),
  })
  expect(outcome).toMatchObject({
    exitCode: 4,
    message: expect.stringContaining('sends everything again') as string,
  })
  await expect(readdir(uploadsDirOf(setup))).rejects.toThrow('ENOENT')
})

it('goes on without a journal, and says so, where none can be kept', async () => {
  const setup = await setUpSend()
  await setup.writeFile('a.txt', 'a')
  await writeFile(setup.pathOf('state'), 'a file in the place of the folder')
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'a.txt'] })
  expect(outcome).toBe(0)
  expect(messagesOf(context)).toContain('cannot be resumed')
})

it('tries again what failed, and nothing else', async () => {
  const setup = await setUpSend()
  await setup.writeFile('here/a.txt', 'a')
  await setup.writeFile('here/b.txt', 'b')
  const first = await runSend(setup, { args: [setup.link, 'here', 'missing.txt'] })
  expect(first.outcome).toBe(2)
  await setup.writeFile('missing.txt', 'there now')
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'here', 'missing.txt'] })
  expect(outcome).toBe(0)
  expect(eventsOf(context, 'done').map(({ file }) => file)).toEqual(['missing.txt'])
  expect(Object.keys(await storedHashes(setup))).toHaveLength(3)
})
