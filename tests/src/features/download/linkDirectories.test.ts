import { expect, it } from 'vitest'
import type { SharedRow } from '../../../../src/features/download/downloadPageSlice.ts'
import {
  groupByDirectory,
  filterDirectories,
  visibleLines,
} from '../../../../src/features/download/linkDirectories.ts'

const sharedRow = (id: number, path: string, name: string): SharedRow => ({
  ...{ id, path, name, size: 10, isSealed: true, isText: false, difference: null, last: null },
})
const rows = [
  sharedRow(1, 'Plans/Floor 10', 'page 2.pdf'),
  sharedRow(2, '.', 'letter.txt'),
  sharedRow(3, 'Plans/Floor 2', 'page 10.pdf'),
  sharedRow(4, 'Plans/Floor 2', 'page 2.pdf'),
]
const summaryOf = (directories: ReturnType<typeof filterDirectories>) =>
  directories.map(({ path, rows: members, bytes }) => [path, members.map(({ id }) => id), bytes])

it('puts files into their directories, as people number them, and those without one first', () => {
  expect(summaryOf(groupByDirectory(rows))).toEqual([
    ['.', [2], 10],
    ['Plans/Floor 2', [4, 3], 20],
    ['Plans/Floor 10', [1], 10],
  ])
})

it('gives directories a line of their own, and hides what lies in a closed one', () => {
  const lines = visibleLines(groupByDirectory(rows), (path) => path !== 'Plans/Floor 2')
  expect(lines.map((line) => (line.kind === 'file' ? line.row.id : line.directory.path))).toEqual([
    ...[2, 'Plans/Floor 2', 'Plans/Floor 10', 1],
  ])
})

it('finds files by words of their names and directories, in any order', () => {
  const directories = groupByDirectory(rows)
  expect(summaryOf(filterDirectories(directories, 'PAGE floor'))).toHaveLength(2)
  expect(summaryOf(filterDirectories(directories, '10.pdf plans'))).toEqual([['Plans/Floor 2', [3], 10]])
  expect(filterDirectories(directories, 'nothing')).toEqual([])
  expect(filterDirectories(directories, '  ')).toBe(directories)
})
