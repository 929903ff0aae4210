import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import {
  type SealedNames,
  filterTree,
  type FileTree,
  recordsIn,
  buildTreeInSteps,
} from '../../../../src/features/folderFiles/tree/fileTree.ts'
import { foldName, nameSortKey } from '../../../../src/features/folderFiles/tree/nameOrder.ts'
import { sortInSteps } from '../../../../src/api/sortInSteps.ts'
import {
  parentIndex,
  rowsBetween,
  type FileSort,
  indexOfTypedName,
  visibleRows,
} from '../../../../src/features/folderFiles/tree/treeRows.ts'

type Content = Pick<FileRecord, 'file_hash' | 'repeat_of'>

let nextId = 1
function fileRecord(path: string, more: Partial<FileRecord> = {}): FileRecord {
  const id = nextId++
  return {
    id,
    original_filename: path.slice(path.lastIndexOf('/') + 1),
    stored_filename: `7/${path}`,
    file_size: 10,
    file_hash: `hash of ${path}`,
    upload_time: '2026-01-01T00:00:00.000Z',
    last_downloaded_admin: null,
    uploader_email: null,
    ...more,
  }
}

function runToEnd<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const byName: FileSort = { by: 'name', descending: false }
const treeOf = (records: FileRecord[], altered: Record<number, SealedNames> = {}) =>
  runToEnd(buildTreeInSteps(records, altered))
const sealedNames = (name: string, path = '.', more: Partial<SealedNames> = {}): SealedNames => ({
  ...{ name, path, sha256: `hash of ${name}`, differences: [], verdict: 'hidden' },
  ...more,
})
const rowsOf = ({ root }: FileTree, open: readonly string[] = [], sort: FileSort = byName) =>
  visibleRows(root, (key) => open.includes(key), sort)
const rowNames = (records: FileRecord[], sort: FileSort = byName, open: readonly string[] = []) =>
  rowsOf(treeOf(records), open, sort).map(({ node, level }) => `${level} ${node.name}`)
const fileNames = (files: FileTree) => files.files.map(({ name }) => name)

describe('the file tree', () => {
  it('tells a file from every directory, whatever a sender calls it', () => {
    const file = fileRecord('a.txt')
    const records = [file, fileRecord(`#${file.id}/b.txt`), fileRecord(`${file.id}/b.txt`)]
    const keys = rowsOf(treeOf(records)).map(({ node }) => node.key)
    expect(new Set(keys).size).toBe(3)
    // The path of a directory is relative.
    expect(keys.at(-1)).toMatch(/^\//)
  })

  it('drops the folder id and keeps the directories between it and the name', () => {
    const records = [fileRecord('b.txt'), fileRecord('x/y/c.txt'), fileRecord('x/a.txt')]
    expect(rowNames(records)).toEqual(['1 x', '1 b.txt'])
    expect(rowNames(records, byName, ['x', 'x/y'])).toEqual(['1 x', '2 y', '3 c.txt', '2 a.txt', '1 b.txt'])
  })

  it('has at most 101 levels, however deep a file is: the last has all names that are left', () => {
    const { root, files } = treeOf([fileRecord(`${Array(2000).fill('d').join('/')}/a.txt`)])
    let levels = 0
    let last = root
    for (let next = root.directories[0]; next; next = next.directories[0]) {
      last = next
      levels++
    }
    expect([levels, last.name.split('/').length, last.files]).toEqual([101, 1900, files])
  })

  it('knows all files and bytes below a directory', () => {
    const records = [fileRecord('x/y/c.txt'), fileRecord('x/a.txt'), fileRecord('b.txt')]
    const all = treeOf(records)
    expect(recordsIn(all).map(({ id }) => id)).toEqual(records.map(({ id }) => id))
    const [x] = all.root.directories
    expect(x).toMatchObject({ name: 'x', bytes: 20 })
    expect(x && recordsIn(all, x).map(({ original_filename }) => original_filename)).toEqual([
      'c.txt',
      'a.txt',
    ])
  })

  it('puts directories first, whatever the order', () => {
    const records = [fileRecord('a.txt'), fileRecord('z/1.txt'), fileRecord('m/1.txt')]
    expect(rowNames(records)).toEqual(['1 m', '1 z', '1 a.txt'])
    expect(rowNames(records, { by: 'name', descending: true })).toEqual(['1 z', '1 m', '1 a.txt'])
    expect(rowNames(records, { by: 'uploaded', descending: true })).toEqual(['1 m', '1 z', '1 a.txt'])
  })

  it('sorts names as people do', () => {
    const records = ['page 10', 'page 9', 'Äpfel', 'apfelmus', 'Zebra'].map((name) => fileRecord(name))
    expect(rowNames(records)).toEqual(['1 Äpfel', '1 apfelmus', '1 page 9', '1 page 10', '1 Zebra'])
  })

  it('sorts by upload and by last download, never downloaded first', () => {
    const records = [
      fileRecord('a', {
        upload_time: '2026-01-02T00:00:00.000Z',
        last_downloaded_admin: '2026-02-02T00:00:00.000Z',
      }),
      fileRecord('b', {
        upload_time: '2026-01-01T00:00:00.000Z',
        last_downloaded_admin: '2026-02-01T00:00:00.000Z',
      }),
      fileRecord('c', { upload_time: '2026-01-03T00:00:00.000Z' }),
    ]
    expect(rowNames(records, { by: 'uploaded', descending: false })).toEqual(['1 b', '1 a', '1 c'])
    expect(rowNames(records, { by: 'uploaded', descending: true })).toEqual(['1 c', '1 a', '1 b'])
    expect(rowNames(records, { by: 'downloaded', descending: false })).toEqual(['1 c', '1 b', '1 a'])
  })

  it('marks files of the same content', () => {
    const twins = [
      fileRecord('a', { file_hash: 'same' }),
      fileRecord('x/b', { file_hash: 'same' }),
      fileRecord('c'),
    ]
    const marked = rowsOf(treeOf(twins), ['x']).filter(({ node }) => node.kind === 'file' && node.isDuplicate)
    expect(marked.map(({ node }) => node.name)).toEqual(['b', 'a'])
  })

  it('marks files of the same content in a list without hashes', () => {
    const brief = (path: string, content: Content = {}): FileRecord => {
      const made = { ...fileRecord(path), ...content }
      if (content.file_hash === undefined) delete made.file_hash
      return made
    }
    const first = brief('a')
    const hash = '0'.repeat(64)
    const records = [
      ...[first, brief('b'), brief('c', { repeat_of: first.id }), brief('d', { repeat_of: first.id })],
      ...[brief('e', { file_hash: hash }), brief('f', { file_hash: hash })],
    ]
    const marked = treeOf(records).files.filter(({ isDuplicate }) => isDuplicate)
    expect(marked.map(({ name }) => name)).toEqual(['a', 'c', 'd', 'e', 'f'])
  })

  it('tells directories apart that have a name in common', () => {
    const records = [fileRecord('a/x/1'), fileRecord('b/x/2')]
    expect(rowNames(records, byName, ['a', 'a/x', 'b'])).toEqual(['1 a', '2 x', '3 1', '1 b', '2 x'])
  })

  it('shows what the uploader sealed where the server says otherwise', () => {
    const renamed = fileRecord('x/invoice.exe')
    const altered = {
      [renamed.id]: sealedNames('invoice.pdf', 'y', { differences: ['name', 'path'], verdict: 'open' }),
    }
    const rows = rowsOf(treeOf([renamed], altered), ['y'])
    expect(rows.map(({ node }) => node.name)).toEqual(['y', 'invoice.pdf'])
    expect(rows[1]?.node).toMatchObject({ differences: ['name', 'path'] })
  })

  describe('of files whose names the server does not know', () => {
    const placeholder = (n: number) => `sealed-${String(n).padStart(32, '0')}`
    const hidden = (n: number) =>
      fileRecord(placeholder(n), { original_filename: placeholder(n), file_hash: `w${n}` })

    it('shows no placeholder: not before the key has opened the name, and then the name', () => {
      const file = hidden(1)
      expect(rowsOf(treeOf([file]))[0]?.node).toMatchObject({ name: 'Name locked', isLocked: true })
      const rows = rowsOf(treeOf([file], { [file.id]: sealedNames('a.txt', 'x') }), ['x'])
      expect(rows.map(({ node }) => node.name)).toEqual(['x', 'a.txt'])
      expect(rows[1]?.node).toMatchObject({ isLocked: false, verdict: 'hidden' })
    })

    it('numbers those of one path by their order on the server, beside those that it knows', () => {
      const [first, second, third] = [hidden(1), hidden(2), hidden(3)]
      const known = fileRecord('a.txt')
      const names = Object.fromEntries([third, second, first].map(({ id }) => [id, sealedNames('a.txt')]))
      const nodes = treeOf([third, known, second, first], names).files
      const nameOf = new Map(nodes.map(({ record, name }) => [record.id, name]))
      expect([known, first, second, third].map(({ id }) => nameOf.get(id))).toEqual([
        'a.txt',
        'a (2).txt',
        'a (3).txt',
        'a (4).txt',
      ])
    })

    it('finds equal contents by what was sealed: the server has another hash of each', () => {
      const [one, twin, other] = [hidden(1), hidden(2), hidden(3)]
      const names = {
        [one.id]: sealedNames('a', '.', { sha256: 'same' }),
        [twin.id]: sealedNames('b', '.', { sha256: 'same' }),
        [other.id]: sealedNames('c', '.', { sha256: 'else' }),
      }
      expect(
        treeOf([one, twin, other], names).files.map(({ name, isDuplicate }) => [name, isDuplicate]),
      ).toEqual([
        ['a', true],
        ['b', true],
        ['c', false],
      ])
    })
  })

  it('says of each row where it stands in its directory', () => {
    const rows = rowsOf(treeOf([fileRecord('x/1'), fileRecord('x/2'), fileRecord('b')]), ['x'])
    expect(rows.map(({ position, setSize }) => [position, setSize])).toEqual([
      [1, 2],
      [1, 2],
      [2, 2],
      [2, 2],
    ])
  })

  it('can pause between files, so that 20 000 do not hold the page', () => {
    const steps = buildTreeInSteps(
      Array.from({ length: 20_000 }, (_, index) => fileRecord(`file ${index}.txt`)),
    )
    let pauses = 0
    while (steps.next().done !== true) pauses++
    expect(pauses).toBeGreaterThan(80)
  })
})

describe('what a filter and a search leave', () => {
  const seen = { last_downloaded_admin: '2026-02-02T00:00:00.000Z' }
  const records = [
    fileRecord('tax/2025/Beleg 1.pdf', seen),
    fileRecord('tax/2026/Beleg 2.pdf'),
    fileRecord('old/note.txt', seen),
    fileRecord('Größe.txt'),
  ]
  const all = treeOf(records)
  const search = (text: string) => filterTree(all, { onlyNew: false, words: foldName(text).split(' ') })

  it('is only what was never downloaded; directories without any stay, and count none', () => {
    const left = filterTree(all, { onlyNew: true, words: [] })
    expect(fileNames(left)).toEqual(['Beleg 2.pdf', 'Größe.txt'])
    const [old] = left.root.directories
    expect(old).toMatchObject({ name: 'old', from: 0, to: 0, bytes: 0 })
  })

  it('counts in each directory what is new, and says of an empty one how much was downloaded', () => {
    expect(all.root.newFiles).toBe(2)
    expect(
      all.root.directories.map(({ name, newFiles, hiddenDownloaded }) => [name, newFiles, hiddenDownloaded]),
    ).toEqual([
      ['old', 0, 0],
      ['tax', 1, 0],
    ])
    const left = filterTree(all, { onlyNew: true, words: [] })
    expect(
      left.root.directories.map(({ newFiles, hiddenDownloaded }) => [newFiles, hiddenDownloaded]),
    ).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  it('is only what is not left out by its id, whatever else is wanted', () => {
    const excludedIds = new Set([records[1]?.id ?? 0])
    expect(fileNames(filterTree(all, { onlyNew: false, excludedIds, words: [] }))).toEqual([
      'note.txt',
      'Beleg 1.pdf',
      'Größe.txt',
    ])
    expect(fileNames(filterTree(all, { onlyNew: true, excludedIds, words: [] }))).toEqual(['Größe.txt'])
  })

  it('has every word in its name or on the way to it, without case and accents', () => {
    expect(fileNames(search('beleg'))).toEqual(['Beleg 1.pdf', 'Beleg 2.pdf'])
    expect(fileNames(search('beleg 2026'))).toEqual(['Beleg 2.pdf'])
    expect(fileNames(search('GROSSE'))).toEqual([])
    expect(fileNames(search('große'))).toEqual(['Größe.txt'])
    expect(search('beleg').root.directories.map(({ name }) => name)).toEqual(['tax'])
  })

  it('leaves the whole tree as it was', () => {
    filterTree(all, { onlyNew: true, words: [] })
    expect(all.files.map(({ from }) => from)).toEqual([0, 1, 2, 3])
    expect(all.root.directories.map(({ from, to }) => to - from)).toEqual([1, 2])
  })
})

describe('rows', () => {
  const rows = rowsOf(
    treeOf([fileRecord('x/y/1'), fileRecord('x/2'), fileRecord('ab'), fileRecord('abc'), fileRecord('b')]),
    ['x', 'x/y'],
  )
  // x, y, 1, 2, ab, abc, b

  it('lie in the directory above them', () => {
    expect([0, 1, 2, 3, 4].map((index) => parentIndex(rows, index))).toEqual([-1, 0, 1, 0, -1])
  })

  it('are found by typing the beginning of a name', () => {
    expect(indexOfTypedName(rows, 0, 'a')).toBe(4)
    expect(indexOfTypedName(rows, 4, 'a')).toBe(5)
    expect(indexOfTypedName(rows, 5, 'aa')).toBe(4)
    expect(indexOfTypedName(rows, 4, 'abc')).toBe(5)
    expect(indexOfTypedName(rows, 5, 'B')).toBe(6)
    expect(indexOfTypedName(rows, 6, 'y')).toBe(1)
    expect(indexOfTypedName(rows, 0, 'q')).toBe(-1)
  })

  it('from one to another are the same either way, and an open directory takes nothing along', () => {
    const isOpen = (key: string) => key === 'x'
    const between = (one: number, other: number) =>
      rowsBetween(rows, [one, other], isOpen).map(({ name }) => name)
    expect(between(0, 4)).toEqual(['y', '1', '2', 'ab'])
    expect(between(4, 0)).toEqual(['y', '1', '2', 'ab'])
  })
})

describe('sorting in steps', () => {
  it('is stable, and the same as the platform’s', () => {
    const list = Array.from({ length: 4321 }, (_, index) => ({ key: (index * 7919) % 100, index }))
    const compare = (a: { key: number }, b: { key: number }) => a.key - b.key
    expect(runToEnd(sortInSteps(list, compare))).toEqual(list.toSorted(compare))
    expect(runToEnd(sortInSteps([], compare))).toEqual([])
  })
})

describe('the sort key of a name', () => {
  it('takes numbers as numbers and letters without case or accent', () => {
    const key = (name: string) => nameSortKey(foldName(name))
    expect(key('A9') < key('a10')).toBe(true)
    expect(key('é')).toBe(key('E'))
  })
})
