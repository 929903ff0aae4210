import { expect, it } from 'vitest'
import {
  maxSeenFiles,
  noSeenFiles,
  type SeenFiles,
  withDeleted,
  withReturned,
  withSeen,
  withUnlisted,
} from '../../../core/trust/seenFiles.ts'

const returnedMarks = ({ gone }: SeenFiles, marks: readonly string[]) =>
  marks.filter((mark) => gone.has(mark))
const marksOf = (count: number, prefix = 'm') => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

it('stays with the folder that a file was first seen in', () => {
  const files = withSeen(withSeen(noSeenFiles, 1, ['a', 'b']), 2, ['a', 'c'])
  expect([...files.seen]).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 2],
  ])
})

it('notices that a file is back which was not listed any more, or was deleted here', () => {
  const seen = withSeen(withSeen(noSeenFiles, 1, ['a', 'b', 'c']), 2, ['x'])
  const { files, unlisted } = withUnlisted(seen, 1, ['b', 'x'])
  expect(unlisted).toBe(1)
  const deleted = withDeleted(files, ['c'])
  expect(returnedMarks(deleted, ['a', 'b', 'c', 'x', 'new'])).toEqual(['b', 'c'])
  // Until it is accepted, it stays so.
  const shown = withSeen(deleted, 1, ['a', 'b', 'c'])
  expect(returnedMarks(shown, ['a', 'b', 'c'])).toEqual(['b', 'c'])
  expect(returnedMarks(withReturned(shown, 1, ['b']), ['a', 'b', 'c'])).toEqual(['c'])
  expect(withReturned(shown, 1, ['b']).seen.get('b')).toBe(1)
})

it('keeps so many of each, and of what is gone first of all what was deleted here', () => {
  const many = withSeen(noSeenFiles, 1, ['first', ...marksOf(maxSeenFiles)])
  expect([many.seen.size, many.seen.has('first')]).toEqual([maxSeenFiles, false])
  const deleted: SeenFiles = withDeleted(withSeen(noSeenFiles, 1, ['mine']), ['mine'])
  const junk = marksOf(maxSeenFiles, 'junk')
  const flushed = withUnlisted(withSeen(deleted, 1, junk), 1, junk).files
  expect(flushed.gone.size).toBe(maxSeenFiles)
  expect([flushed.gone.get('mine'), flushed.gone.has('junk0')]).toEqual([true, false])
})
