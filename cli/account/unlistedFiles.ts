import { unlistedMarks, withUnlisted } from '../../core/trust/seenFiles.ts'
import type { Reporter } from '../reporter.ts'
import { countText } from '../texts.ts'
import type { SeenFilesFile } from './seenFilesFile.ts'

/**
 * Reads which files of a folder were seen. Call it before the list is requested, so that no file is seen in between.
 * @param seenFiles null for a folder of which nothing is remembered
 * @returns a function that takes the ids of the complete list, and reports and remembers seen files that it lacks
 */
export async function createUnlistedFilesReporter(
  seenFiles: SeenFilesFile | null,
  folderId: number,
  report: Reporter,
): Promise<(listed: ReadonlySet<number>) => Promise<void>> {
  if (!seenFiles) return () => Promise.resolve()
  const seen = await seenFiles.read()
  return async (listed) => {
    const unlisted = unlistedMarks(seen, folderId, listed)
    if (unlisted.length === 0) return
    let count = 0
    await seenFiles.update((before) => {
      const { files, unlisted: missing } = withUnlisted(before, folderId, unlisted)
      count = missing
      return files
    })
    if (count > 0)
      report.emit({
        event: 'note',
        message: `${countText(count, 'file')} seen before ${count === 1 ? 'is' : 'are'} not listed any more.`,
      })
  }
}
