import { expect, it } from 'vitest'
import { damagedFilesWarning } from '../../../../src/features/folderFiles/downloadOwnFiles.ts'

const whole = { original_filename: 'a.txt' }
const damaged = { original_filename: 'b.txt', damaged_at: '2026-11-24T02:10:00.000Z' }

it('says when the server found a file damaged before it is saved, and nothing of whole ones', () => {
  expect(damagedFilesWarning([whole])).toBeUndefined()
  expect(damagedFilesWarning([damaged])).toMatch(
    /^The server found this file damaged on its disk on .*2026.*It may not open\.$/,
  )
  expect(damagedFilesWarning([whole, damaged, damaged])).toContain('2 files of these damaged')
})
