import { describe, expect, it } from 'vitest'
import type { FileRecord } from '../../../../contract/folders.ts'
import { toBase64Url } from '../../../../src/crypto/index.ts'
import { deletionMessage } from '../../../../src/features/folderFiles/deletionMessage.ts'
import { archiveFilename } from '../../../../src/features/folderFiles/downloadNames.ts'
import {
  savedResult,
  severityOf,
  unopenedResult,
} from '../../../../src/features/folderFiles/downloadResults.ts'
import {
  downloadBegan,
  downloadEnded,
  downloadSlice,
  keysOpened,
  resultClosed,
  savingProgressed,
} from '../../../../src/features/folderFiles/downloadSlice.ts'
import { fault } from '../../../../src/faults/fault.ts'
import type { OwnFile, UnopenedOwnFile } from '../../../../src/transfer/keys/own.ts'

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

const opened = (id: number, more: Partial<OwnFile> = {}): OwnFile => ({
  record: record(id),
  source: {
    at: { one: '', together: '' },
    id,
    size: 10,
    sha256: 'ab',
    root: null,
    rawKey: new Uint8Array(),
    iv: new Uint8Array(),
    hasManifest: true,
  },
  name: `${id}.txt`,
  path: '.',
  differences: [],
  batch: null,
  ...more,
})

const foreign = (id: number, more: Partial<FileRecord> = {}): UnopenedOwnFile => ({
  record: record(id, more),
  fault: fault('wrong-key', { said: 'Decryption failed: Incorrect password or corrupted data.' }),
})

const finished = { type: 'finished', bytes: 10, leftOut: [] } as const

describe('the result of a download', () => {
  it('says what was verified', () => {
    const one = savedResult(finished, { opened: [opened(1)], unopened: [], isArchive: false })
    expect(one).toEqual({
      type: 'saved',
      text: '10 B saved, content and name verified',
      notes: [],
      failures: [],
    })
    expect(severityOf(one)).toBe('success')
  })

  it('does not vouch for a name that nobody sealed', () => {
    const plain = opened(1, { source: { ...opened(1).source, hasManifest: false } })
    const { text } = savedResult(finished, { opened: [plain], unopened: [], isArchive: false })
    expect(text).toBe('10 B saved, name and content are the server’s word')
  })

  it('names those that nobody sealed among others', () => {
    const plain = opened(2, { source: { ...opened(2).source, hasManifest: false } })
    const files = { opened: [opened(1), plain], unopened: [], isArchive: true }
    const result = savedResult({ ...finished, bytes: 20 }, files)
    expect(result.text).toBe('2 files, 20 B saved, contents verified but for 1 file')
    expect(result.notes).toEqual(['No manifest came with 2.txt: name and content are the server’s word.'])
    expect(severityOf(result)).toBe('warning')
  })

  it('says the SHA-256 only when it was asked for, and never one that only the server gives', () => {
    const one = { opened: [opened(1)], unopened: [], isArchive: false, comparedSha256: true }
    expect(savedResult(finished, one).text).toBe(
      '10 B saved, content and name verified, SHA-256 compared: ab',
    )
    const plain = opened(1, { source: { ...opened(1).source, hasManifest: false } })
    expect(savedResult(finished, { ...one, opened: [plain] }).text).not.toContain('SHA-256')
  })

  it('says what the server altered', () => {
    const altered = opened(1, { differences: ['name', 'path'] })
    expect(savedResult(finished, { opened: [altered], unopened: [], isArchive: false })).toEqual({
      type: 'saved',
      text: '10 B saved, content verified',
      notes: ['1.txt: name altered by the server, folder altered by the server'],
      failures: [],
    })
  })

  it('names the file that failed, and calls nothing saved', () => {
    const failed = { type: 'failed', entry: 1, message: 'The stored data is damaged.', leftOut: [] } as const
    const files = { opened: [opened(1), opened(2)], unopened: [] }
    expect(savedResult(failed, { ...files, isArchive: true })).toMatchObject({
      type: 'failed',
      text: 'Failed to download 2.txt: The stored data is damaged.',
    })
    expect(savedResult({ ...failed, entry: 0 }, { ...files, isArchive: false })).toMatchObject({
      type: 'failed',
      text: 'Download failed: The stored data is damaged.',
    })
    expect(savedResult({ type: 'cancelled', bytes: 3 }, { ...files, isArchive: true }).type).toBe('cancelled')
  })

  it('names files that could not be decrypted, and why', () => {
    const result = savedResult(finished, { opened: [opened(1)], unopened: [foreign(2)], isArchive: true })
    const { notes, failures } = result
    expect(severityOf(result)).toBe('warning')
    expect(failures).toEqual([{ name: '2.txt', error: foreign(2).fault.said }])
    expect(notes[0]).toBe('Could not decrypt 1 file(s): 2.txt')
    expect(notes[1]).toContain('Sealed to another key')
    const fingerprint = toBase64Url(new Uint8Array(32).fill(0xff))
    const older = [foreign(2, { sealed_to: fingerprint }), foreign(3, { sealed_to: fingerprint })]
    expect(unopenedResult(older, true).notes.slice(1)).toEqual([
      'Sealed to your older key “zoo zoo zoo zoo …”: restore the backup of that key in your profile to open it.',
    ])
    expect(unopenedResult([foreign(2), foreign(3)], true).text).toBe('No files could be decrypted.')
    expect(unopenedResult([foreign(2)], false).text).toBe(
      'Download failed: Decryption failed: Incorrect password or corrupted data.',
    )
  })
})

describe('the name of an archive', () => {
  it('is the folder title in plain characters and what it holds', () => {
    expect(archiveFilename('Tax 2026: A/B', 'all')).toBe('Tax_2026_A_B_all.zip')
    expect(archiveFilename('Müller-Akte_1', 'selected')).toBe('Müller-Akte_1_selected.zip')
    expect(archiveFilename('Tax', { directory: 'in box' })).toBe('Tax_in_box.zip')
    expect(archiveFilename('', 'all')).toBe('folder_all.zip')
  })
})

describe('the message after deleting', () => {
  it('tells all, some and none apart', () => {
    expect(deletionMessage(3, 0)).toEqual({ severity: 'success', text: '3 files deleted.' })
    expect(deletionMessage(3, 2)).toEqual({
      severity: 'warning',
      text: 'Failed to delete 2 file(s). See console for details.',
    })
    expect(deletionMessage(3, 3)).toEqual({
      severity: 'error',
      text: 'Failed to delete any of the selected files.',
    })
  })
})

describe('a download', () => {
  const { reducer } = downloadSlice
  const began = reducer(undefined, downloadBegan({ folderId: 7, filename: 'a.zip', files: 2 }))

  it('opens keys, saves, ends and is forgotten', () => {
    const opening = reducer(began, keysOpened(2))
    expect(opening).toMatchObject({ phase: 'opening', done: 2, files: 2 })
    const saving = reducer(
      opening,
      savingProgressed({ filesDone: 1, bytes: 5, total: 10, bytesPerSecond: null }),
    )
    expect(saving).toMatchObject({ phase: 'saving', done: 1, bytes: 5, total: 10, filename: 'a.zip' })
    const result = { type: 'saved' as const, text: 'saved', notes: [], failures: [] }
    const ended = reducer(saving, downloadEnded(result))
    expect(ended).toEqual({ phase: 'ended', folderId: 7, filename: 'a.zip', result })
    expect(reducer(ended, resultClosed())).toEqual({ phase: 'idle' })
  })

  it('takes no late progress', () => {
    const ended = reducer(began, downloadEnded({ type: 'cancelled', text: '', notes: [], failures: [] }))
    const late = savingProgressed({ filesDone: 1, bytes: 5, total: 10, bytesPerSecond: null })
    expect(reducer(ended, late)).toBe(ended)
  })
})
