import { join } from 'node:path'
import { shownText } from '../../contract/shownText.ts'
import { assertDefined } from '../../contract/assertDefined.ts'
import { Blockers } from '../../core/open/blockers.ts'
import { usageError } from '../exitCodes.ts'
import { openingContext } from '../platform/opening.ts'
import { folderEntries } from '../download/folderEntries.ts'
import { PartialFiles } from '../download/partialFiles.ts'
import { saveToDisk } from '../download/saveToDisk.ts'
import { TargetFolder } from '../download/targetFolder.ts'
import { BlockerHandler } from '../download/blockerHandler.ts'
import { type FetchResult, throwFetchError, FetchTally, type FetchJob } from './fetchTally.ts'
import { errorMessage } from '../words.ts'

/** Saves files under their paths in a folder; others stay. @throws CommandError, or the signal's reason */
export async function intoFolder(job: FetchJob, folder: string): Promise<FetchResult> {
  const { context, link, files } = job
  const { tree, partials } = await openTarget(folder)
  const tally = new FetchTally(job)
  const blockers = new Blockers((blocker) => blockerHandler.onBlocker(blocker))
  const blockerHandler = new BlockerHandler({
    ...{ report: context.report, signal: context.signal, server: link.server },
    ...{ removeBlocker: link.resendPassword, resume: () => blockers.resume() },
    idleTimeoutMs: job.idleTimeoutMs,
  })
  try {
    const entries = await folderEntries(context, files)
    const opening = openingContext(link.server, blockers, blockerHandler.signal)
    await saveToDisk({ tree, partials }, entries, opening, {
      onTargets: () => tally.begin(),
      onBytes: (bytes) => {
        blockerHandler.onBytes(bytes)
        tally.add(bytes)
      },
      onSaved: (index, path) => tally.done(assertDefined(files[index]), join(path)),
      onFailed: (index, why) => tally.fail(assertDefined(files[index]), why),
    })
    tally.end()
    return tally
  } catch (error) {
    return throwFetchError(error, 'Free some, and run it again: it goes on where it was.')
  } finally {
    blockerHandler.close()
    await partials.close()
  }
}

/** @throws CommandError 'usage' if the folder is not writable, or another process fills it */
export async function openTarget(folder: string): Promise<{ tree: TargetFolder; partials: PartialFiles }> {
  const shown = shownText(folder)
  try {
    const tree = await TargetFolder.open(folder)
    const partials = await PartialFiles.open(tree.root)
    if (partials) return { tree, partials }
  } catch (error) {
    throw usageError(`Nothing can be written to ${shown}: ${errorMessage(error)}`, {
      cause: error,
    })
  }
  throw usageError(
    `Another sealpost is putting files into ${shown}. Wait for its end, or take another folder.`,
  )
}
