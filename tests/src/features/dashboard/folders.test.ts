import { describe, expect, it } from 'vitest'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import { defaultSort } from '../../../../src/api/defaultSort.ts'
import { filterFolders } from '../../../../src/features/dashboard/filterFolders.ts'
import { nextSort, sortedFolders } from '../../../../src/features/dashboard/folderSort.ts'
import { expiresSoon, folderStatus, gateLabels } from '../../../../src/features/dashboard/folderStatus.ts'
import { folderTitle } from '../../../../src/ui/values/folderTitle.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const past = '2026-03-01T11:59:59Z'
const future = '2026-03-01T12:00:01Z'

describe('the display status of a folder', () => {
  it.each([
    [true, null, 'active'],
    [true, future, 'active'],
    [true, past, 'expired'],
    [true, 'no date at all', 'active'],
    [false, null, 'inactive'],
    [false, past, 'inactive'],
  ] as const)('active %s, expires %s', (is_active, expiration_date, status) => {
    expect(folderStatus({ is_active, expiration_date }, now)).toBe(status)
  })
})

it('names a folder without title', () => {
  expect([folderTitle({ title: '' }), folderTitle({ title: 'Tax' })]).toEqual(['(No Title)', 'Tax'])
})

it('lists the gates between a link and an upload', () => {
  const open = { has_password: false, require_email_verification: false, allowed_emails: null } as Folder
  expect(gateLabels(open)).toEqual([])
  expect(gateLabels({ ...open, has_password: true, require_email_verification: true })).toEqual([
    'Password',
    'E-mail verification',
  ])
  const listed = { ...open, require_email_verification: true, allowed_emails: ['a@b.example'] }
  expect(gateLabels(listed)).toEqual(['E-mail verification (1 allowed)'])
})

it('sorts titles as a person reads them', () => {
  const folders = ['Zoo', 'Part 10', 'banane', 'Part 2', 'Äpfel'].map(
    (title, id) => ({ id, title }) as Folder,
  )
  const titles = (sort_order: 'asc' | 'desc') =>
    sortedFolders(folders, { sort_by: 'title', sort_order }).map(({ title }) => title)
  expect(titles('asc')).toEqual(['Äpfel', 'banane', 'Part 2', 'Part 10', 'Zoo'])
  expect(titles('desc')).toEqual(titles('asc').toReversed())
})

it('finds folders by words of title and description, in any order', () => {
  const folders = [
    { title: 'Tax 2025', description: 'Smith' },
    { title: 'Tax 2026', description: null },
    { title: 'Photos', description: 'of 2026' },
  ] as Folder[]
  const titles = (typed: string) =>
    filterFolders(folders, { typed, onlyNew: false }).map(({ title }) => title)
  expect(titles('2026 TAX')).toEqual(['Tax 2026'])
  expect(titles('2026')).toEqual(['Tax 2026', 'Photos'])
  expect(titles('smith')).toEqual(['Tax 2025'])
  expect(titles(' ')).toHaveLength(3)
})

it('leaves the folders with new files, of those that the search finds', () => {
  const folders = [
    { title: 'Tax 2025', has_undownloaded_files: true },
    { title: 'Tax 2026', has_undownloaded_files: false },
    { title: 'Photos', has_undownloaded_files: true },
  ] as Folder[]
  const titles = (typed: string) => filterFolders(folders, { typed, onlyNew: true }).map(({ title }) => title)
  expect(titles('')).toEqual(['Tax 2025', 'Photos'])
  expect(titles('tax')).toEqual(['Tax 2025'])
})

it.each([
  ['2026-03-03T12:00:00Z', true],
  ['2026-03-01T12:00:01Z', true],
  ['2026-03-03T12:00:01Z', false],
  ['no date at all', false],
  [past, false],
  [null, false],
])('says of a link that ends at %s whether that is soon: %s', (expiration_date, isSoon) => {
  expect(expiresSoon({ is_active: true, expiration_date }, now)).toBe(isSoon)
  expect(expiresSoon({ is_active: false, expiration_date }, now)).toBe(false)
})

describe('sorting', () => {
  it('begins with the newest folder', () => {
    expect(defaultSort).toEqual({ sort_by: 'creation_date', sort_order: 'desc' })
  })
  it('turns around at a second click', () => {
    const once = nextSort(defaultSort, 'creation_date')
    expect(once).toEqual({ sort_by: 'creation_date', sort_order: 'asc' })
    expect(nextSort(once, 'creation_date')).toEqual(defaultSort)
  })
  it('begins titles with A and dates with the newest', () => {
    expect(nextSort(defaultSort, 'title').sort_order).toBe('asc')
    expect(nextSort({ sort_by: 'title', sort_order: 'asc' }, 'last_upload_time').sort_order).toBe('desc')
  })
})
