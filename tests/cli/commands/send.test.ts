import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeReceipt } from '../../../cli/send/receiptFile.ts'
import { spoolInput } from '../../../cli/send/spoolInput.ts'
import { MiB, usualMaxFileBytes } from '../../../contract/limits.ts'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { cannotMount, mountSmallDisk } from '../../server/mounts.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { uploadIdsThrough } from '../../transfer/setUpTransfer.ts'
import { messagesOf, eventsOf } from '../testContext.ts'
import { hashOf, runSend, setUpSend, storedHashes } from './setUpSend.ts'

it('sends files and folders with their tree, tells how it goes, and writes a receipt of them', async () => {
  const setup = await setUpSend()
  const large = randomBytes(18 * MiB + 5)
  await setup.writeFile('here/a.txt', 'a')
  await setup.writeFile('here/deep/er/b.bin', large)
  await setup.writeFile('here/deep/empty', '')
  await setup.writeFile('alone.txt', 'alone')
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'here', 'alone.txt'] })
  expect(outcome).toBe(0)
  expect(await storedHashes(setup)).toEqual({
    'alone.txt': hashOf('alone'),
    'here/a.txt': hashOf('a'),
    'here/deep/er/b.bin': hashOf(large),
    'here/deep/empty': hashOf(''),
  })
  const total = large.length + 6
  expect(eventsOf(context, 'start')).toEqual([{ event: 'start', files: 4, bytes: 0, total }])
  expect(eventsOf(context, 'progress').at(-1)).toEqual({ event: 'progress', bytes: total, total })
  expect(new Set(eventsOf(context, 'done').map(({ file, bytes }) => `${file} ${bytes}`))).toEqual(
    new Set(['alone.txt 5', 'here/a.txt 1', `here/deep/er/b.bin ${large.length}`, 'here/deep/empty 0']),
  )
  const [receipt] = eventsOf(context, 'wrote')
  const text = await readFile(receipt?.path ?? '', 'utf8')
  for (const path of ['alone.txt', 'here/a.txt', 'here/deep/er/b.bin', 'here/deep/empty'])
    expect(text).toContain(path)
  expect(text).toContain(hashOf(large))
  expect(text).toContain('Total files: 4')
  expect(await readdir(setup.pathOf('state/sealpost/uploads'))).toEqual([])
})

it('says before it sends how long the folder keeps files, and then until when', async () => {
  const setup = await setUpSend({ retention_days: 7 })
  await setup.writeFile('a.txt', 'a')
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'a.txt'] })
  expect(outcome).toBe(0)
  const [file] = (await setup.admin.get(`/api/folders/${setup.folder.id}/files`)).json<FileRecord[]>()
  const end = file?.expires_at ?? ''
  const said = 'The folder deletes files 7 days after they arrive. Its owner may keep them longer.'
  const [before, start, after] = [
    context.events.findIndex((event) => 'message' in event && event.message === said),
    context.events.findIndex(({ event }) => event === 'start'),
    context.events.findIndex(
      (event) => event.event === 'note' && event.message.includes(`deleted from ${end.slice(0, 16)}Z on`),
    ),
  ]
  expect([before >= 0, before < start, start < after]).toEqual([true, true, true])
  expect(eventsOf(context, 'done')).toMatchObject([{ expires_at: end }])
  const receipt = await readFile(eventsOf(context, 'wrote')[0]?.path ?? '', 'utf8')
  expect(receipt).toContain(`(${end}) on, unless the owner keeps them longer.`)
})

it('says nothing of the kind where files stay', async () => {
  const setup = await setUpSend()
  await setup.writeFile('a.txt', 'a')
  const { context } = await runSend(setup, { args: [setup.link, 'a.txt'] })
  expect(JSON.stringify(context.events)).not.toMatch(/delete|expires_at/)
  expect(await readFile(eventsOf(context, 'wrote')[0]?.path ?? '', 'utf8')).not.toContain('deleted')
})

describe('what stands below the paths', () => {
  it('is sent with odd names as they are, and one that is no UTF-8 under one that is', async () => {
    const setup = await setUpSend()
    const odd = [
      'quote".txt',
      'back\\slash',
      'new\nline',
      '%22',
      ' blank ',
      '-dash',
      'ünï 日本 🦭',
      'a;b=c',
      'Icon\r',
    ]
    for (const name of odd) await setup.writeFile(`here/${name}`, name)
    const bytes = Buffer.concat([Buffer.from(setup.pathOf('here/')), Buffer.from([0x66, 0xff, 0xfe])])
    await writeFile(bytes, 'no utf-8')
    await setup.writeFile('here/f\uFFFD\uFFFD', 'its namesake')
    const { outcome, context } = await runSend(setup, { args: [setup.link, 'here'] })
    expect(outcome).toBe(0)
    const stored = await storedHashes(setup)
    expect(new Set(Object.values(stored))).toEqual(new Set([...odd, 'no utf-8', 'its namesake'].map(hashOf)))
    expect(stored['here/f\uFFFD\uFFFD (2)']).toBe(hashOf('no utf-8'))
    expect(messagesOf(context)).toContain('stands for a name that is not in UTF-8')
  })

  it('is left out with a word where it is a link, a pipe or a socket; a link that is named is followed', async () => {
    const setup = await setUpSend()
    await setup.writeFile('here/a.txt', 'a')
    await symlink('.', setup.pathOf('here/loop'))
    await symlink('a.txt', setup.pathOf('here/link'))
    await symlink('nowhere', setup.pathOf('here/dangling'))
    await symlink('here', setup.pathOf('named'))
    execFileSync('mkfifo', [setup.pathOf('here/pipe')])
    const socket = createServer().listen(setup.pathOf('here/socket'))
    onTestFinished(() => void socket.close())
    await setup.writeFile('here/.DS_Store', 'x')
    await mkdir(setup.pathOf('here/none'))
    const { outcome, context } = await runSend(setup, { args: [setup.link, 'named'] })
    expect(outcome).toBe(0)
    expect(await storedHashes(setup)).toEqual({ 'named/a.txt': hashOf('a') })
    const warnings = eventsOf(context, 'warning').map(({ message }) => message)
    for (const what of [
      'link is a symbolic link',
      'dangling is a symbolic link',
      'loop is a symbolic link',
      'pipe is a pipe',
      'socket is a socket',
    ])
      expect(warnings).toContainEqual(expect.stringContaining(what))
    expect(warnings).toContainEqual(expect.stringContaining('named/none is a folder without files'))
  })

  it('is sent under the name of the link that is named, which fails where it leads nowhere', async () => {
    const setup = await setUpSend()
    await setup.writeFile('a.txt', 'a')
    await symlink('a.txt', setup.pathOf('link.txt'))
    await symlink('nowhere', setup.pathOf('dangling'))
    const { outcome, context } = await runSend(setup, { args: [setup.link, 'link.txt', 'dangling'] })
    expect(outcome).toBe(2)
    expect(await storedHashes(setup)).toEqual({ 'link.txt': hashOf('a') })
    expect(eventsOf(context, 'failed')).toEqual([
      expect.objectContaining({
        why: 'It is a symbolic link that cannot be followed: There is no such file or folder.',
      }),
    ])
  })

  it('fails by itself where it is missing, too large or a device that was named; the others are stored', async () => {
    const setup = await setUpSend()
    await setup.writeFile('a.txt', 'a')
    await setup.writeFile('large.bin', '')
    await truncate(setup.pathOf('large.bin'), usualMaxFileBytes + 1)
    const { outcome, context } = await runSend(setup, {
      args: [setup.link, 'a.txt', 'missing', 'large.bin', '/dev/null'],
      options: { receipt: 'receipt.txt' },
    })
    expect(outcome).toBe(2)
    const why = Object.fromEntries(
      eventsOf(context, 'failed').map(({ file, why }) => [String(file).replace(/.*\//, ''), why]),
    )
    expect(why).toEqual({
      missing: 'There is no such file or folder.',
      'large.bin': `The file is larger than ${usualMaxFileBytes} bytes.`,
      null: expect.stringContaining('This is a device') as string,
    })
    expect(await storedHashes(setup)).toEqual({ 'a.txt': hashOf('a') })
    expect(await readFile(setup.pathOf('receipt.txt'), 'utf8')).toContain('Total files: 1')
  })

  it('is as large as the server says, also where it is piped in', async () => {
    const setup = await setUpSend({}, { maxFileBytes: 1000 })
    await setup.writeFile('fits.bin', Buffer.alloc(1000))
    await setup.writeFile('large.bin', Buffer.alloc(1001))
    const { outcome, context } = await runSend(setup, { args: [setup.link, 'fits.bin', 'large.bin'] })
    expect(outcome).toBe(2)
    expect(eventsOf(context, 'failed').map(({ why }) => why)).toEqual(['The file is larger than 1000 bytes.'])
    expect(Object.keys(await storedHashes(setup))).toEqual(['fits.bin'])
    const piped = await runSend(
      setup,
      { args: [setup.link, '-'], options: { name: 'piped.bin' } },
      { stdin: Readable.from([Buffer.alloc(1001)]) },
    )
    expect(piped.outcome).toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('1000 bytes') as string,
    })
  })

  it('keeps two of one name apart, whole folders too', async () => {
    const setup = await setUpSend()
    for (const where of ['x', 'y']) {
      await setup.writeFile(`${where}/a.txt`, `a of ${where}`)
      await setup.writeFile(`${where}/data/b.txt`, `b of ${where}`)
    }
    const args = [setup.link, 'y/a.txt', 'x/a.txt', 'y/data', 'x/data', 'x/data/']
    const { outcome, context } = await runSend(setup, { args })
    expect(outcome).toBe(0)
    expect(await storedHashes(setup)).toEqual({
      'a.txt': hashOf('a of x'),
      'a (2).txt': hashOf('a of y'),
      'data/b.txt': hashOf('b of x'),
      'data (2)/b.txt': hashOf('b of y'),
    })
    expect(messagesOf(context)).toContain('is sent as data (2)')
  })

  it('fails where its content is of another type than its extension says, if the folder asks', async () => {
    const setup = await setUpSend({ perform_mime_check: true })
    await setup.writeFile('here/really.txt', 'text')
    await setup.writeFile('here/picture.pdf', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    const { outcome, context } = await runSend(setup, { args: [setup.link, 'here'] })
    expect(outcome).toBe(2)
    expect(eventsOf(context, 'failed')).toMatchObject([
      { file: 'here/picture.pdf', why: { code: 'type-mismatch' } },
    ])
  })
})

describe('standard input', () => {
  const environment = (text: string) => ({ stdin: Readable.from([Buffer.from(text)]) })

  it('is one file by the name that is given, through a temporary one that does not stay', async () => {
    const setup = await setUpSend()
    const { outcome, context } = await runSend(
      setup,
      { args: [setup.link, '-'], options: { name: 'db.sql' } },
      environment('dump'),
    )
    expect(outcome).toBe(0)
    expect(await storedHashes(setup)).toEqual({ 'db.sql': hashOf('dump') })
    expect(messagesOf(context)).toContain('temporary file')
    expect(await readdir(setup.pathOf('tmp'))).toEqual([])
  })

  it('leaves nothing where it breaks off, or the link is refused', async () => {
    const setup = await setUpSend()
    const broken = new Readable({ read: () => undefined })
    const { outcome } = await runSend(
      setup,
      {
        args: [setup.link, '-'],
        options: { name: 'x' },
        onEvent: ({ event }, interrupt) => event === 'note' && interrupt(),
      },
      { stdin: broken },
    )
    expect(outcome).toMatchObject({ exitCode: 4 })
    await setup.admin.put(`/api/folders/${setup.folder.id}`, { ...setup.folder, is_active: false })
    const refused = await runSend(
      setup,
      { args: [setup.link, '-'], options: { name: 'x' } },
      environment('y'),
    )
    expect(refused.outcome).toMatchObject({ exitCode: 3 })
    expect(await readdir(setup.pathOf('tmp'))).toEqual([])
  })

  it.skipIf(cannotMount)('says what to do where there is no room for it', async () => {
    const folder = await scratchFolder()
    await mountSmallDisk(folder, '64k')
    const input = Readable.from([Buffer.alloc(1024 * 1024)])
    await expect(
      spoolInput(input, usualMaxFileBytes, new AbortController().signal, folder),
    ).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('TMPDIR') as string,
    })
    expect(await readdir(folder)).toEqual([])
  })

  it.each([
    [['-'], {}, 'by --name'],
    [['-', '-'], { name: 'x' }, 'once only'],
    [['-'], { name: 'a/b' }, 'without folders'],
    [['a.txt'], { name: 'x' }, '--name needs -'],
    [[], {}, 'Name what to send'],
  ])('%j with %j is no use', async (paths, options, says) => {
    const setup = { root: '/', env: {} }
    const link = `https://nowhere.invalid/upload/${'A'.repeat(22)}`
    const { outcome } = await runSend(setup, { args: [link, ...paths], options })
    expect(outcome).toMatchObject({ exitCode: 1, message: expect.stringContaining(says) as string })
  })
})

describe('the receipt', () => {
  it('overwrites nothing: a file that is named and there ends the command before it begins', async () => {
    const setup = await setUpSend()
    await setup.writeFile('a.txt', 'a')
    await setup.writeFile('mine.txt', 'mine')
    const { outcome, context } = await runSend(setup, {
      args: [setup.link, 'a.txt'],
      options: { receipt: 'mine.txt' },
    })
    expect(outcome).toMatchObject({ exitCode: 1 })
    expect(eventsOf(context, 'start')).toEqual([])
    expect(await readFile(setup.pathOf('mine.txt'), 'utf8')).toBe('mine')
  })

  it('is written where a file fails, and that file is sent by what is advised: the command with another name for it', async () => {
    const setup = await setUpSend()
    await setup.writeFile('a.txt', 'a')
    const args = [setup.link, 'a.txt', 'missing']
    const first = await runSend(setup, { args, options: { receipt: 'mine.txt', again: true } })
    expect(messagesOf(first.context)).toContain(
      'Run the same command without --again and with another name for --receipt to send those once more',
    )
    await setup.writeFile('missing', 'here')
    const second = await runSend(setup, { args, options: { receipt: 'other.txt' } })
    expect(second.outcome).toBe(0)
    expect(await storedHashes(setup)).toEqual({ 'a.txt': hashOf('a'), missing: hashOf('here') })
  })

  it('is not written where none is wanted', async () => {
    const setup = await setUpSend()
    await setup.writeFile('a.txt', 'a')
    const { outcome } = await runSend(setup, { args: [setup.link, 'a.txt'], options: { 'no-receipt': true } })
    expect(outcome).toBe(0)
    expect((await readdir(setup.root)).sort()).toEqual(['a.txt', 'state', 'tmp'])
  })

  it('has a number where two are written in one second', async () => {
    const root = await scratchFolder()
    const write = (text: string) => writeReceipt({ folder: root }, 'r.txt', text)
    const paths = [await write('1'), await write('2')]
    expect(paths.map((path) => path.slice(root.length + 1))).toEqual(['r.txt', 'r (2).txt'])
  })
})

describe('the network', () => {
  it(
    'that is gone for too long on the way ends it, and what has arrived stays',
    { tags: 'thorough' },
    async () => {
      const setup = await setUpSend()
      await setup.writeFile('large.bin', randomBytes(66 * MiB))
      void setup.proxy.holdAt(40 * MiB).then(() => setup.proxy.cutConnections())
      const { outcome, context } = await runSend(
        setup,
        { args: [setup.link, 'large.bin'] },
        { idleTimeoutMs: 300 },
      )
      expect(outcome).toMatchObject({
        exitCode: 4,
        message: expect.stringContaining('run the same command again') as string,
      })
      expect(eventsOf(context, 'wait')).toHaveLength(1)
      setup.proxy.acceptConnections()
      expect((await runSend(setup, { args: [setup.link, 'large.bin'] })).outcome).toBe(0)
      expect(uploadIdsThrough(setup.proxy).size).toBe(1)
    },
  )

  it('that comes back is gone on with', { tags: 'thorough' }, async () => {
    const setup = await setUpSend()
    await setup.writeFile('large.bin', randomBytes(34 * MiB))
    void setup.proxy.holdAt(10 * MiB).then(() => setup.proxy.cutConnections())
    const { outcome, context } = await runSend(setup, {
      args: [setup.link, 'large.bin'],
      onEvent: ({ event }) => event === 'wait' && setup.proxy.acceptConnections(),
    })
    expect(outcome).toBe(0)
    expect(eventsOf(context, 'resume')).toHaveLength(1)
  })
})

it('ends as refused where the link takes no more, with what was stored on the receipt', async () => {
  const setup = await setUpSend()
  await setup.admin.put(`/api/folders/${setup.folder.id}`, { ...setup.folder, quota_bytes: 4 * MiB })
  await setup.writeFile('a.txt', 'a')
  await setup.writeFile('large.bin', randomBytes(18 * MiB))
  const { outcome, context } = await runSend(setup, { args: [setup.link, 'a.txt', 'large.bin'] })
  expect(outcome).toBe(3)
  expect(messagesOf(context)).toContain('Not all of them will be stored')
  expect(eventsOf(context, 'done').map(({ file }) => file)).toEqual(['a.txt'])
  expect(eventsOf(context, 'wrote')).toHaveLength(1)
})
