import { resultInSlices, yieldToMain } from '../../../../core/util/timeSlice.ts'
import { sortInSteps } from '../../../api/sortInSteps.ts'
import type { UploadService, Store } from '../sending/uploadService.ts'
import type { FoundFile } from './scanFiles.ts'
import { takeMissingFiles } from '../resume/resumeListeners.ts'
import { filesAdded } from '../uploadEvents.ts'

const rowsPerAction = 2000

/**
 * Adds files to the queue; those that an interrupted upload misses are added to that upload.
 * @param isHere returns true while the page that received them is open
 */
export async function addToQueue(
  service: UploadService,
  store: Store,
  foundFiles: FoundFile[],
  isHere: () => boolean,
): Promise<void> {
  const newFiles = await sortInNaturalOrder(await takeMissingFiles(service, store, foundFiles))
  for (let start = 0; start < newFiles.length && isHere(); start += rowsPerAction) {
    const added = newFiles.slice(start, start + rowsPerAction).map(({ file, path, root }) => ({
      id: service.addFile(file, root),
      name: file.name,
      relativePath: path,
      size: file.size,
    }))
    store.dispatch(filesAdded(added))
    await yieldToMain()
  }
}

/** Sorts files by folder, in natural order ('page 2' before 'page 10'), without blocking the page. */
export function sortInNaturalOrder(files: readonly FoundFile[]): Promise<FoundFile[]> {
  const collator = new Intl.Collator(undefined, { numeric: true })
  const compare = (a: FoundFile, b: FoundFile) =>
    a.path === b.path
      ? collator.compare(a.file.name, b.file.name)
      : collator.compare(a.path, b.path) || (a.path < b.path ? -1 : 1)
  return resultInSlices(sortInSteps(files, compare))
}
