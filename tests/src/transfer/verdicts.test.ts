import { describe, expect, it } from 'vitest'
import type { UploadResult } from '../../../contract/uploads.ts'
import { verdicts } from '../../../src/transfer/verdicts.ts'

const sealed = (index: number, name: string, path = '.') => ({ index, name, path, hash: 'ab' })

const confirmed = (index: number, sentName: string, path = '.', id = index + 100) => ({
  index,
  id,
  path,
  size: 0,
  filename: sentName,
  original_raw_name_from_client: sentName,
})

const result = (...successful_files: UploadResult['successful_files']): UploadResult => ({
  successful_files,
  failed_files: [],
})

describe('the answer to a confirmation', () => {
  it('is matched by index, so that the same name twice gets two ids', () => {
    const files = [sealed(4, 'a.txt'), sealed(9, 'a.txt')]
    const answer = result(confirmed(9, 'a.txt', '.', 2), confirmed(4, 'a.txt', '.', 1))
    expect(verdicts(files, answer).map((verdict) => verdict.ok && verdict.fileId)).toEqual([1, 2])
  })

  it.each([
    ['a"b.txt', 'a%22b.txt'],
    ['u\u0308.txt', 'ü.txt'],
    ['A.TXT', 'a.txt'],
    ['Icon\r', 'Icon%0D'],
  ])('knows the file %j again when it comes back as %j', (sent, returned) => {
    expect(verdicts([sealed(0, sent, 'ä')], result(confirmed(0, returned, 'a\u0308')))).toEqual([
      { ok: true, fileId: 100, filename: returned },
    ])
    // Of a server that does not give the index of a batch, only positions of its own.
    expect(verdicts([sealed(7, sent)], result(confirmed(0, returned)))[0]?.ok).toBe(true)
  })

  it('that stands for other content, of before, is no success', () => {
    const before = { ...confirmed(0, 'a'), sha256: 'cd' }
    const [verdict] = verdicts([sealed(0, 'a')], result(before))
    expect(verdict).toMatchObject({ ok: false })
    expect(verdicts([sealed(0, 'a')], result({ ...before, sha256: 'ab' }))[0]?.ok).toBe(true)
  })

  it('that does not speak of a file leaves it unreported, whatever its index says', () => {
    expect(verdicts([sealed(0, 'a.txt')], result(confirmed(0, 'b.txt')))).toEqual([
      { ok: false, error: 'Upload status unreported by server' },
    ])
  })

  it('carries the reason of the server, or says that it gave none', () => {
    const failed = { index: 0, path: '.', size: 0, filename: 'a', original_raw_name_from_client: 'a' }
    const answer = (error: string): UploadResult => ({
      successful_files: [],
      failed_files: [{ ...failed, error }],
    })
    expect(verdicts([sealed(0, 'a')], answer('Invalid path.'))).toEqual([
      { ok: false, error: 'Invalid path.' },
    ])
    expect(verdicts([sealed(0, 'a')], answer(''))).toEqual([{ ok: false, error: 'Upload failed on server' }])
  })

  it('that is empty fails every file', () => {
    expect(verdicts([sealed(0, 'a')], undefined)).toEqual([
      { ok: false, error: 'Received empty response data from server.' },
    ])
  })
})
