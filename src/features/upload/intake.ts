import { yieldToMain } from '../../../core/util/timeSlice.ts'
import type { UploadService, Store } from './uploadService.ts'
import type { FoundFile } from './droppedFiles.ts'
import { takeMissingFiles } from './resume.ts'
import { sortInNaturalOrder } from './naturalOrder.ts'
import { filesAdded } from './uploadEvents.ts'

/** Number of rows added by one action. */
const chunkSize = 2000

/**
 * Adds files to the queue; those that an interrupted upload misses are added to that upload.
 * @param isHere returns true while the page that received them is open
 */
export async function takeFiles(
  service: UploadService,
  store: Store,
  given: FoundFile[],
  isHere: () => boolean,
): Promise<void> {
  const newFiles = await sortInNaturalOrder(await takeMissingFiles(service, store, given), yieldToMain)
  for (let at = 0; at < newFiles.length && isHere(); at += chunkSize) {
    const added = newFiles.slice(at, at + chunkSize).map(({ file, path }) => ({
      id: service.take(file),
      name: file.name,
      relativePath: path,
      size: file.size,
    }))
    store.dispatch(filesAdded(added))
    await yieldToMain()
  }
}
