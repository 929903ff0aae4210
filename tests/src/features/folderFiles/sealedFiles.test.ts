import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import {
  selectRetries,
  folderAnswered,
  keyLocked,
  keysChanged,
  manifestsOpened,
  manifestsUnopened,
  type SealedFile,
  selectSealedNames,
  selectIncompleteBatches,
  selectIsUnsealed,
  selectIsVerified,
  selectOpenNames,
  selectOriginVerdicts,
  selectUnchecked,
  selectUnsealed,
  comparedFields,
  selectUnopenedFault,
  selectUnopenedHere,
  toUnopenedFile,
  unopenedForgotten,
} from '../../../../src/features/folderFiles/checks/sealedFilesSlice.ts'
import { type FaultCode, fault } from '../../../../core/faults/fault.ts'
import { rootReducer, type RootState } from '../../../../src/store/store.ts'

const fileRecord = (id: number, more: Partial<FileRecord> = {}): FileRecord => ({
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
const sealedFile = (id: number, more: Partial<SealedFile> = {}): SealedFile => ({
  id,
  name: `${id}.txt`,
  path: '.',
  sha256: 'ab',
  differences: [],
  verdict: 'open',
  hasPlaceholder: false,
  isLate: false,
  isText: false,
  mark: `mark ${id}`,
  isReturned: false,
  batch: { id: 'A', index: id - 1, count: 3 },
  answers: null,
  origin: 'plain',
  bound: { verdict: 'here', belongsTo: null },
  serverData: comparedFields(7, fileRecord(id)),
  ...more,
})
const unopenedFile = (id: number, fault: FaultCode = 'wrong-key') => ({ id, fault })
const selectUncheckedIn = (state: RootState, records: FileRecord[]) =>
  selectUnchecked(state, { folderId: 7, records })
const selectIsVerifiedIn = (state: RootState, records: FileRecord[]) =>
  selectIsVerified(state, { folderId: 7, records })
const stateWith = (...files: SealedFile[]): RootState => rootReducer(undefined, manifestsOpened(files))

describe('what manifests show', () => {
  const records = [fileRecord(1), fileRecord(2)]

  it('of a batch: fewer files than were sent, once all manifests are known', () => {
    expect(selectIncompleteBatches(stateWith(sealedFile(1)), records)).toEqual([])
    const [batch] = selectIncompleteBatches(stateWith(sealedFile(1), sealedFile(2)), records)
    expect(batch).toMatchObject({ count: 3, present: [{ id: 1 }, { id: 2 }] })
    const complete = stateWith(sealedFile(1), sealedFile(2), sealedFile(3))
    expect(selectIncompleteBatches(complete, [...records, fileRecord(3)])).toEqual([])
  })

  it('of names: what the server alters, and nothing of the others', () => {
    const state = stateWith(sealedFile(1, { name: 'true.txt', differences: ['name'] }), sealedFile(2))
    expect(selectSealedNames(state)).toMatchObject({
      1: { name: 'true.txt', path: '.', differences: ['name'] },
    })
  })

  it('of hidden names: they are shown until the key is locked, and then opened again', () => {
    const hidden = sealedFile(1, { name: 'true.txt', verdict: 'hidden' })
    const state = stateWith(hidden, sealedFile(2, { name: 'b', differences: ['name'] }))
    expect(selectSealedNames(state)[1]).toMatchObject({ name: 'true.txt', differences: [] })
    expect(selectIsVerifiedIn(stateWith(hidden, sealedFile(2)), records)).toBe(true)
    const locked = rootReducer(state, keyLocked())
    expect(Object.keys(selectSealedNames(locked))).toEqual(['2'])
    expect(selectUncheckedIn(locked, records).map(({ id }) => id)).toEqual([1])
  })

  it('of names that the server knows, where it should know none', () => {
    const state = stateWith(
      sealedFile(1, { verdict: 'hidden' }),
      sealedFile(2),
      sealedFile(3, { verdict: 'renamed' }),
      sealedFile(4, { batch: null, verdict: null }),
      sealedFile(5, { differences: ['name'] }),
    )
    const all = [1, 2, 3, 4, 5].map((id) => fileRecord(id))
    expect(selectOpenNames(state, all).map(({ id }) => id)).toEqual([2, 5])
  })

  it('verifies a folder only when every file has one and none differs', () => {
    expect(selectIsVerifiedIn(stateWith(sealedFile(1), sealedFile(2)), records)).toBe(true)
    expect(selectIsVerifiedIn(stateWith(sealedFile(1)), records)).toBe(false)
    expect(selectIsVerifiedIn(stateWith(sealedFile(1), sealedFile(2, { batch: null })), records)).toBe(false)
    expect(
      selectIsVerifiedIn(stateWith(sealedFile(1), sealedFile(2, { differences: ['path'] })), records),
    ).toBe(false)
    expect(selectIsVerifiedIn(stateWith(), [])).toBe(false)
  })

  it.each([
    { original_filename: 'other.txt' },
    { stored_filename: '7/elsewhere/1.txt' },
    { file_size: 11 },
    { file_hash: 'ff' },
  ])('verifies nothing that the server shows otherwise since: %o', (more) => {
    const changed = [fileRecord(1, more), fileRecord(2)]
    const state = stateWith(sealedFile(1), sealedFile(2))
    expect(selectIsVerifiedIn(state, changed)).toBe(false)
    expect(selectUncheckedIn(state, changed)).toEqual([changed[0]])
    const again = rootReducer(
      state,
      manifestsOpened([sealedFile(1, { serverData: comparedFields(7, fileRecord(1, more)) })]),
    )
    expect(selectIsVerifiedIn(again, changed)).toBe(true)
  })

  it('marks a file no longer as altered once the server says the same', () => {
    const state = stateWith(sealedFile(1, { differences: ['name'] }))
    expect(selectSealedNames(rootReducer(state, manifestsOpened([sealedFile(1)])))).toEqual({})
  })

  it('lists files that were not opened, whatever key the server says they were sealed to', () => {
    const older = fileRecord(3, { sealed_to: 'older' })
    expect(selectUncheckedIn(stateWith(sealedFile(1)), [...records, older]).map(({ id }) => id)).toEqual([
      2, 3,
    ])
  })

  it('marks files without a manifest, and no other', () => {
    const state = stateWith(sealedFile(1), sealedFile(2, { batch: null }))
    expect([1, 2, 3].map((id) => selectIsUnsealed(state, id))).toEqual([false, true, false])
    expect(selectUnsealed(state, [...records, fileRecord(3)])).toEqual([fileRecord(2)])
    const seenAgain = rootReducer(state, manifestsOpened([sealedFile(1, { batch: null })]))
    expect(selectIsUnsealed(seenAgain, 1)).toBe(true)
  })
})

describe('the origin of files', () => {
  const records = [fileRecord(1), fileRecord(2), fileRecord(3)]
  const originsIn = (state: RootState, folderId = 7, of = records) => [
    ...selectOriginVerdicts(state, { folderId, records: of }),
  ]
  const state = stateWith(sealedFile(1, { origin: 'proven' }), sealedFile(2))

  it('is known of those that were opened, in the folder where they were, as they were shown', () => {
    expect(originsIn(state)).toEqual([
      [1, 'proven'],
      [2, 'plain'],
    ])
    expect(originsIn(state, 8)).toEqual([])
    expect(originsIn(state, 7, [fileRecord(1, { file_size: 11 })])).toEqual([])
    expect(selectUnchecked(state, { folderId: 8, records })).toEqual(records)
  })

  it('is unique: a second one for the same id and name is wrong, and stays so', () => {
    const swapped = rootReducer(state, manifestsOpened([sealedFile(1), sealedFile(2, { origin: 'proven' })]))
    const wrong = [
      [1, 'wrong'],
      [2, 'wrong'],
    ]
    expect(originsIn(swapped)).toEqual(wrong)
    const back = manifestsOpened([sealedFile(1, { origin: 'proven' }), sealedFile(2)])
    expect(originsIn(rootReducer(swapped, back))).toEqual(wrong)
    expect(originsIn(rootReducer(state, back))).toEqual(originsIn(state))
  })

  it('is not judged by that a file does not open, whose reason is told until it opens', () => {
    const faults = [unopenedFile(1), unopenedFile(2, 'bad-key'), unopenedFile(3, 'newer-version')]
    const unopened = rootReducer(undefined, manifestsUnopened(faults))
    expect(originsIn(unopened)).toEqual([])
    expect([1, 2, 3, 4].map((id) => selectUnopenedFault(unopened, id))).toEqual([
      ...(['wrong-key', 'bad-key', 'newer-version'] as const),
      undefined,
    ])
    // Another browser has neither another key nor a later version.
    expect(selectUnopenedHere(unopened, records)).toEqual([fileRecord(2)])
    const opened = rootReducer(unopened, manifestsOpened([sealedFile(2, { origin: 'proven' })]))
    expect(selectUnopenedFault(opened, 2)).toBe(undefined)
    expect(originsIn(opened)).toEqual([[2, 'proven']])
    expect(toUnopenedFile({ record: fileRecord(1), fault: fault('commitment') })).toEqual(
      unopenedFile(1, 'commitment'),
    )
  })

  it('of files that do not open is asked for again', () => {
    const unopened = rootReducer(undefined, manifestsUnopened([unopenedFile(1, 'bad-key')]))
    expect(selectUncheckedIn(unopened, records).map(({ id }) => id)).toEqual([2, 3])
    expect(selectUncheckedIn(rootReducer(unopened, unopenedForgotten()), records)).toEqual(records)
  })

  it('is checked again if the server shows another file, or another folder', () => {
    const elsewhere = sealedFile(1, { origin: 'wrong', serverData: comparedFields(8, fileRecord(1)) })
    expect(originsIn(rootReducer(state, manifestsOpened([elsewhere])), 8)).toEqual([[1, 'wrong']])
    const more = { file_size: 11 }
    const renewed = sealedFile(1, { origin: 'plain', serverData: comparedFields(7, fileRecord(1, more)) })
    const after = rootReducer(state, manifestsOpened([renewed]))
    expect(originsIn(after, 7, [fileRecord(1, more)])).toEqual([[1, 'plain']])
  })
})

describe('a batch of which the server withholds files', () => {
  const records = [fileRecord(1), fileRecord(2)]

  it('is reported, though a record is said to be sealed to an older key', () => {
    const withOlder = [...records, fileRecord(9, { sealed_to: 'older' })]
    const state = rootReducer(stateWith(sealedFile(1), sealedFile(2)), manifestsUnopened([unopenedFile(9)]))
    expect(selectIncompleteBatches(state, withOlder)).toMatchObject([
      { count: 3, present: [{ id: 1 }, { id: 2 }] },
    ])
    expect(selectUncheckedIn(state, withOlder)).toEqual([])
    // With another key they may open after all.
    expect(selectUncheckedIn(rootReducer(state, keysChanged()), withOlder)).toEqual([
      fileRecord(9, { sealed_to: 'older' }),
    ])
  })

  it('is reported, though one of its files is there twice', () => {
    const copy = sealedFile(7, { batch: { id: 'A', index: 1, count: 3 } })
    const state = stateWith(sealedFile(1), sealedFile(2), copy)
    const [batch] = selectIncompleteBatches(state, [...records, fileRecord(7)])
    expect(batch).toMatchObject({ count: 3, present: [{ id: 1 }, { id: 2 }] })
  })

  it('is reported, though a forged file of the batch says that there were fewer', () => {
    const madeUp = sealedFile(7, { batch: { id: 'A', index: 0, count: 1 } })
    const state = stateWith(sealedFile(1), sealedFile(2), madeUp)
    expect(selectIncompleteBatches(state, [...records, fileRecord(7)])).toMatchObject([{ count: 3 }])
  })

  it('is reported, though another file has no manifest', () => {
    const state = stateWith(sealedFile(1), sealedFile(2), sealedFile(8, { batch: null }))
    expect(selectIncompleteBatches(state, [...records, fileRecord(8)])).toMatchObject([{ count: 3 }])
  })
})

it('an answer for the folder opens its manifests again', () => {
  const state = stateWith(sealedFile(1))
  const answered = rootReducer(state, folderAnswered())
  expect(selectUncheckedIn(answered, [fileRecord(1)])).toEqual([fileRecord(1)])
  expect(selectRetries(answered)).toBe(selectRetries(state) + 1)
})
