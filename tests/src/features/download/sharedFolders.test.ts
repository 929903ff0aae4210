import { expect, it } from 'vitest'
import type { SharedRow } from '../../../../src/features/download/downloadPageSlice.ts'
import { foldersOf, filterSharedFolders, linesOf } from '../../../../src/features/download/sharedFolders.ts'

const row = (id: number, path: string, name: string): SharedRow => ({
  ...{ id, path, name, size: 10, isSealed: true, difference: null, last: null },
})
const rows = [
  row(1, 'Plans/Floor 10', 'page 2.pdf'),
  row(2, '.', 'letter.txt'),
  row(3, 'Plans/Floor 2', 'page 10.pdf'),
  row(4, 'Plans/Floor 2', 'page 2.pdf'),
]
const told = (folders: ReturnType<typeof filterSharedFolders>) =>
  folders.map(({ path, rows: inside, bytes }) => [path, inside.map(({ id }) => id), bytes])

it('puts files into their folders, as people number them, and those without one first', () => {
  expect(told(foldersOf(rows))).toEqual([
    ['.', [2], 10],
    ['Plans/Floor 2', [4, 3], 20],
    ['Plans/Floor 10', [1], 10],
  ])
})

it('gives folders a line of their own, and hides what lies in a closed one', () => {
  const lines = linesOf(foldersOf(rows), (path) => path !== 'Plans/Floor 2')
  expect(lines.map((line) => (line.kind === 'file' ? line.row.id : line.folder.path))).toEqual([
    ...[2, 'Plans/Floor 2', 'Plans/Floor 10', 1],
  ])
})

it('finds files by words of their names and folders, in any order', () => {
  const folders = foldersOf(rows)
  expect(told(filterSharedFolders(folders, 'PAGE floor'))).toHaveLength(2)
  expect(told(filterSharedFolders(folders, '10.pdf plans'))).toEqual([['Plans/Floor 2', [3], 10]])
  expect(filterSharedFolders(folders, 'nothing')).toEqual([])
  expect(filterSharedFolders(folders, '  ')).toBe(folders)
})
