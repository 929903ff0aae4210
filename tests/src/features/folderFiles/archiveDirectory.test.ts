import { expect, it } from 'vitest'
import { maxPathLevels } from '../../../../contract/limits.ts'
import { depthFault } from '../../../../core/download/depthFault.ts'
import { archiveDirectoryOf } from '../../../../src/features/folderFiles/senders/senders.ts'

it('a file of the greatest depth is in an archive with a directory for each sender, too', () => {
  const path = Array.from({ length: maxPathLevels }, () => 'a').join('/')
  expect(depthFault({ path })).toBeNull()
  expect(depthFault({ path: archiveDirectoryOf({ directoryName: 'Ben' }, path) })).toBeNull()
  expect(archiveDirectoryOf({ directoryName: 'Ben' }, 'a')).toBe('Ben/a')
})
