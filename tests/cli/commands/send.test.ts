import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeReceipt } from '../../../cli/send/receiptFile.ts'
import { spoolInput } from '../../../cli/send/spoolInput.ts'
import { MiB, usualMaxFileBytes } from '../../../contract/limits.ts'
import { cannotMount, mountSmallDisk } from '../../server/mounts.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { uploadsOf } from '../../transfer/scene.ts'
import { toldMessages, toldEvents } from '../testContext.ts'
import { hashOf, runSend, sendScene, storedHashes } from './sendScene.ts'

it('sends files and folders with their tree, tells how it goes, and writes a receipt of them', async () => {
  const its = await sendScene()
  const large = randomBytes(18 * MiB + 5)
  await its.put('here/a.txt', 'a')
  await its.put('here/deep/er/b.bin', large)
  await its.put('here/deep/empty', '')
  await its.put('alone.txt', 'alone')
  const { end, context } = await runSend(its, { args: [its.link, 'here', 'alone.txt'] })
  expect(end).toBe(0)
  expect(await storedHashes(its)).toEqual({
    'alone.txt': hashOf('alone'),
    'here/a.txt': hashOf('a'),
    'here/deep/er/b.bin': hashOf(large),
    'here/deep/empty': hashOf(''),
  })
  const total = large.length + 6
  expect(toldEvents(context, 'start')).toEqual([{ event: 'start', files: 4, bytes: 0, total }])
  expect(toldEvents(context, 'progress').at(-1)).toEqual({ event: 'progress', bytes: total, total })
  expect(new Set(toldEvents(context, 'done').map(({ file, bytes }) => `${file} ${bytes}`))).toEqual(
    new Set(['alone.txt 5', 'here/a.txt 1', `here/deep/er/b.bin ${large.length}`, 'here/deep/empty 0']),
  )
  const [receipt] = toldEvents(context, 'wrote')
  const text = await readFile(receipt?.path ?? '', 'utf8')
  for (const path of ['alone.txt', 'here/a.txt', 'here/deep/er/b.bin', 'here/deep/empty'])
    expect(text).toContain(path)
  expect(text).toContain(hashOf(large))
  expect(text).toContain('Total files: 4')
  expect(await readdir(its.at('state/sealpost/uploads'))).toEqual([])
})

describe('what stands below the paths', () => {
  it('is sent with odd names as they are, and one that is no UTF-8 under one that is', async () => {
    const its = await sendScene()
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
    for (const name of odd) await its.put(`here/${name}`, name)
    const bytes = Buffer.concat([Buffer.from(its.at('here/')), Buffer.from([0x66, 0xff, 0xfe])])
    await writeFile(bytes, 'no utf-8')
    await its.put('here/f\uFFFD\uFFFD', 'its namesake')
    const { end, context } = await runSend(its, { args: [its.link, 'here'] })
    expect(end).toBe(0)
    const stored = await storedHashes(its)
    expect(new Set(Object.values(stored))).toEqual(new Set([...odd, 'no utf-8', 'its namesake'].map(hashOf)))
    expect(stored['here/f\uFFFD\uFFFD (2)']).toBe(hashOf('no utf-8'))
    expect(toldMessages(context)).toContain('stands for a name that is not in UTF-8')
  })

  it('is left out with a word where it is a link, a pipe or a socket; a link that is named is followed', async () => {
    const its = await sendScene()
    await its.put('here/a.txt', 'a')
    await symlink('.', its.at('here/loop'))
    await symlink('a.txt', its.at('here/link'))
    await symlink('nowhere', its.at('here/dangling'))
    await symlink('here', its.at('named'))
    execFileSync('mkfifo', [its.at('here/pipe')])
    const socket = createServer().listen(its.at('here/socket'))
    onTestFinished(() => void socket.close())
    await its.put('here/.DS_Store', 'x')
    await mkdir(its.at('here/none'))
    const { end, context } = await runSend(its, { args: [its.link, 'named'] })
    expect(end).toBe(0)
    expect(await storedHashes(its)).toEqual({ 'named/a.txt': hashOf('a') })
    const left = toldEvents(context, 'warning').map(({ message }) => message)
    for (const what of [
      'link is a symbolic link',
      'dangling is a symbolic link',
      'loop is a symbolic link',
      'pipe is a pipe',
      'socket is a socket',
    ])
      expect(left).toContainEqual(expect.stringContaining(what))
    expect(left).toContainEqual(expect.stringContaining('named/none is a folder without files'))
  })

  it('is sent under the name of the link that is named, which fails where it leads nowhere', async () => {
    const its = await sendScene()
    await its.put('a.txt', 'a')
    await symlink('a.txt', its.at('link.txt'))
    await symlink('nowhere', its.at('dangling'))
    const { end, context } = await runSend(its, { args: [its.link, 'link.txt', 'dangling'] })
    expect(end).toBe(2)
    expect(await storedHashes(its)).toEqual({ 'link.txt': hashOf('a') })
    expect(toldEvents(context, 'failed')).toEqual([
      expect.objectContaining({
        why: 'It is a symbolic link that cannot be followed: There is no such file or folder.',
      }),
    ])
  })

  it('fails by itself where it is missing, too large or a device that was named; the others are stored', async () => {
    const its = await sendScene()
    await its.put('a.txt', 'a')
    await its.put('large.bin', '')
    await truncate(its.at('large.bin'), usualMaxFileBytes + 1)
    const { end, context } = await runSend(its, {
      args: [its.link, 'a.txt', 'missing', 'large.bin', '/dev/null'],
      options: { receipt: 'receipt.txt' },
    })
    expect(end).toBe(2)
    const why = Object.fromEntries(
      toldEvents(context, 'failed').map(({ file, why }) => [file.replace(/.*\//, ''), why]),
    )
    expect(why).toEqual({
      missing: 'There is no such file or folder.',
      'large.bin': `The file is larger than ${usualMaxFileBytes} bytes.`,
      null: expect.stringContaining('This is a device') as string,
    })
    expect(await storedHashes(its)).toEqual({ 'a.txt': hashOf('a') })
    expect(await readFile(its.at('receipt.txt'), 'utf8')).toContain('Total files: 1')
  })

  it('is as large as the server says, also where it is piped in', async () => {
    const its = await sendScene({}, { maxFileBytes: 1000 })
    await its.put('fits.bin', Buffer.alloc(1000))
    await its.put('large.bin', Buffer.alloc(1001))
    const { end, context } = await runSend(its, { args: [its.link, 'fits.bin', 'large.bin'] })
    expect(end).toBe(2)
    expect(toldEvents(context, 'failed').map(({ why }) => why)).toEqual([
      'The file is larger than 1000 bytes.',
    ])
    expect(Object.keys(await storedHashes(its))).toEqual(['fits.bin'])
    const piped = await runSend(
      its,
      { args: [its.link, '-'], options: { name: 'piped.bin' } },
      { stdin: Readable.from([Buffer.alloc(1001)]) },
    )
    expect(piped.end).toMatchObject({ exitCode: 3, message: expect.stringContaining('1000 bytes') as string })
  })

  it('keeps two of one name apart, whole folders too', async () => {
    const its = await sendScene()
    for (const where of ['x', 'y']) {
      await its.put(`${where}/a.txt`, `a of ${where}`)
      await its.put(`${where}/data/b.txt`, `b of ${where}`)
    }
    const args = [its.link, 'y/a.txt', 'x/a.txt', 'y/data', 'x/data', 'x/data/']
    const { end, context } = await runSend(its, { args })
    expect(end).toBe(0)
    expect(await storedHashes(its)).toEqual({
      'a.txt': hashOf('a of x'),
      'a (2).txt': hashOf('a of y'),
      'data/b.txt': hashOf('b of x'),
      'data (2)/b.txt': hashOf('b of y'),
    })
    expect(toldMessages(context)).toContain('is sent as data (2)')
  })

  it('fails where its content is of another type than its extension says, if the folder asks', async () => {
    const its = await sendScene({ perform_mime_check: true })
    await its.put('here/really.txt', 'text')
    await its.put('here/picture.pdf', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    const { end, context } = await runSend(its, { args: [its.link, 'here'] })
    expect(end).toBe(2)
    expect(toldEvents(context, 'failed')).toMatchObject([
      { file: 'here/picture.pdf', why: { code: 'type-mismatch' } },
    ])
  })
})

describe('standard input', () => {
  const environment = (text: string) => ({ stdin: Readable.from([Buffer.from(text)]) })

  it('is one file by the name that is given, through a temporary one that does not stay', async () => {
    const its = await sendScene()
    const { end, context } = await runSend(
      its,
      { args: [its.link, '-'], options: { name: 'db.sql' } },
      environment('dump'),
    )
    expect(end).toBe(0)
    expect(await storedHashes(its)).toEqual({ 'db.sql': hashOf('dump') })
    expect(toldMessages(context)).toContain('temporary file')
    expect(await readdir(its.at('tmp'))).toEqual([])
  })

  it('leaves nothing where it breaks off, or the link is refused', async () => {
    const its = await sendScene()
    const broken = new Readable({ read: () => undefined })
    const { end } = await runSend(
      its,
      {
        args: [its.link, '-'],
        options: { name: 'x' },
        hear: ({ event }, interrupt) => event === 'note' && interrupt(),
      },
      { stdin: broken },
    )
    expect(end).toMatchObject({ exitCode: 4 })
    await its.admin.put(`/api/folders/${its.folder.id}`, { ...its.folder, is_active: false })
    const refused = await runSend(its, { args: [its.link, '-'], options: { name: 'x' } }, environment('y'))
    expect(refused.end).toMatchObject({ exitCode: 3 })
    expect(await readdir(its.at('tmp'))).toEqual([])
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
    [['a.txt'], { name: 'x' }, 'not among the paths'],
    [[], {}, 'Name what is to be sent'],
  ])('%j with %j is no use', async (paths, options, says) => {
    const its = { root: '/', env: {} }
    const link = `https://nowhere.invalid/upload/${'A'.repeat(22)}`
    const { end } = await runSend(its, { args: [link, ...paths], options })
    expect(end).toMatchObject({ exitCode: 1, message: expect.stringContaining(says) as string })
  })
})

describe('the receipt', () => {
  it('overwrites nothing: a file that is named and there ends the command before it begins', async () => {
    const its = await sendScene()
    await its.put('a.txt', 'a')
    await its.put('mine.txt', 'mine')
    const { end, context } = await runSend(its, {
      args: [its.link, 'a.txt'],
      options: { receipt: 'mine.txt' },
    })
    expect(end).toMatchObject({ exitCode: 1 })
    expect(toldEvents(context, 'start')).toEqual([])
    expect(await readFile(its.at('mine.txt'), 'utf8')).toBe('mine')
  })

  it('is not written where none is wanted', async () => {
    const its = await sendScene()
    await its.put('a.txt', 'a')
    const { end } = await runSend(its, { args: [its.link, 'a.txt'], options: { 'no-receipt': true } })
    expect(end).toBe(0)
    expect((await readdir(its.root)).sort()).toEqual(['a.txt', 'state', 'tmp'])
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
      const its = await sendScene()
      await its.put('large.bin', randomBytes(66 * MiB))
      void its.proxy.holdAt(40 * MiB).then(() => its.proxy.cutConnections())
      const { end, context } = await runSend(its, { args: [its.link, 'large.bin'] }, { idleTimeoutMs: 300 })
      expect(end).toMatchObject({
        exitCode: 4,
        message: expect.stringContaining('run the same command again') as string,
      })
      expect(toldEvents(context, 'wait')).toHaveLength(1)
      its.proxy.acceptConnections()
      expect((await runSend(its, { args: [its.link, 'large.bin'] })).end).toBe(0)
      expect(uploadsOf(its.proxy).size).toBe(1)
    },
  )

  it('that comes back is gone on with', { tags: 'thorough' }, async () => {
    const its = await sendScene()
    await its.put('large.bin', randomBytes(34 * MiB))
    void its.proxy.holdAt(10 * MiB).then(() => its.proxy.cutConnections())
    const { end, context } = await runSend(its, {
      args: [its.link, 'large.bin'],
      hear: ({ event }) => event === 'wait' && its.proxy.acceptConnections(),
    })
    expect(end).toBe(0)
    expect(toldEvents(context, 'resume')).toHaveLength(1)
  })
})

it('ends as refused where the link takes no more, with what was stored on the receipt', async () => {
  const its = await sendScene()
  await its.admin.put(`/api/folders/${its.folder.id}`, { ...its.folder, quota_bytes: 4 * MiB })
  await its.put('a.txt', 'a')
  await its.put('large.bin', randomBytes(18 * MiB))
  const { end, context } = await runSend(its, { args: [its.link, 'a.txt', 'large.bin'] })
  expect(end).toBe(3)
  expect(toldMessages(context)).toContain('not all of them will be stored')
  expect(toldEvents(context, 'done').map(({ file }) => file)).toEqual(['a.txt'])
  expect(toldEvents(context, 'wrote')).toHaveLength(1)
})
