import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import {
  keysChanged,
  manifestsOpened,
  manifestsUnopened,
  type SealedFile,
  selectAltered,
  selectIncompleteBatches,
  selectIsUnsealed,
  selectIsVerified,
  selectOriginVerdicts,
  selectUnchecked,
  selectUnsealed,
  comparedFields,
  toUnopenedFile,
} from '../../../../src/features/folderFiles/sealedFilesSlice.ts'
import { fault } from '../../../../core/faults/fault.ts'
import { rootReducer, type RootState } from '../../../../src/store/store.ts'

const record = (id: number, more: Partial<FileRecord> = {}): FileRecord => ({
  id,
  original_filename: `${id}.txt`,
  stored_filename: `7/${id}.txt`,
  file_size: 10,
  file_hash: 'ab',
  upload_time: '2026-01-01T00:00:00.000Z',
  last_downloaded_admin: null,
  uploader_email: null,
  ...more,
})
const sealed = (id: number, more: Partial<SealedFile> = {}): SealedFile => ({
  id,
  name: `${id}.txt`,
  path: '.',
  differences: [],
  isLate: false,
  batch: { id: 'A', index: id - 1, count: 3 },
  answers: null,
  origin: 'plain',
  serverData: comparedFields(7, record(id)),
  ...more,
})
const unopened = (id: number, isAltered = false) => ({
  id,
  isAltered,
  serverData: comparedFields(7, record(id)),
})
const selectUncheckedIn = (state: RootState, records: FileRecord[]) =>
  selectUnchecked(state, { folderId: 7, records })
const selectIsVerifiedIn = (state: RootState, records: FileRecord[]) =>
  selectIsVerified(state, { folderId: 7, records })
const after = (...files: SealedFile[]): RootState => rootReducer(undefined, manifestsOpened(files))

describe('what manifests show', () => {
  const records = [record(1), record(2)]

  it('of a batch: fewer files than were sent, once all manifests are known', () => {
    expect(selectIncompleteBatches(after(sealed(1)), records)).toEqual([])
    const [batch] = selectIncompleteBatches(after(sealed(1), sealed(2)), records)
    expect(batch).toMatchObject({ count: 3, present: [{ id: 1 }, { id: 2 }] })
    const complete = after(sealed(1), sealed(2), sealed(3))
    expect(selectIncompleteBatches(complete, [...records, record(3)])).toEqual([])
  })

  it('of names: what the server alters, and nothing of the others', () => {
    const state = after(sealed(1, { name: 'true.txt', differences: ['name'] }), sealed(2))
    expect(selectAltered(state)).toEqual({ 1: { name: 'true.txt', path: '.', differences: ['name'] } })
  })

  it('verifies a folder only when every file has one and none differs', () => {
    expect(selectIsVerifiedIn(after(sealed(1), sealed(2)), records)).toBe(true)
    expect(selectIsVerifiedIn(after(sealed(1)), records)).toBe(false)
    expect(selectIsVerifiedIn(after(sealed(1), sealed(2, { batch: null })), records)).toBe(false)
    expect(selectIsVerifiedIn(after(sealed(1), sealed(2, { differences: ['path'] })), records)).toBe(false)
    expect(selectIsVerifiedIn(after(), [])).toBe(false)
  })

  it.each([
    { original_filename: 'other.txt' },
    { stored_filename: '7/elsewhere/1.txt' },
    { file_size: 11 },
    { file_hash: 'ff' },
  ])('verifies nothing that the server shows otherwise since: %o', (more) => {
    const changed = [record(1, more), record(2)]
    const state = after(sealed(1), sealed(2))
    expect(selectIsVerifiedIn(state, changed)).toBe(false)
    expect(selectUncheckedIn(state, changed)).toEqual([changed[0]])
    const again = rootReducer(
      state,
      manifestsOpened([sealed(1, { serverData: comparedFields(7, record(1, more)) })]),
    )
    expect(selectIsVerifiedIn(again, changed)).toBe(true)
  })

  it('marks a file no longer as altered once the server says the same', () => {
    const state = after(sealed(1, { differences: ['name'] }))
    expect(selectAltered(rootReducer(state, manifestsOpened([sealed(1)])))).toEqual({})
  })

  it('lists files that were not opened, whatever key the server says they were sealed to', () => {
    const older = record(3, { sealed_to: 'older' })
    expect(selectUncheckedIn(after(sealed(1)), [...records, older]).map(({ id }) => id)).toEqual([2, 3])
  })

  it('marks files without a manifest, and no other', () => {
    const state = after(sealed(1), sealed(2, { batch: null }))
    expect([1, 2, 3].map((id) => selectIsUnsealed(state, id))).toEqual([false, true, false])
    expect(selectUnsealed(state, [...records, record(3)])).toEqual([record(2)])
    const seenAgain = rootReducer(state, manifestsOpened([sealed(1, { batch: null })]))
    expect(selectIsUnsealed(seenAgain, 1)).toBe(true)
  })
})

describe('the origin of files', () => {
  const records = [record(1), record(2), record(3)]
  const originsIn = (state: RootState, folderId = 7, of = records) => [
    ...selectOriginVerdicts(state, { folderId, records: of }),
  ]
  const state = after(sealed(1, { origin: 'proven' }), sealed(2))

  it('is known of those that were opened, in the folder where they were, as they were shown', () => {
    expect(originsIn(state)).toEqual([
      [1, 'proven'],
      [2, 'plain'],
    ])
    expect(originsIn(state, 8)).toEqual([])
    expect(originsIn(state, 7, [record(1, { file_size: 11 })])).toEqual([])
    expect(selectUnchecked(state, { folderId: 8, records })).toEqual(records)
  })

  it('is unique: a second one for the same id and name is wrong, and stays so', () => {
    const swapped = rootReducer(state, manifestsOpened([sealed(1), sealed(2, { origin: 'proven' })]))
    const wrong = [
      [1, 'wrong'],
      [2, 'wrong'],
    ]
    expect(originsIn(swapped)).toEqual(wrong)
    const back = manifestsOpened([sealed(1, { origin: 'proven' }), sealed(2)])
    expect(originsIn(rootReducer(swapped, back))).toEqual(wrong)
    expect(originsIn(rootReducer(state, back))).toEqual(originsIn(state))
  })

  it('is wrong where what the server gives does not belong to the file, and unknown without its key', () => {
    const [no, altered] = [unopened(1), unopened(2, true)]
    expect(originsIn(rootReducer(after(sealed(2)), manifestsUnopened([no, altered])))).toEqual([[2, 'wrong']])
    const refused = (code: 'wrong-key' | 'commitment') =>
      toUnopenedFile(7, { record: record(1), fault: fault(code) })
    expect([refused('wrong-key'), refused('commitment')]).toEqual([unopened(1), unopened(1, true)])
  })

  it('is checked again if the server shows another file, or another folder', () => {
    const elsewhere = sealed(1, { origin: 'wrong', serverData: comparedFields(8, record(1)) })
    expect(originsIn(rootReducer(state, manifestsOpened([elsewhere])), 8)).toEqual([[1, 'wrong']])
    const more = { file_size: 11 }
    const renewed = sealed(1, { origin: 'plain', serverData: comparedFields(7, record(1, more)) })
    const after = rootReducer(state, manifestsOpened([renewed]))
    expect(originsIn(after, 7, [record(1, more)])).toEqual([[1, 'plain']])
  })
})

describe('a batch of which the server withholds files', () => {
  const records = [record(1), record(2)]

  it('is reported, though a record is said to be sealed to an older key', () => {
    const withOlder = [...records, record(9, { sealed_to: 'older' })]
    const state = rootReducer(after(sealed(1), sealed(2)), manifestsUnopened([unopened(9)]))
    expect(selectIncompleteBatches(state, withOlder)).toMatchObject([
      { count: 3, present: [{ id: 1 }, { id: 2 }] },
    ])
    expect(selectUncheckedIn(state, withOlder)).toEqual([])
    // With another key they may open after all.
    expect(selectUncheckedIn(rootReducer(state, keysChanged()), withOlder)).toEqual([
      record(9, { sealed_to: 'older' }),
    ])
  })

  it('is reported, though one of its files is there twice', () => {
    const copy = sealed(7, { batch: { id: 'A', index: 1, count: 3 } })
    const state = after(sealed(1), sealed(2), copy)
    const [batch] = selectIncompleteBatches(state, [...records, record(7)])
    expect(batch).toMatchObject({ count: 3, present: [{ id: 1 }, { id: 2 }] })
  })

  it('is reported, though a forged file of the batch says that there were fewer', () => {
    const madeUp = sealed(7, { batch: { id: 'A', index: 0, count: 1 } })
    const state = after(sealed(1), sealed(2), madeUp)
    expect(selectIncompleteBatches(state, [...records, record(7)])).toMatchObject([{ count: 3 }])
  })

  it('is reported, though another file has no manifest', () => {
    const state = after(sealed(1), sealed(2), sealed(8, { batch: null }))
    expect(selectIncompleteBatches(state, [...records, record(8)])).toMatchObject([{ count: 3 }])
  })
})
