import { expect, it } from 'vitest'
import { archiveFilename } from '../../../../src/features/folderFiles/download/archiveFilename.ts'

it('names an archive by the folder title in plain characters and its content', () => {
  expect(archiveFilename('Tax 2026: A/B', 'all')).toBe('Tax_2026_A_B_all.zip')
  expect(archiveFilename('Müller-Akte_1', 'selected')).toBe('Müller-Akte_1_selected.zip')
  expect(archiveFilename('Tax', { directory: 'in box' })).toBe('Tax_in_box.zip')
  expect(archiveFilename('', 'all')).toBe('folder_all.zip')
})
