import { type SeenFiles, unlistedMarks, withUnlisted } from '../../core/trust/seenFiles.ts'
import type { Reporter } from '../reporter.ts'
import { countText } from '../texts.ts'
import type { SeenFilesFile } from './seenFilesFile.ts'

interface CompleteList {
  readonly folderId: number
  readonly listed: ReadonlySet<number>
  /** The memory as it was before the list was asked for. */
  readonly seen: SeenFiles
}

/** Remembers which seen files are not listed any more, so that they are noticed if they come back. */
export async function noteUnlisted(
  seenFiles: SeenFilesFile,
  { folderId, listed, seen }: CompleteList,
  report: Reporter,
): Promise<void> {
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
