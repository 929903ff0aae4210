import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../../../contract/folders.ts'
import {
  manifestsOpened,
  type SealedFile,
  selectAltered,
  selectIncompleteBatches,
  selectIsVerified,
  selectUnchecked,
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
  batch: { id: 'A', count: 3 },
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

  it('leaves those to be opened that were not, but for what an older key sealed', () => {
    const older = record(3, { sealed_to: 'older' })
    expect(selectUnchecked(after(sealed(1)), [...records, older]).map(({ id }) => id)).toEqual([2])
  })
})
