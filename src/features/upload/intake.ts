import { yieldToMain } from '../../../core/util/timeSlice.ts'
import type { UploadService, Store } from './uploadService.ts'
import type { FoundFile } from './droppedFiles.ts'
import { takeMissing } from './resume.ts'
import { inNaturalOrder } from './naturalOrder.ts'
import { filesAdded } from './uploadEvents.ts'

/** Rows that enter the queue in one action. */
const portion = 2000

/**
 * Takes files into the queue; what an interrupted upload misses goes on in that upload.
 * @param isHere whether the page that they were given to is still there
 */
export async function takeFiles(
  service: UploadService,
  store: Store,
  given: FoundFile[],
  isHere: () => boolean,
): Promise<void> {
  const fresh = await inNaturalOrder(await takeMissing(service, store, given), yieldToMain)
  for (let at = 0; at < fresh.length && isHere(); at += portion) {
    const added = fresh.slice(at, at + portion).map(({ file, path }) => ({
      id: service.take(file),
      name: file.name,
      relativePath: path,
      size: file.size,
    }))
    store.dispatch(filesAdded(added))
    await yieldToMain()
  }
}
