import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { get } from '../../../cli/get/get.ts'
import { exitCodes } from '../../../cli/exitCodes.ts'
import { MiB } from '../../../contract/limits.ts'
import { forSuite } from '../../forSuite.ts'
import { listen } from '../../listen.ts'
import { scratchFolder } from '../../server/scratchFolder.ts'
import { verifier } from '../../server/testServer.ts'
import { testContext, eventsOf } from '../testContext.ts'
import { startHostileServer } from './hostileServer.ts'
import { readFolder } from './readFolder.ts'
import { sha256Of, shareFiles, someFiles } from './sharedFiles.ts'

async function writePasswordFile(password: string): Promise<string> {
  const path = join(await scratchFolder(), 'password')
  await writeFile(path, `${password}\n`)
  return path
}

const files = someFiles()
/** Links that may be used by any test; who changes what is behind one makes its own. */
const [sharedFile, sharedFiles] = [
  forSuite(() => shareFiles({ 'a.txt': Buffer.from('a') })),
  forSuite(() => shareFiles(files)),
]

describe('the files of a link', () => {
  it.each([false, true])(
    'come whole, in their folders, with their times; one key for all: %s',
    async (isOneKey) => {
      const contents = someFiles()
      const { link } = await shareFiles(contents, { isOneKey })
      const folder = join(await scratchFolder(), 'new')
      const context = testContext(['get', link, folder])
      expect(await get(context)).toBe(exitCodes.success)
      expect(await readFolder(folder)).toEqual(contents)
      expect((await stat(join(folder, 'small.txt'))).mtimeMs).toBe(1_700_000_000_000)
      const done = context.events.filter(({ event }) => event === 'done')
      expect(done).toHaveLength(4)
      // Nothing of ours stays behind.
      expect((await readdir(folder)).sort()).toEqual(['docs', 'empty.txt', 'small.txt'])
    },
  )

  it('come without those whose content the server has lost, which are named at once', async () => {
    const contents: Record<string, Buffer> = { ...someFiles(), 'large.bin': randomBytes(9 * MiB) }
    const { link, server } = await shareFiles(contents)
    const { db, blobs } = server.services
    const lost = await db
      .selectFrom('file')
      .select(['blob_key', 'original_filename'])
      .where('original_filename', 'in', ['small.txt', 'large.bin'])
      .execute()
    await blobs.delete(lost.map(({ blob_key }) => blob_key))
    const isThere = (name: string) => name !== 'large.bin' && name !== 'small.txt'
    const rest = Object.fromEntries(Object.entries(contents).filter(([name]) => isThere(name)))
    const bytesOfRest = Object.values(rest).reduce((sum, { length }) => sum + length, 0)
    const folder = await scratchFolder()
    const zip = join(await scratchFolder(), 'all.zip')
    for (const context of [testContext(['get', link, folder]), testContext(['get', '--zip', zip, link])]) {
      expect(await get(context)).toBe(exitCodes.someFailed)
      const failed = context.events.flatMap((event) => (event.event === 'failed' ? [event] : []))
      expect(failed.map(({ file }) => file).sort()).toEqual(['large.bin', 'small.txt'])
      expect(failed.map(({ why }) => why)).toEqual([
        expect.objectContaining({ code: 'fileLost' }),
        expect.objectContaining({ code: 'fileLost' }),
      ])
      const event = context.events.flatMap((one) => (one.event === 'progress' ? [one] : []))
      expect(event.at(-1)?.bytes, 'bytes of files that are there').toBe(bytesOfRest)
    }
    expect(await readFolder(folder)).toEqual(rest)
  })

  it('are left alone where they are there and the same, and never overwritten', async () => {
    const { origin, link } = sharedFiles()
    const proxy = await startHostileServer(origin, () => undefined)
    const folder = await scratchFolder()
    await writeFile(join(folder, 'small.txt'), 'my own')
    expect(await get(testContext(['get', link.replace(origin, proxy.origin), folder]))).toBe(
      exitCodes.success,
    )
    const first = await readFolder(folder)
    expect(first['small.txt']?.toString()).toBe('my own')
    expect(first['small (2).txt']).toEqual(files['small.txt'])
    const { givenBytes } = proxy
    const again = testContext(['get', link.replace(origin, proxy.origin), folder])
    expect(await get(again)).toBe(exitCodes.success)
    expect(await readFolder(folder)).toEqual(first)
    expect(proxy.requests.slice(-1)[0]).toMatch(/status$/)
    expect(proxy.givenBytes - givenBytes).toBeLessThan(10_000)
    expect(again.events).toContainEqual(
      expect.objectContaining({ event: 'start', bytes: 798_791, total: 798_791 }),
    )
  })

  it('get names that no program acts on, unless asked for, and that is said; an archive keeps them', async () => {
    const names = [
      '.ssh/authorized_keys',
      'repo/.git/hooks/post-checkout',
      'a/Start.DESKTOP',
      'autorun.inf',
      'a.b/c',
    ]
    const contents = Object.fromEntries(names.map((name) => [name, Buffer.from(name)]))
    const { link } = await shareFiles(contents)
    const [folder, kept, zip] = [
      await scratchFolder(),
      await scratchFolder(),
      join(await scratchFolder(), 'all.zip'),
    ]
    const context = testContext(['get', link, folder])
    expect(await get(context)).toBe(exitCodes.success)
    expect(Object.keys(await readFolder(folder))).toEqual([
      ...['_.ssh/authorized_keys', 'a.b/c', 'a/Start.DESKTOP_', 'autorun.inf_'],
      'repo/_.git/hooks/post-checkout',
    ])
    const notes = context.events.flatMap((event) => (event.event === 'note' ? [event.message] : []))
    expect(notes.join()).toMatch(
      /4 files had a name that programs act on, and got another: .*_\.ssh\/authorized_keys.*--dot-files/,
    )
    const keeping = testContext(['get', '--dot-files', link, kept])
    expect(await get(keeping)).toBe(exitCodes.success)
    expect(Object.keys(await readFolder(kept)).sort()).toEqual([...names].sort())
    expect(keeping.events.filter(({ event }) => event === 'note')).toEqual([])
    expect(await get(testContext(['get', '--zip', zip, link]))).toBe(exitCodes.success)
    expect((await readFile(zip)).includes('.ssh/authorized_keys')).toBe(true)
  })

  it('come into a folder of their own where none is named', async () => {
    const { link } = sharedFile()
    const [, token = ''] = /\/download\/([^#]+)/.exec(link) ?? []
    const before = process.cwd()
    process.chdir(await scratchFolder())
    try {
      expect(await get(testContext(['get', link]))).toBe(exitCodes.success)
      expect(Object.keys(await readFolder('.'))).toEqual([`sealpost-${token.slice(0, 6)}/a.txt`])
    } finally {
      process.chdir(before)
    }
  })

  it('can be chosen, by name and by pattern', async () => {
    const { link } = sharedFiles()
    const folder = await scratchFolder()
    const only = ['--only', 'small.txt', '--only', 'docs/*.bin']
    expect(await get(testContext(['get', ...only, link, folder]))).toBe(exitCodes.success)
    expect(Object.keys(await readFolder(folder))).toEqual([
      'docs/2026/chunks.bin',
      'docs/exact.bin',
      'small.txt',
    ])
    await expect(get(testContext(['get', '--only', 'no*ne', link, folder]))).rejects.toThrow(
      /No file .* no\*ne/,
    )
  })

  it('can be listed without being fetched', async () => {
    const { origin, link } = sharedFiles()
    const proxy = await startHostileServer(origin, () => undefined)
    const context = testContext(['get', '--list', link.replace(origin, proxy.origin)])
    expect(await get(context)).toBe(exitCodes.success)
    const file = 'docs/exact.bin'
    expect(context.events).toContainEqual({
      ...{ event: 'listed', file, id: expect.any(Number) as number, bytes: 262_144 },
      sha256: sha256Of(files[file] ?? Buffer.alloc(0)),
    })
    expect(proxy.requests).toHaveLength(1)
  })

  it('come as one archive, which is overwritten by nothing and overwrites nothing', async () => {
    const { link } = sharedFiles()
    const path = join(await scratchFolder(), 'all.zip')
    expect(await get(testContext(['get', '--zip', path, link]))).toBe(exitCodes.success)
    const archive = await readFile(path)
    expect(archive.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
    for (const content of Object.values(files)) expect(archive.includes(content)).toBe(true)
    await expect(get(testContext(['get', '--zip', path, link]))).rejects.toThrow(/not overwritten/)
    expect(await readFile(path)).toEqual(archive)
    const pieces: Uint8Array[] = []
    const output = {
      write: (bytes: Uint8Array, done: () => void) => {
        pieces.push(bytes)
        done()
      },
    }
    expect(await get(testContext(['get', '--zip', '-', link]), { output })).toBe(exitCodes.success)
    expect(Buffer.concat(pieces)).toHaveLength(archive.length)
  })

  it('that the owner has deleted are said, and the others come', async () => {
    const contents = someFiles()
    const { link, admin, folderId } = await shareFiles(contents)
    const files = (await admin.get(`/api/folders/${folderId}/files`)).json<
      { id: number; original_filename: string }[]
    >()
    const gone = files.find((file) => file.original_filename === 'small.txt')
    expect((await admin.post('/api/folders/files/delete', { file_ids: [gone?.id] })).statusCode).toBeLessThan(
      300,
    )
    const folder = await scratchFolder()
    const context = testContext(['get', link, folder])
    expect(await get(context)).toBe(exitCodes.someFailed)
    expect(JSON.stringify(context.events)).toContain('The list is incomplete: one file')
    expect(Object.keys(await readFolder(folder))).toEqual([
      'docs/2026/chunks.bin',
      'docs/exact.bin',
      'empty.txt',
    ])
  })
})

describe('a link with a password', () => {
  it('opens with it, which is never sent', async () => {
    const contents = someFiles()
    const { origin, link, password } = await shareFiles(contents, { hasPassword: true })
    const proxy = await startHostileServer(origin, () => undefined)
    const folder = await scratchFolder()
    const line = [
      'get',
      '--password-file',
      await writePasswordFile(password),
      link.replace(origin, proxy.origin),
      folder,
    ]
    expect(await get(testContext(line))).toBe(exitCodes.success)
    expect(await readFolder(folder)).toEqual(contents)
    expect(proxy.bodies.join()).toContain('v1.')
    expect(JSON.stringify([proxy.bodies, proxy.requests, proxy.headers])).not.toContain(password)
  })

  it('is asked for again where it is wrong, and refused in the end', async () => {
    const { link, password } = await shareFiles({ 'a.txt': Buffer.from('a') }, { hasPassword: true })
    const folder = await scratchFolder()
    const second = testContext(['get', link, folder], { answers: ['wrong', password] })
    expect(await get(second)).toBe(exitCodes.success)
    const never = testContext(['get', '--password-file', await writePasswordFile('wrong'), link, folder])
    await expect(get(never)).rejects.toMatchObject({ exitCode: exitCodes.refused })
    await expect(get(testContext(['get', link, folder]))).rejects.toMatchObject({ exitCode: exitCodes.usage })
  })
})

describe('a link that can be used once', () => {
  const once = { max_downloads: 1 }

  it('is used by one visitor, who goes on in the next run', async () => {
    const contents = someFiles()
    const { link } = await shareFiles(contents, once)
    const env = { XDG_STATE_HOME: await scratchFolder() }
    const folder = await scratchFolder()
    expect(await get(testContext(['get', link, folder], { env }))).toBe(exitCodes.success)
    const other = await scratchFolder()
    expect(await get(testContext(['get', link, other], { env }))).toBe(exitCodes.success)
    expect(await readFolder(other)).toEqual(contents)
    const stranger = { XDG_STATE_HOME: await scratchFolder() }
    await expect(get(testContext(['get', link, folder], { env: stranger }))).rejects.toMatchObject({
      exitCode: exitCodes.refused,
    })
  })

  it('is not used by a list, nor by who would rather not', async () => {
    const { link } = await shareFiles({ 'a.txt': Buffer.from('a') }, once)
    const env = { XDG_STATE_HOME: await scratchFolder() }
    const folder = await scratchFolder()
    expect(await get(testContext(['get', '--list', link], { env }))).toBe(exitCodes.success)
    const no = testContext(['get', link, folder], { env, answers: ['n'] })
    await expect(get(no)).rejects.toThrow(/was not used/)
    expect(no.questions[0]).toMatch(/can be used once/)
    const another = { XDG_STATE_HOME: await scratchFolder() }
    const yes = testContext(['get', link, folder], { env: another, answers: ['y'] })
    expect(await get(yes)).toBe(exitCodes.success)
  })

  it.each(['--list', '--dry-run'])(
    'and has a password is used by %s, which says so before',
    async (option) => {
      const { link, password } = await shareFiles(
        { 'a.txt': Buffer.from('a') },
        { ...once, hasPassword: true },
      )
      const env = { XDG_STATE_HOME: await scratchFolder() }
      const no = testContext(['get', option, link], { env, answers: ['n'] })
      await expect(get(no)).rejects.toThrow(/was not used/)
      expect(no.questions).toEqual([expect.stringMatching(/can be used once.* even a list uses it/i)])
      const file = await writePasswordFile(password)
      const alone = testContext(['get', option, '--password-file', file, link], { env })
      expect(await get(alone)).toBe(exitCodes.success)
      expect(eventsOf(alone, 'warning')).toEqual([
        expect.objectContaining({ message: expect.stringMatching(/even a list uses it/i) as string }),
      ])
    },
  )
})

describe('a link', () => {
  it.each([false, true])('names who sends, with their words (password: %s)', async (hasPassword) => {
    const { link, linkToken, password, admin } = await shareFiles(
      { 'a.txt': Buffer.from('a') },
      { hasPassword },
    )
    const none = testContext(['get', '--list', link], { answers: [password] })
    await get(none)
    expect(none.events.filter(({ event }) => event === 'note')).toEqual([])
    await admin.put('/api/auth/users/me', { current_password: verifier, display_name: 'Anna Berger' })
    await admin.put(`/api/download/links/${linkToken}`, { title: 'Plans', message: 'As agreed.\nCall me.' })
    const context = testContext(['get', '--list', link], { answers: [password] })
    expect(await get(context)).toBe(exitCodes.success)
    const message = 'Anna Berger sends you 1 file, says the server.\n> Plans\n> As agreed.\n> Call me.'
    expect(context.events).toContainEqual({ event: 'note', message })
  })

  it('whose keys were sent to the server opens, and that is said', async () => {
    const { link } = sharedFile()
    const context = testContext(['get', link.replace('#', '%23'), await scratchFolder()])
    expect(await get(context)).toBe(exitCodes.success)
    expect(context.events[0]).toMatchObject({
      event: 'warning',
      message: expect.stringContaining('%23') as string,
    })
  })

  it.each(['https://host.example/upload/abc#k=1', 'nonsense', 'https://host.example/download/!!#1:a'])(
    'that is none is said to be none: %s',
    async (link) => {
      const context = testContext(['get'], { env: { SEALPOST_LINK: link } })
      await expect(get(context)).rejects.toMatchObject({ exitCode: exitCodes.usage })
    },
  )

  it('that does not open leaves no connection behind', async () => {
    const server = createServer({ keepAliveTimeout: 0 }, (_, response) => response.writeHead(404).end())
    const origin = await listen(server)
    const context = testContext(['get', `${origin}/download/aaaaaaaaaaaaaaaaaaaaaa#1:a`])
    await expect(get(context)).rejects.toMatchObject({ exitCode: exitCodes.refused })
    const connections = promisify(server.getConnections.bind(server))
    await expect.poll(() => connections()).toBe(0)
  })

  it('without its keys is refused', async () => {
    const { link } = sharedFile()
    const bare = link.replace(/#.*/, '')
    await expect(get(testContext(['get', bare, await scratchFolder()]))).rejects.toThrow(/keys are missing/)
  })
})

describe('a folder that somebody else has prepared', () => {
  it('takes nothing through a symbolic link', async () => {
    const contents = { 'docs/a.txt': Buffer.from('a'), 'b.txt': Buffer.from('b') }
    const { link } = await shareFiles(contents)
    const [folder, elsewhere] = [await scratchFolder(), await scratchFolder()]
    await symlink(elsewhere, join(folder, 'docs'))
    await symlink(join(elsewhere, 'stolen.txt'), join(folder, 'b.txt'))
    const context = testContext(['get', link, folder])
    expect(await get(context)).toBe(exitCodes.someFailed)
    expect(await readdir(elsewhere)).toEqual([])
    expect(JSON.stringify(context.events)).toContain('symbolic link')
    expect(await readFile(join(folder, 'b (2).txt'), 'utf8')).toBe('b')
  })

  it('that does not take some files has only the others counted', async () => {
    const contents = {
      'docs/small.txt': Buffer.from('not taken'),
      'docs/large.bin': randomBytes(9 * MiB),
      'b.txt': Buffer.from('taken'),
    }
    const { link } = await shareFiles(contents)
    const folder = await scratchFolder()
    const context = testContext(['get', link, folder], {
      onEvent: ({ event }) => {
        if (event === 'start') writeFileSync(join(folder, 'docs'), '')
      },
    })
    expect(await get(context)).toBe(exitCodes.someFailed)
    const failed = context.events.flatMap((event) => (event.event === 'failed' ? [event.file] : []))
    expect(failed.sort()).toEqual(['docs/large.bin', 'docs/small.txt'])
    const last = context.events.findLast(({ event }) => event === 'progress')
    expect(last).toMatchObject({ bytes: 'taken'.length })
  })

  it('keeps its parts to itself, whatever they are called', async () => {
    const contents = { '.sealpost-parts/owner-9': Buffer.from('a'), 'b.txt': Buffer.from('b') }
    const { link } = await shareFiles(contents)
    const folder = await scratchFolder()
    expect(await get(testContext(['get', link, folder]))).toBe(exitCodes.success)
    expect(Object.keys(await readFolder(folder))).toEqual(['_.sealpost-parts/owner-9', 'b.txt'])
    const other = await scratchFolder()
    await symlink(folder, join(other, '.sealpost-parts'))
    await expect(get(testContext(['get', link, other]))).rejects.toMatchObject({ exitCode: exitCodes.usage })
  })

  it('that cannot be written to is said', async () => {
    const { link } = sharedFile()
    const folder = await scratchFolder()
    await writeFile(join(folder, 'file'), '')
    const context = testContext(['get', link, join(folder, 'file', 'below')])
    await expect(get(context)).rejects.toMatchObject({ exitCode: exitCodes.usage })
    await mkdir(join(folder, 'held'))
  })
})
