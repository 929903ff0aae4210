import { describe, expect, it } from 'vitest'
import { errorDetails } from '../../../contract/errors.ts'
import type { UploadResult } from '../../../contract/schemas/uploads.ts'
import { readUploadResponse, readVerdicts } from '../../../core/upload/responses.ts'

const sealedFile = (index: number, name: string, path = '.') => ({
  index,
  names: { name, path },
  hashes: ['ab'],
})

const confirmedFile = (index: number, sentName: string, path = '.', id = index + 100) => ({
  index,
  id,
  path,
  size: 0,
  sha256: 'ab',
  filename: sentName,
  original_raw_name_from_client: sentName,
})

const uploadResult = (...successful_files: UploadResult['successful_files']): UploadResult => ({
  successful_files,
  failed_files: [],
})

describe('the answer to a confirmation', () => {
  it('is matched by index, so that the same name twice gets two ids', () => {
    const files = [sealedFile(4, 'a.txt'), sealedFile(9, 'a.txt')]
    const answer = uploadResult(confirmedFile(9, 'a.txt', '.', 2), confirmedFile(4, 'a.txt', '.', 1))
    expect(readVerdicts(files, answer)).toEqual([
      { ok: true, fileId: 1 },
      { ok: true, fileId: 2 },
    ])
  })

  it.each([
    ['a"b.txt', 'a%22b.txt'],
    ['u\u0308.txt', 'ü.txt'],
    ['A.TXT', 'a.txt'],
    ['Icon\r', 'Icon%0D'],
  ])('knows the file %j again when it comes back as %j', (sent, returned) => {
    expect(
      readVerdicts([sealedFile(0, sent, 'ä')], uploadResult(confirmedFile(0, returned, 'a\u0308'))),
    ).toEqual([{ ok: true, fileId: 100 }])
  })

  it('has the date of each file, unless it is no time', () => {
    const dates = ['2026-12-07T10:00:00.000Z', 'soon', undefined]
    const answer = dates.map((expires_at, index) => ({
      ...confirmedFile(index, 'a'),
      ...(expires_at !== undefined && { expires_at }),
    }))
    const verdicts = readVerdicts(
      dates.map((_, index) => sealedFile(index, 'a')),
      uploadResult(...answer),
    )
    expect(verdicts).toEqual([
      { ok: true, fileId: 100, expiresAt: dates[0] },
      { ok: true, fileId: 101 },
      { ok: true, fileId: 102 },
    ])
  })

  it('that stands for other content, of before, is no success', () => {
    const before = { ...confirmedFile(0, 'a'), sha256: 'cd' }
    const [verdict] = readVerdicts([sealedFile(0, 'a')], uploadResult(before))
    expect(verdict).toMatchObject({ ok: false, fault: { code: 'stored-otherwise' } })
    expect(readVerdicts([sealedFile(0, 'a')], uploadResult({ ...before, sha256: 'ab' }))[0]?.ok).toBe(true)
    const said = { error: errorDetails.storedOtherwise, code: 'storedOtherwise' }
    const result = { successful_files: [], failed_files: [{ ...confirmedFile(0, 'a'), ...said }] }
    expect(readVerdicts([sealedFile(0, 'a')], result)[0]).toEqual(verdict)
  })

  it('of one file is no word on another, whose name the server takes for the same', () => {
    const files = [sealedFile(3, 'A.txt'), sealedFile(7, 'a.txt')]
    expect(readVerdicts(files, uploadResult(confirmedFile(7, 'a.txt')))).toEqual([
      { ok: false, fault: { code: 'unreported', status: null } },
      { ok: true, fileId: 107 },
    ])
  })

  it('is no page, which something else sends', () => {
    const page = { statusText: '', retryAfter: null, text: '\n<!doctype html><p>Sign in' }
    for (const files of [null, [sealedFile(0, 'a')]])
      for (const status of [200, 401, 403, 511])
        expect(readUploadResponse({ ...page, status }, files)).toMatchObject({
          fault: { code: 'other-answer' },
        })
  })

  it('that does not say which content is stored is none', () => {
    const answer = { successful_files: [{ ...confirmedFile(0, 'a'), sha256: undefined }], failed_files: [] }
    expect(readVerdicts([sealedFile(0, 'a')], answer)).toMatchObject([
      { ok: false, fault: { code: 'no-verdict' } },
    ])
  })

  it('is repeated without secrets of addresses', () => {
    const failed = {
      ...confirmedFile(0, 'a'),
      sha256: undefined,
      error: 'Not stored: https://x.example/d/1#k=secret',
    }
    const [verdict] = readVerdicts([sealedFile(0, 'a')], { successful_files: [], failed_files: [failed] })
    expect(verdict).toMatchObject({ fault: { said: 'Not stored: https://x.example/d/1' } })
  })

  it('of a file whose names are hidden may be that of any attempt at it, and of nothing else', () => {
    const hidden = { index: 3, names: null, hashes: ['w1', 'w2'] }
    const answer = (sha256: string) => uploadResult({ ...confirmedFile(3, 'sealed-x', '.', 7), sha256 })
    for (const sent of hidden.hashes)
      expect(readVerdicts([hidden], answer(sent))).toEqual([{ ok: true, fileId: 7 }])
    expect(readVerdicts([hidden], answer('w3'))).toMatchObject([{ fault: { code: 'stored-otherwise' } }])
  })

  it('that does not speak of a file leaves it unreported, whatever its index says', () => {
    const [verdict] = readVerdicts([sealedFile(0, 'a.txt')], uploadResult(confirmedFile(0, 'b.txt')))
    expect(verdict).toMatchObject({ ok: false, fault: { code: 'unreported' } })
  })

  it('carries the reason of the server: as a code where it is known, as it was said where not', () => {
    const failed = { index: 0, path: '.', size: 0, filename: 'a', original_raw_name_from_client: 'a' }
    const answer = (error: string): UploadResult => ({
      successful_files: [],
      failed_files: [{ ...failed, error }],
    })
    const faultOf = (error: string) => readVerdicts([sealedFile(0, 'a')], answer(error))[0]
    expect(faultOf(errorDetails.notEncrypted)).toMatchObject({ fault: { code: 'notEncrypted' } })
    expect(faultOf('Invalid path.')).toMatchObject({ fault: { code: 'not-stored', said: 'Invalid path.' } })
  })

  it('that is empty fails every file', () => {
    expect(readVerdicts([sealedFile(0, 'a')], undefined)).toMatchObject([{ fault: { code: 'no-verdict' } }])
  })
})
