import { expect, it } from 'vitest'
import type { Folder } from '../../../../contract/schemas/folders.ts'
import { filterFolders, requestFolders } from '../../../../src/features/dashboard/filterFolders.ts'

const folderOf = (title: string, description: string | null = null) =>
  ({ title, description, has_undownloaded_files: false }) as Folder
const titlesFound = (folders: Folder[], typed: string) =>
  filterFolders(folders, { typed, onlyNew: false }).map(({ title }) => title)

it('shows the folders that request files, and none of what was sent', () => {
  const folders = [folderOf('Tax'), { ...folderOf('Sent'), kind: 'sent' as const }]
  expect(requestFolders([...folders, { ...folderOf('Box'), kind: 'request' }])).toMatchObject([
    { title: 'Tax' },
    { title: 'Box' },
  ])
})

it('finds folders by words of title and description, in any order', () => {
  const folders = [folderOf('Tax 2026', 'Receipts'), folderOf('Tax 2025')]
  expect(titlesFound(folders, 'receipts TAX')).toEqual(['Tax 2026'])
  expect(titlesFound(folders, ' ')).toHaveLength(2)
})

it('finds a title in the other Unicode form', () => {
  const [composed, decomposed] = ['M\u00fcller', 'Mu\u0308ller']
  for (const title of [composed, decomposed])
    for (const typed of [composed, decomposed]) expect(titlesFound([folderOf(title)], typed)).toHaveLength(1)
})
