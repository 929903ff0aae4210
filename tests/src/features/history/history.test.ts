import { describe, expect, it } from 'vitest'
import type { AuditDetails } from '../../../../contract/schemas/audit.ts'
import { auditGroups, type AuditKind, auditKinds } from '../../../../contract/auditKinds.ts'
import { historyQuery, accountFilters, folderFilters } from '../../../../src/features/history/historyQuery.ts'
import { actorText, auditActorText, auditEventText } from '../../../../i18n/auditTexts.ts'

const byVisitor = { by: 'visitor', actor: null, api_token: null } as const
const sentenceOf = (kind: AuditKind, details: AuditDetails = {}, fileNames = new Map<number, string>()) =>
  auditEventText({ kind, details, ...byVisitor }, fileNames)

describe('a line of the history', () => {
  it('has a sentence of its own for each kind', () => {
    const sentences = auditKinds.map((kind) => sentenceOf(kind, { files: 1 }))
    // Downloads differ by the link, in the line below.
    expect(new Set(sentences).size).toBe(auditKinds.length - 1)
    for (const sentence of sentences) expect(sentence).toMatch(/^[\p{Lu}0-9‘]/u)
  })

  it.each([
    ['upload', { files: 2, bytes: 2048 }, '2 files (2.0 KB) arrived'],
    [
      'upload',
      { files: 1, bytes: 5, email: 'a@example.org' },
      '1 file (5 B) arrived from a@example.org, a verified address',
    ],
    ['upload', { files: 0, bytes: 0, refused: 2 }, '2 files refused'],
    ['upload', { files: 0, bytes: 0, is_cut_off: true }, 'The upload was not finished'],
    ['download', { files: 3, bytes: 30, completed: 3 }, 'A visitor downloaded 3 files (30 B)'],
    [
      'download',
      { files: 3, bytes: 30, completed: 1 },
      'A visitor began to download 3 files (30 B), 1 completed',
    ],
    ['download', { files: 0, bytes: 0, completed: 1 }, 'A visitor completed the download of 1 file'],
    [
      'link-download',
      { files: 1, bytes: 5, completed: 0, link: 'AbCdEf', email: 'karla@example.org' },
      'karla@example.org began to download 1 file (5 B)',
    ],
    [
      'sign-in-failed',
      { times: 11 },
      'Sign-in refused: wrong password or disabled account, at least 11 times within an hour',
    ],
    ['folder-changed', { changed: ['title', 'link_password'] }, 'Folder changed: title, link password'],
    ['role-changed', { name: 'anna', role: 'owner' }, '‘anna’ made an owner'],
  ] as const)('%s %o', (kind, details, sentence) => {
    expect(sentenceOf(kind, details as unknown as AuditDetails)).toBe(sentence)
  })

  it('names the files of a download as far as the page knows them', () => {
    const names = new Map(['a', 'b', 'c', 'd', 'e'].map((letter, id) => [id, `${letter}.txt`]))
    const downloaded = (files: number, ids: number[], known = names) =>
      sentenceOf('link-download', { files, completed: files, bytes: 5, file_ids: ids }, known)
    expect(downloaded(1, [0])).toBe('A visitor downloaded a.txt (5 B)')
    expect(downloaded(3, [2, 0, 1])).toBe('A visitor downloaded c.txt, a.txt, and b.txt (5 B)')
    expect(downloaded(5, [0, 1, 2, 3])).toBe(
      'A visitor downloaded a.txt, b.txt, c.txt, and 2 more files (5 B)',
    )
    expect(downloaded(2, [0, 77])).toBe('A visitor downloaded 2 files (5 B)')
    expect(downloaded(1, [0], new Map())).toBe('A visitor downloaded 1 file (5 B)')
    expect(downloaded(1, [0], new Map([[0, 'a\u202E.txt']]))).toContain('‹U+202E›')
  })

  it('says below a download only by which link it was', () => {
    const actor = (kind: AuditKind, details: AuditDetails) => auditActorText({ kind, details, ...byVisitor })
    expect(actor('link-download', { link: 'AbCdEf' })).toBe('by link AbCdEf…')
    expect(actor('download', {})).toBe('')
    expect(actor('upload', {})).toBe('A visitor')
  })

  it('shows what others have named as it is, whatever is hidden in it', () => {
    expect(sentenceOf('member-added', { name: 'an\u202Ena', role: 'member' })).toContain('‹U+202E›')
    expect(actorText({ by: 'account', actor: 'a\u202E', api_token: null })).toContain('‹U+202E›')
  })

  it('says who: by name, by token, a stranger, or the operator', () => {
    expect(actorText({ by: 'account', actor: 'anna', api_token: null })).toBe('anna')
    expect(actorText({ by: 'api-token', actor: 'anna', api_token: 'nightly' })).toBe(
      'anna, by the API token ‘nightly’',
    )
    expect(actorText({ by: 'visitor', actor: null, api_token: null })).toBe('A visitor')
    expect(actorText({ by: 'command-line', actor: null, api_token: null })).toBe(
      'On the server’s command line',
    )
  })
})

describe('a filter', () => {
  it('is offered for every group in the profile, and in a folder for what happens there', () => {
    const groups = Object.keys(auditGroups)
    expect(new Set(accountFilters)).toEqual(new Set(['own', 'everything', ...groups]))
    const ofFolder = groups.filter((group) => group !== 'sign-in' && group !== 'account')
    expect(new Set(folderFilters)).toEqual(new Set(['everything', ...ofFolder]))
  })

  it('is sent as kinds', () => {
    expect(historyQuery('everything', 7)).toEqual({ folder: 7 })
    expect(historyQuery('people', 7)).toEqual({ folder: 7, kind: auditGroups.people.join() })
    expect(historyQuery('own', undefined).kind).toContain('signed-in,')
  })
})

it('says how many people a download link names, and how many came and went', () => {
  const link = 'abcdef'
  expect(sentenceOf('link-made', { link, files: 2, people: 1 })).toMatch(/for 2 files, for 1 named person$/)
  expect(sentenceOf('link-made', { link, files: 2 })).toMatch(/for 2 files$/)
  const changed = { link, changed: ['allowed_emails'], people_added: 2, people_removed: 1 }
  expect(sentenceOf('link-changed', changed)).toMatch(/; 2 people added; 1 person removed$/)
  expect(sentenceOf('link-changed', { link, changed: ['max_downloads'] })).not.toMatch(/added|removed/)
})
