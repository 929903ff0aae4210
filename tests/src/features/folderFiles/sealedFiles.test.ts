import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../../../contract/folders.ts'
import {
  keysChanged,
  manifestsOpened,
  manifestsUnopened,
  type SealedFile,
  selectAltered,
  selectIncompleteBatches,
  selectIsUnsealed,
  selectIsVerified,
  selectUnchecked,
  selectUnsealed,
  shownAs,
} from '../../../../src/features/folderFiles/sealedFilesSlice.ts'
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
  batch: { id: 'A', index: id - 1, count: 3 },
  shown: shownAs(record(id)),
  ...more,
})
const after = (...files: SealedFile[]): RootState => rootReducer(undefined, manifestsOpened(files))

describe('what manifests tell', () => {
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
    expect(selectIsVerified(after(sealed(1), sealed(2)), records)).toBe(true)
    expect(selectIsVerified(after(sealed(1)), records)).toBe(false)
    expect(selectIsVerified(after(sealed(1), sealed(2, { batch: null })), records)).toBe(false)
    expect(selectIsVerified(after(sealed(1), sealed(2, { differences: ['path'] })), records)).toBe(false)
    expect(selectIsVerified(after(), [])).toBe(false)
  })

  it.each([
    { original_filename: 'other.txt' },
    { stored_filename: '7/elsewhere/1.txt' },
    { file_size: 11 },
    { file_hash: 'ff' },
  ])('verifies nothing that the server shows otherwise since: %o', (more) => {
    const changed = [record(1, more), record(2)]
    const state = after(sealed(1), sealed(2))
    expect(selectIsVerified(state, changed)).toBe(false)
    expect(selectUnchecked(state, changed)).toEqual([changed[0]])
    const again = rootReducer(state, manifestsOpened([sealed(1, { shown: shownAs(record(1, more)) })]))
    expect(selectIsVerified(again, changed)).toBe(true)
  })

  it('marks a file no longer as altered once the server says the same', () => {
    const state = after(sealed(1, { differences: ['name'] }))
    expect(selectAltered(rootReducer(state, manifestsOpened([sealed(1)])))).toEqual({})
  })

  it('leaves those to be opened that were not, whatever key the server says they were sealed to', () => {
    const older = record(3, { sealed_to: 'older' })
    expect(selectUnchecked(after(sealed(1)), [...records, older]).map(({ id }) => id)).toEqual([2, 3])
  })

  it('marks files without a manifest, and no other', () => {
    const state = after(sealed(1), sealed(2, { batch: null }))
    expect([1, 2, 3].map((id) => selectIsUnsealed(state, id))).toEqual([false, true, false])
    expect(selectUnsealed(state, [...records, record(3)])).toEqual([record(2)])
    const seenAgain = rootReducer(state, manifestsOpened([sealed(1, { batch: null })]))
    expect(selectIsUnsealed(seenAgain, 1)).toBe(true)
  })
})

describe('a batch of which the server holds files back', () => {
  const records = [record(1), record(2)]

  it('is told, though a record is said to be sealed to an older key', () => {
    const withOlder = [...records, record(9, { sealed_to: 'older' })]
    const state = rootReducer(after(sealed(1), sealed(2)), manifestsUnopened([9]))
    expect(selectIncompleteBatches(state, withOlder)).toMatchObject([
      { count: 3, present: [{ id: 1 }, { id: 2 }] },
    ])
    expect(selectUnchecked(state, withOlder)).toEqual([])
    // With another key they may open after all.
    expect(selectUnchecked(rootReducer(state, keysChanged()), withOlder)).toEqual([
      record(9, { sealed_to: 'older' }),
    ])
  })

  it('is told, though one of its files is there twice', () => {
    const copy = sealed(7, { batch: { id: 'A', index: 1, count: 3 } })
    const state = after(sealed(1), sealed(2), copy)
    const [batch] = selectIncompleteBatches(state, [...records, record(7)])
    expect(batch).toMatchObject({ count: 3, present: [{ id: 1 }, { id: 2 }] })
  })

  it('is told, though a made-up file of the batch says that there were fewer', () => {
    const madeUp = sealed(7, { batch: { id: 'A', index: 0, count: 1 } })
    const state = after(sealed(1), sealed(2), madeUp)
    expect(selectIncompleteBatches(state, [...records, record(7)])).toMatchObject([{ count: 3 }])
  })

  it('is told, though another file has no manifest', () => {
    const state = after(sealed(1), sealed(2), sealed(8, { batch: null }))
    expect(selectIncompleteBatches(state, [...records, record(8)])).toMatchObject([{ count: 3 }])
  })
})
