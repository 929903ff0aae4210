import { describe, expect, it } from 'vitest'
import {
  folderOfMark,
  maxSeenFiles,
  noSeenFiles,
  returnsIn,
  type SeenFiles,
  comparedMarks,
  withDates,
  withDeleted,
  withRestored,
  withReturned,
  withSeen,
  withUnlisted,
} from '../../../core/trust/seenFiles.ts'

const returnedMarks = ({ gone }: SeenFiles, marks: readonly string[]) =>
  marks.filter((mark) => gone.has(mark))
const marksOf = (count: number, prefix = 'm') => Array.from({ length: count }, (_, n) => `${prefix}${n}`)
const now = '2026-12-08T10:00:00.000Z'
const undated = (ids: readonly number[]) => new Map(ids.map((id) => [id, undefined]))
const noTrash: ReadonlySet<number> = new Set()
/** As if the list of a folder had only files with these numbers, and its trash others. */
const listedIn = (
  files: SeenFiles,
  folder: number,
  listed: readonly number[],
  inTrash: ReadonlySet<number> | null = noTrash,
) => withUnlisted(files, folder, { marks: comparedMarks(files, folder, undated(listed)), inTrash, now })
/** Files with numbers from 1. */
const shown = (...marks: string[]) => marks.map((mark, at) => ({ id: at + 1, mark }))
const idOf = ({ seen }: SeenFiles, mark: string) => seen.get(mark)?.id

it('stays with the folder that a file was first seen in', () => {
  const files = withSeen(withSeen(noSeenFiles, 1, shown('a', 'b')), 2, shown('c', 'a'))
  expect([...files.seen]).toEqual([
    ['a', { folder: 1, id: 1 }],
    ['b', { folder: 1, id: 2 }],
    ['c', { folder: 2, id: 1 }],
  ])
})

it('notices that a file is back which was not listed any more, or was deleted here', () => {
  const seen = withSeen(withSeen(noSeenFiles, 1, shown('a', 'b', 'c')), 2, shown('x'))
  const { files, unlisted } = listedIn(seen, 1, [1, 3])
  expect(unlisted).toBe(1)
  const deleted = withDeleted(files, 1, [{ id: 3, mark: 'c' }], false)
  expect(returnedMarks(deleted, ['a', 'b', 'c', 'x', 'new'])).toEqual(['b', 'c'])
  // Until it is accepted, it stays so.
  const again = withSeen(deleted, 1, shown('a', 'b', 'c'))
  expect(returnedMarks(again, ['a', 'b', 'c'])).toEqual(['b', 'c'])
  const accepted = withReturned(again, 1, [{ id: 9, mark: 'b' }])
  expect(returnedMarks(accepted, ['a', 'b', 'c'])).toEqual(['c'])
  expect([idOf(accepted, 'a'), idOf(accepted, 'b')]).toEqual([1, 9])
})

it('remembers where a file was seen that is gone, and sees it again only there', () => {
  const seen = withSeen(noSeenFiles, 1, shown('a'))
  const moved = listedIn(seen, 1, []).files
  expect(folderOfMark(moved, 'a')).toBe(1)
  // Another folder shows it, and the person accepts it there.
  expect(withReturned(moved, 2, shown('a'))).toBe(moved)
  const back = withReturned(moved, 1, shown('a'))
  expect([back.gone.size, folderOfMark(back, 'a')]).toEqual([0, 1])
  // Deleted where it was never seen: it may belong elsewhere.
  const unseen = withReturned(withDeleted(noSeenFiles, 2, [{ id: 1, mark: 'b' }], false), 2, shown('b'))
  expect([unseen.gone.size, folderOfMark(unseen, 'b')]).toEqual([0, undefined])
})

it('knows what was deleted by its number in its folder, where the key is locked', () => {
  const seen = withSeen(withSeen(noSeenFiles, 1, shown('a', 'b')), 2, shown('x'))
  const deleted = withDeleted(seen, 1, [{ id: 1 }, { id: 7 }, { id: 8, mark: 'moved' }], false)
  expect([...deleted.gone]).toEqual([
    ['moved', { folder: null, isDeletedHere: true, isInTrash: false }],
    ['a', { folder: 1, id: 1, isDeletedHere: true, isInTrash: false }],
  ])
  expect([...deleted.seen.keys()]).toEqual(['b', 'x'])
  // What the server shows under the number of a file that was opened is another one.
  expect([...withDeleted(seen, 1, [{ id: 1, mark: 'new' }], false).gone.keys()]).toEqual(['new'])
})

it('is as before once what was deleted is restored, by its mark or its number', () => {
  const seen = withSeen(withSeen(noSeenFiles, 1, shown('a', 'b', 'c')), 2, shown('x'))
  const deleted = withDeleted(seen, 1, [{ id: 1 }, { id: 2 }, { id: 3, mark: 'c' }], false)
  const byNumber = withRestored(deleted, 1, [{ id: 2 }, { id: 3 }])
  expect([...byNumber.gone.keys()]).toEqual(['a'])
  const restored = withRestored(byNumber, 1, [{ id: 9, mark: 'a' }])
  expect(restored.gone.size).toBe(0)
  expect(['a', 'b', 'c', 'x'].map((mark) => restored.seen.get(mark))).toEqual([
    { folder: 1, id: 9 },
    { folder: 1, id: 2 },
    { folder: 1, id: 3 },
    { folder: 2, id: 1 },
  ])
})

it('restores what another device has deleted, and nothing of another folder or under the number of an opened file', () => {
  const seen = withSeen(noSeenFiles, 1, shown('a', 'b'))
  const missing = listedIn(seen, 1, []).files
  expect([...withRestored(missing, 1, [{ id: 2 }]).gone.keys()]).toEqual(['a'])
  expect(withRestored(missing, 2, [{ id: 1 }, { id: 2, mark: 'b' }])).toBe(missing)
  // What the server shows under the number of a deleted file may be another one.
  expect(withRestored(missing, 1, [{ id: 1, mark: 'new' }])).toBe(missing)
})

it('keeps so many of each, and of what is gone first of all what was deleted here', () => {
  const many = withSeen(noSeenFiles, 1, shown('first', ...marksOf(maxSeenFiles)))
  expect([many.seen.size, many.seen.has('first')]).toEqual([maxSeenFiles, false])
  const deleted: SeenFiles = withDeleted(withSeen(noSeenFiles, 1, shown('mine')), 1, [{ id: 1 }], false)
  const junk = marksOf(maxSeenFiles, 'junk')
  const flushed = listedIn(withSeen(deleted, 1, shown(...junk)), 1, []).files
  expect(flushed.gone.size).toBe(maxSeenFiles)
  expect([flushed.gone.get('mine')?.isDeletedHere, flushed.gone.has('junk0')]).toEqual([true, false])
})

describe('a file in the trash', () => {
  const seen = withSeen(withSeen(noSeenFiles, 1, shown('a', 'b')), 2, shown('x'))
  const returnOf = (files: SeenFiles, id: number, mark: string) => returnsIn(files, 1)({ id, mark })
  const byServer = listedIn(seen, 1, [], new Set([1])).files

  it('is counted apart from those that are missing, once', () => {
    const first = listedIn(seen, 1, [], new Set([1, 7]))
    expect([first.unlisted, first.trashed]).toEqual([1, 1])
    const second = listedIn(first.files, 1, [], new Set([1, 7]))
    expect([second.unlisted, second.trashed, second.files]).toEqual([0, 0, first.files])
  })

  it.each([
    ['that another device has deleted', byServer],
    ['that was deleted here', withDeleted(seen, 1, [{ id: 1 }], true)],
  ])('%s comes back quietly as the same file alone', (_, files) => {
    expect(returnOf(files, 1, 'a')).toBe('restored')
    expect(returnOf(files, 9, 'a')).toBe('returned')
    expect(returnOf(files, 1, 'other')).toBe('returned')
    expect(returnsIn(files, 2)({ id: 1, mark: 'a' })).toBe('returned')
    expect(returnsIn(files, 2)({ id: 1, mark: 'new' })).toBeNull()
    const shownAgain = withSeen(files, 1, [{ id: 1, mark: 'a' }])
    expect([shownAgain.gone.has('a'), idOf(shownAgain, 'a'), returnOf(shownAgain, 1, 'a')]).toEqual([
      ...[false, 1, null],
    ])
    const otherNumber = withSeen(files, 1, [{ id: 9, mark: 'a' }])
    expect(returnOf(otherNumber, 9, 'a')).toBe('returned')
  })

  it('is deleted for good once neither list nor trash have it', () => {
    const erased = listedIn(byServer, 1, []).files
    expect(returnOf(erased, 1, 'a')).toBe('returned')
    // Listed again before the key opens it, and then in the trash once more.
    const listedAgain = listedIn(byServer, 1, [1]).files
    expect(returnOf(listedAgain, 1, 'a')).toBe('restored')
    expect(returnOf(listedIn(listedAgain, 1, [], new Set([1])).files, 1, 'a')).toBe('restored')
  })

  it('is missing if it is withheld after it was listed again, also where it was not opened', () => {
    const listedAgain = listedIn(byServer, 1, [1]).files
    expect([listedIn(listedAgain, 1, [1]).files, listedIn(byServer, 1, []).unlisted]).toEqual([
      listedAgain,
      0,
    ])
    const { files, unlisted, trashed } = listedIn(listedAgain, 1, [])
    expect([unlisted, trashed, returnOf(files, 1, 'a')]).toEqual([1, 0, 'returned'])
    expect(listedIn(files, 1, []).unlisted).toBe(0)
    // Deleted once more, and erased there.
    const again = listedIn(listedAgain, 1, [], new Set([1]))
    expect([again.unlisted, again.trashed, listedIn(again.files, 1, []).unlisted]).toEqual([0, 1, 0])
    // Deleted here after the list was asked for that has it.
    const marks = comparedMarks(seen, 1, undated([1, 2]))
    const deleted = withDeleted(seen, 1, [{ id: 1 }], true)
    expect(withUnlisted(deleted, 1, { marks, inTrash: noTrash, now }).files).toEqual(deleted)
  })

  it('stays there while the server does not answer what is there; what else is not listed is missing', () => {
    const { files, unlisted, trashed } = listedIn(byServer, 1, [], null)
    expect([unlisted, trashed, returnOf(files, 1, 'a')]).toEqual([0, 0, 'restored'])
    const first = listedIn(seen, 1, [1], null)
    expect([first.unlisted, first.trashed, returnOf(first.files, 2, 'b')]).toEqual([1, 0, 'returned'])
  })

  it('stays restored where that was remembered while the list was on its way', () => {
    const marks = comparedMarks(byServer, 1, undated([2]))
    const restored = withRestored(byServer, 1, [{ id: 1 }])
    expect(withUnlisted(restored, 1, { marks, inTrash: noTrash, now })).toEqual({
      files: restored,
      unlisted: 0,
      trashed: 0,
    })
  })

  it('whose place another took is asked about until that is accepted', () => {
    const replaced = withSeen(byServer, 1, [{ id: 1, mark: 'other' }])
    expect(returnOf(replaced, 1, 'other')).toBe('returned')
    const accepted = withReturned(replaced, 1, [{ id: 1, mark: 'other' }])
    expect([returnOf(accepted, 1, 'other'), returnOf(accepted, 1, 'a')]).toEqual([null, 'returned'])
  })

  it('of which a version before kept nothing is asked about', () => {
    const gone = new Map([['a', { folder: 1, id: 1, isDeletedHere: true }]])
    expect(returnOf({ ...seen, gone }, 1, 'a')).toBe('returned')
  })
})

describe('a file with a date', () => {
  const past = '2026-12-08T09:59:59.999Z'
  const later = '2026-12-09T10:00:00.000Z'
  const dated = (expires?: string) => withSeen(noSeenFiles, 1, [{ id: 1, mark: 'a', expires }])
  const listedWith = (files: SeenFiles, expires?: string) => withDates(files, 1, new Map([[1, expires]]))
  const missing = (files: SeenFiles) => listedIn(files, 1, []).unlisted

  it('is not missing once the date is past, and asked about when it is back all the same', () => {
    expect([missing(dated()), missing(dated(later)), missing(dated(past))]).toEqual([1, 1, 0])
    const { files } = listedIn(dated(past), 1, [])
    expect(returnsIn(files, 1)({ id: 1, mark: 'a' })).toBe('returned')
  })

  it('keeps the latest date that it had, and none once it stays', () => {
    expect(missing(listedWith(dated(past), later))).toBe(1)
    expect(missing(listedWith(listedWith(dated(past)), past))).toBe(1)
    const undatedFile = dated()
    expect(listedWith(undatedFile, past)).toBe(undatedFile)
    const laterFile = dated(later)
    expect([listedWith(laterFile, past), withDates(laterFile, 2, new Map([[1, undefined]]))]).toEqual([
      laterFile,
      laterFile,
    ])
  })

  it('has it again after it was in the trash', () => {
    const restored = withRestored(withDeleted(dated(past), 1, [{ id: 1 }], true), 1, [{ id: 1 }])
    expect(missing(restored)).toBe(0)
  })

  it('has no earlier one after it was in the trash, but a later one', () => {
    const shownAgain = (files: SeenFiles, expires?: string) =>
      withSeen(listedIn(files, 1, [], new Set([1])).files, 1, [{ id: 1, mark: 'a', expires }])
    expect([missing(shownAgain(dated(later), past)), missing(shownAgain(dated(), past))]).toEqual([1, 1])
    expect([missing(shownAgain(dated(past), later)), missing(shownAgain(dated(past)))]).toEqual([1, 1])
    const { files } = listedIn(dated(later), 1, [])
    expect(missing(withReturned(files, 1, [{ id: 1, mark: 'a', expires: past }]))).toBe(1)
    const erased = listedIn(dated(past), 1, []).files
    expect(missing(withReturned(erased, 1, [{ id: 1, mark: 'a' }]))).toBe(0)
  })

  it.each([
    '',
    '0',
    '2020',
    '2020-01-01T00:00:00Z',
    '2020-13-01T00:00:00.000Z',
    '+010000-01-01T00:00:00.000Z',
  ])('that is not the text of a time has none: %j', (text) => {
    expect([missing(dated(text)), missing(listedWith(dated(past), text))]).toEqual([1, 1])
  })
})
