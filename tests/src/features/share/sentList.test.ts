import { describe, expect, it } from 'vitest'
import type { SentLink } from '../../../../contract/schemas/downloads.ts'
import type { FolderKind } from '../../../../contract/schemas/folders.ts'
import { sampleFolder } from '../sampleFolder.ts'
import { mailtoAddress } from '../../../../src/features/share/openMailProgram.ts'
import { findSentLinks, type SentChoice, sendsWithoutLink } from '../../../../src/features/share/sentList.ts'

const folderOf = (id: number, kind?: FolderKind) => ({ ...sampleFolder, id, ...(kind && { kind }) })

const now = Date.parse('2026-11-30T12:00:00Z')
const linkOf = (id: number, fields: Partial<SentLink> = {}): SentLink => ({
  ...{ id, link_token: String(id), creation_date: '', expiration_date: null, has_password: false },
  ...{ file_count: 1, files: [], file_ids: [], download_count: 0, max_downloads: null, used_downloads: 0 },
  ...{ title: null, message: null, named_people: null, is_own: true, folder_id: 1 },
  ...fields,
})
const links = [
  linkOf(1, { title: 'Plans 10', folder_id: 2, expiration_date: '2026-12-09T00:00:00Z' }),
  linkOf(2, { title: 'Plans 9', message: 'as agreed', expiration_date: '2026-12-02T00:00:00Z' }),
  linkOf(3, { files: ['Grundriß.pdf'], expiration_date: '2026-11-01T00:00:00Z' }),
  linkOf(4, {
    named_people: [{ email: 'karla@example.org', opened_at: null }],
    max_downloads: 1,
    used_downloads: 1,
  }),
]
const idsOf = (choice: Partial<SentChoice>) =>
  findSentLinks(
    links,
    { typed: '', state: 'all', sort: 'newest', ...choice },
    { folderName: ({ folder_id }) => (folder_id === 2 ? 'Archive' : 'Berger'), now },
  ).map(({ id }) => id)

it('what was to be sent is not finished while no link leads to it', () => {
  const folders = [folderOf(2, 'sent'), folderOf(5, 'sent'), folderOf(6), folderOf(9, 'sent')]
  expect(sendsWithoutLink(folders, links).map(({ id }) => id)).toEqual([9, 5])
})

describe('the links of all folders', () => {
  it.each([
    ['newest', [4, 3, 2, 1]],
    ['ending', [3, 2, 1, 4]],
    ['byTitle', [2, 1, 4, 3]],
    ['byFolder', [1, 4, 3, 2]],
  ] as const)('are sorted: %s', (sort, ids) => {
    expect(idsOf({ sort })).toEqual(ids)
  })

  it.each([
    ['active', [2, 1]],
    ['expired', [3]],
    ['usedUp', [4]],
  ] as const)('are shown by state: %s', (state, ids) => {
    expect(idsOf({ state })).toEqual(ids)
  })

  it.each([
    ['PLANS', [2, 1]],
    ['agreed', [2]],
    ['karla', [4]],
    ['grundriß', [3]],
    ['archive plans', [1]],
    ['archive agreed', []],
  ])('are found by title, message, people, files and folder: %s', (typed, ids) => {
    expect(idsOf({ typed })).toEqual(ids)
  })
})

describe('the address of a mail to write', () => {
  const mail = {
    to: [] as string[],
    subject: 'A & B',
    text: 'https://x.example/download/a#*:k+/=\n\nUntil 2',
  }
  it('has the whole link, with what follows its #, and no more fields than its own', () => {
    const address = new URL(mailtoAddress({ ...mail, subject: 'A&bcc=evil@example.org\r\nX: y' }))
    expect([...address.searchParams.keys()]).toEqual(['subject', 'body'])
    expect(address.hash).toBe('')
    expect(decodeURIComponent(/body=([^&]*)/.exec(address.search)?.[1] ?? '')).toBe(
      mail.text.replaceAll('\n', '\r\n'),
    )
  })

  it('has no recipient, since a server that adds itself would get the keys', () => {
    expect(mailtoAddress(mail)).toMatch(/^mailto:\?subject=/)
  })
})
