import { comparedMarks, type ListedFiles, withDates, withUnlisted } from '../../core/trust/seenFiles.ts'
import type { Reporter } from '../reporter.ts'
import { countText } from '../texts.ts'
import type { AccountCalls } from './accountCalls.ts'
import type { SeenFilesFile } from './seenFilesFile.ts'

/**
 * Reads which files of a folder were seen. Call it before the list is requested, so that no file is seen in between.
 * @param seenFiles null for a folder of which nothing is remembered
 * @returns a function that takes the ids and dates of the complete list, and reports and remembers seen files that it lacks
 */
export async function createUnlistedFilesReporter(
  seenFiles: SeenFilesFile | null,
  calls: TrashCalls,
  folderId: number,
  report: Reporter,
): Promise<(listed: ListedFiles) => Promise<void>> {
  if (!seenFiles) return () => Promise.resolve()
  const seen = await seenFiles.read()
  return async (listed) => {
    const marks = comparedMarks(seen, folderId, listed)
    const isAllListed = marks.seen.length + marks.trashed.length === 0
    const isAsBefore = isAllListed && marks.restored.length === 0
    if (isAsBefore && withDates(seen, folderId, listed) === seen) return
    const inTrash = isAllListed ? new Set<number>() : await trashedIds(calls, folderId)
    const now = new Date().toISOString()
    let counts = { unlisted: 0, trashed: 0 }
    await seenFiles.update((before) => {
      const { files, ...counted } = withUnlisted(withDates(before, folderId, listed), folderId, {
        ...{ marks, inTrash, now },
      })
      counts = counted
      return files
    })
    const note = (count: number, where: string) => {
      if (count === 0) return
      const message = `${countText(count, 'file')} seen before ${count === 1 ? 'is' : 'are'} ${where}.`
      report.emit({ event: 'note', message })
    }
    note(counts.trashed, 'in the trash')
    note(counts.unlisted, 'not listed any more')
  }
}

type TrashCalls = Pick<AccountCalls, 'getFolder' | 'listTrashedFiles'>

/** Numbers of the files in a folder's trash; none if the server keeps none, or is older. */
async function trashedIds(calls: TrashCalls, folderId: number): Promise<ReadonlySet<number>> {
  const ids = new Set<number>()
  if ((await calls.getFolder(folderId)).trash)
    for await (const files of calls.listTrashedFiles(folderId)) for (const { id } of files) ids.add(id)
  return ids
}
