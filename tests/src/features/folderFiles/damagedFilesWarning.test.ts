import { expect, it } from 'vitest'
import { damagedFilesWarning } from '../../../../src/features/folderFiles/download/downloadOwnFiles.ts'

const intactFile = { original_filename: 'a.txt' }
const damagedFile = { original_filename: 'b.txt', damaged_at: '2026-11-24T02:10:00.000Z' }

it('says when the server found a file damaged before it is saved, and nothing of whole ones', () => {
  expect(damagedFilesWarning([intactFile])).toBeUndefined()
  expect(damagedFilesWarning([damagedFile])).toMatch(
    /^The server found this file damaged on its disk on .*2026.*It may not open\.$/,
  )
  expect(damagedFilesWarning([intactFile, damagedFile, damagedFile])).toContain('2 files of these damaged')
})
