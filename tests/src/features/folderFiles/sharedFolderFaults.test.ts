import { expect, it } from 'vitest'
import { fault } from '../../../../core/faults/fault.ts'
import { withSharedFolderFaults } from '../../../../src/features/folderFiles/download/downloadOwnFiles.ts'
import { ownerEndText } from '../../../../src/saving/ownerTexts.ts'
import { savingSummary } from '../../../../src/saving/savingSummary.ts'
import { openedFile, unopenedFile } from '../../saving/openedFiles.ts'

it('does not suggest a backup for a missing key of a shared folder', () => {
  const damaged = { ...unopenedFile(3), fault: fault('damaged') }
  const files = { opened: [openedFile(1)], unopened: [unopenedFile(2, { sealed_to: 'key' }), damaged] }
  const asked = { kind: 'archive', files: 3, compareSha256: false } as const
  const { notes, failures } = ownerEndText(
    savingSummary(asked, withSharedFolderFaults(files), { end: { type: 'saved', bytes: 10 } }),
  )
  expect(notes).toEqual(['Could not decrypt 2 file(s): 2.txt, 3.txt'])
  expect(failures.map(({ text }) => text)[0]).toContain('Ask another owner')
  expect(failures.map(({ text }) => text)[1]).not.toContain('owner')
})
