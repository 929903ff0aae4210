import { breathe } from '../../../core/util/turns.ts'
import type { Desk, Store } from './desk.ts'
import type { FoundFile } from './droppedFiles.ts'
import { takeMissing } from './goingOn.ts'
import { inNaturalOrder } from './naturalOrder.ts'
import { filesAdded } from './uploadEvents.ts'

/** Rows that enter the queue in one action. */
const portion = 2000

/**
 * Takes files into the queue; what an interrupted upload misses goes on in that upload.
 * @param isHere whether the page that they were given to is still there
 */
export async function takeFiles(
  desk: Desk,
  store: Store,
  given: FoundFile[],
  isHere: () => boolean,
): Promise<void> {
  const fresh = await inNaturalOrder(await takeMissing(desk, store, given), breathe)
  for (let at = 0; at < fresh.length && isHere(); at += portion) {
    const added = fresh.slice(at, at + portion).map(({ file, path }) => ({
      id: desk.take(file),
      name: file.name,
      relativePath: path,
      size: file.size,
    }))
    store.dispatch(filesAdded(added))
    await breathe()
  }
}
