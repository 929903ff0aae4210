import { describe, expect, it } from 'vitest'
import { scanEntries, scanFileList } from '../../../../src/features/upload/intake/scanFiles.ts'

/** A folder as a tree: null is a file, an object a folder. */
interface Tree {
  [name: string]: Tree | null
}

const entriesPerRead = 100

/** Entries as browsers give them: a reader hands out at most a hundred at a time. */
function entryOf(name: string, tree: Tree | null, parent = ''): FileSystemEntry {
  const fullPath = `${parent}/${name}`
  if (tree === null) {
    return {
      isFile: true,
      isDirectory: false,
      name,
      fullPath,
      file: (done: (file: File) => void) => queueMicrotask(() => done(new File(['x'], name))),
    } as unknown as FileSystemEntry
  }
  const children = Object.entries(tree).map(([child, subtree]) => entryOf(child, subtree, fullPath))
  return {
    isFile: false,
    isDirectory: true,
    name,
    fullPath,
    createReader: () => {
      let at = 0
      return {
        readEntries: (done: (entries: FileSystemEntry[]) => void) => {
          const some = children.slice(at, at + entriesPerRead)
          at += entriesPerRead
          queueMicrotask(() => done(some))
        },
      }
    },
  } as unknown as FileSystemEntry
}

function pickedFile(path: string): File {
  const file = new File(['x'], path.slice(path.lastIndexOf('/') + 1))
  Object.defineProperty(file, 'webkitRelativePath', { value: path })
  return file
}

function scanOptions() {
  const counts: number[] = []
  let yields = 0
  return {
    counts,
    yields: () => yields,
    options: {
      onCount: (files: number) => void counts.push(files),
      yieldToMain: async () => {
        yields++
        await Promise.resolve()
      },
    },
  }
}

const treeOfFiles = (count: number): Tree =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`file ${index}.txt`, null]))

describe('dropped entries', () => {
  it('are complete though readers return a hundred at a time', async () => {
    const { options, counts, yields } = scanOptions()
    const { files } = await scanEntries([entryOf('big', treeOfFiles(2500))], options)
    expect(files).toHaveLength(2500)
    expect(new Set(files.map(({ file }) => file.name)).size).toBe(2500)
    expect(files.every(({ path }) => path === 'big')).toBe(true)
    expect(counts.at(-1)).toBe(2500)
    expect(yields()).toBeGreaterThan(1)
  })

  it('keep their folders, spaces and other scripts', async () => {
    const tree: Tree = { 'a.txt': null, 'ünter ordner': { 'b.txt': null, 深い: { 'c.txt': null } } }
    const { files } = await scanEntries(
      [entryOf('top', tree), entryOf('loose.txt', null)],
      scanOptions().options,
    )
    expect(files.map(({ path, file }) => `${path}|${file.name}`)).toEqual([
      '.|loose.txt',
      'top|a.txt',
      'top/ünter ordner|b.txt',
      'top/ünter ordner/深い|c.txt',
    ])
  })

  it('keep the handle of the dropped file, or of the folder around it', async () => {
    const entries = [
      entryOf('top', { a: null, sub: { b: null } }),
      entryOf('c', null),
      entryOf('top', { d: null }),
    ]
    const handles = new Map(entries.map((entry) => [entry, Promise.resolve<FileSystemHandle | null>(null)]))
    const { files } = await scanEntries(entries, { ...scanOptions().options, handles })
    const roots = [...handles.values()]
    expect(files.map(({ file, root }) => [file.name, root && roots.indexOf(root)])).toEqual([
      ['c', 1],
      ['a', 0],
      ['b', 0],
      ['d', 2],
    ])
  })

  it('omit files of operating systems, and report empty folders', async () => {
    const tree: Tree = {
      '.DS_Store': null,
      'Thumbs.db': null,
      'a.txt': null,
      empty: {},
      mac: { '.DS_Store': null },
    }
    const { files, emptyFolders } = await scanEntries([entryOf('top', tree)], scanOptions().options)
    expect(files.map(({ file }) => file.name)).toEqual(['a.txt'])
    expect(emptyFolders).toEqual(['top/empty', 'top/mac'])
  })

  it('report what cannot be read, and continue', async () => {
    const broken = {
      isFile: true,
      isDirectory: false,
      name: 'gone.txt',
      fullPath: '/gone.txt',
      file: (_: unknown, fail: (error: Error) => void) => fail(new Error('NotFoundError')),
    } as unknown as FileSystemEntry
    const { files, unreadable } = await scanEntries(
      [broken, entryOf('here.txt', null)],
      scanOptions().options,
    )
    expect(files.map(({ file }) => file.name)).toEqual(['here.txt'])
    expect(unreadable).toEqual(['gone.txt'])
  })
})

describe('picked files', () => {
  it('of a folder have the same directories as the same folder dropped', async () => {
    const tree: Tree = { 'a.txt': null, sub: { 'b.txt': null, '.DS_Store': null } }
    const dropped = await scanEntries([entryOf('top', tree)], scanOptions().options)
    const list = ['top/a.txt', 'top/sub/b.txt', 'top/sub/.DS_Store'].map(pickedFile)
    const chosen = await scanFileList(list, scanOptions().options)
    const shape = (files: typeof chosen.files) => files.map(({ path, file }) => `${path}|${file.name}`)
    expect(shape(chosen.files)).toEqual(shape(dropped.files))
  })

  it('without a folder lie at the root', async () => {
    const { files } = await scanFileList([pickedFile('a.txt'), pickedFile('b.txt')], scanOptions().options)
    expect(files.map(({ path }) => path)).toEqual(['.', '.'])
  })

  it('are reported if they do not exist', async () => {
    const empty = (name: string) => Object.assign(new File([], name), { webkitRelativePath: '' })
    const gone = Object.assign(empty('gone.txt'), {
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    })
    const { files, unreadable } = await scanFileList([gone, empty('empty.txt')], scanOptions().options)
    expect(files.map(({ file }) => file.name)).toEqual(['empty.txt'])
    expect(unreadable).toEqual(['gone.txt'])
  })

  it('of a long list yield to the page', async () => {
    const { options, yields } = scanOptions()
    await scanFileList(new Array<File>(50_000).fill(pickedFile('a.txt')), options)
    expect(yields()).toBe(200)
  })
})
