import { mkdtemp, open, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TargetFolder } from '../../cli/download/targetFolder.ts'

/** The error of a file system without hard links, such as that of a memory stick; null with them. */
let linkError: string | null = null
/** Folders that were asked to be made. */
let made: string[] = []
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const refused = (code: string) => Promise.reject(Object.assign(new Error('no links'), { code }))
  return {
    ...real,
    mkdir: (path: string, options?: object) => {
      made.push(path)
      return real.mkdir(path, options)
    },
    link: (from: string, to: string) => (linkError === null ? real.link(from, to) : refused(linkError)),
  }
})

// A file of tests before may have loaded it without the mock.
vi.resetModules()
const { TargetFolder: TargetFolderOnDisk } = await import('../../cli/download/targetFolder.ts')

type ReadFunction = (bytes: Uint8Array, at: number, length: number, from: number) => Promise<unknown>

let root: string
let target: TargetFolder
beforeEach(async () => {
  linkError = null
  root = await mkdtemp(join(tmpdir(), 'sealpost-target-'))
  target = await TargetFolderOnDisk.open(join(root, 'target'))
  await writeFile(join(root, 'file'), 'content')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const moveIn = (path: readonly string[], name: string) => target.moveInto(join(root, 'file'), path, name)

it('writes nothing through a folder that became a symbolic link after its first file', async () => {
  await moveIn(['docs'], 'a.txt')
  await rename(join(target.root, 'docs'), join(root, 'elsewhere'))
  await symlink(join(root, 'elsewhere'), join(target.root, 'docs'))
  await writeFile(join(root, 'file'), 'more')
  await expect(moveIn(['docs'], 'b.txt')).rejects.toMatchObject({ fault: { code: 'unsaved' } })
  await expect(target.find(['docs'], 'a.txt')).rejects.toMatchObject({ fault: { code: 'unsaved' } })
  expect(await readdir(join(root, 'elsewhere'))).toEqual(['a.txt'])
})

it('makes each folder once for files that are moved at the same time', async () => {
  const path = Array<string>(100).fill('d')
  const names = Array.from({ length: 8 }, (_, i) => `${i}.txt`)
  await Promise.all(names.map((name) => writeFile(join(root, name), name)))
  made = []
  await Promise.all(names.map((name) => target.moveInto(join(root, name), path, name)))
  expect(made).toEqual(path.map((_, i) => join(target.root, ...path.slice(0, i + 1))))
  expect((await readdir(join(target.root, ...path))).sort()).toEqual(names)
})

// Windows says EISDIR of FAT and exFAT.
it.each(['EPERM', 'EISDIR'])(
  'moves a file on a disk without hard links (%s), and leaves no empty one',
  async (code) => {
    linkError = code
    expect(await moveIn([], 'a.txt')).toBe(join(target.root, 'a.txt'))
    await expect(moveIn([], 'b.txt')).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await readdir(target.root)).toEqual(['a.txt'])
  },
)

it('reads as many bytes of a file as there are, however few the disk gives at a time', async () => {
  await moveIn([], 'a.txt')
  const handle = await open(join(target.root, 'a.txt'))
  const prototype = Object.getPrototypeOf(handle) as { read: ReadFunction }
  await handle.close()
  const { read } = prototype
  vi.spyOn(prototype, 'read').mockImplementation(function (this: unknown, bytes, at, length, from) {
    return read.call(this, bytes, at, Math.min(2, length), from)
  })
  try {
    const found = await target.find([], 'a.txt')
    if (!found || found === 'taken') return expect.fail('There is no file.')
    expect(new TextDecoder().decode(await found.read(1, 5))).toBe('onten')
    expect(new TextDecoder().decode(await found.read(5, 9))).toBe('nt')
  } finally {
    vi.restoreAllMocks()
  }
})
