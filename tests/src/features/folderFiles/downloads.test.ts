import { describe, expect, it } from 'vitest'
import { deletionMessage, tooManyFilesText } from '../../../../src/features/folderFiles/selectionMessages.ts'
import { maxFilesPerLink } from '../../../../contract/limits.ts'
import { archiveFilename } from '../../../../src/features/folderFiles/downloadNames.ts'

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

it('makes download links for one file up to a limit', () => {
  expect(tooManyFilesText(0)).toMatch(/select/i)
  expect(tooManyFilesText(1)).toBeNull()
  expect(tooManyFilesText(maxFilesPerLink)).toBeNull()
  expect(tooManyFilesText(maxFilesPerLink + 1)).toContain(maxFilesPerLink.toLocaleString('en'))
})
