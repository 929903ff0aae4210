import { describe, expect, it } from 'vitest'
import {
  deletionMessage,
  tooManyFilesText,
} from '../../../../src/features/folderFiles/toolbar/selectionMessages.ts'
import { maxFilesPerLink } from '../../../../contract/limits.ts'

describe('the message after deleting', () => {
  it('distinguishes all, some and none', () => {
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
