import { join } from 'node:path'
import { shownText } from '../../contract/shownText.ts'
import { assertDefined } from '../../contract/assertDefined.ts'
import { Blockers } from '../../core/open/blockers.ts'
import { usageError } from '../exitCodes.ts'
import { nodeOpeningContext } from '../platform/nodeOpeningPorts.ts'
import { nameFilesForDisk } from '../download/nameFilesForDisk.ts'
import { PartialFiles } from '../download/partialFiles.ts'
import { saveToDisk } from '../download/saveToDisk.ts'
import { TargetFolder } from '../download/targetFolder.ts'
import { BlockerHandler } from '../download/blockerHandler.ts'
import { throwFetchError, FetchProgress, type FetchJob } from './fetchProgress.ts'
import { errorMessage } from '../texts.ts'

/** Saves files under their paths in a folder, without changing others in it. @throws CommandError, or the signal's reason */
export async function saveToFolder(job: FetchJob, folder: string): Promise<FetchProgress> {
  const { context, link, files } = job
  const { tree, partials } = await openTargetFolder(folder)
  const progress = new FetchProgress(job)
  const blockers = new Blockers((blocker) => blockerHandler.onBlocker(blocker))
  const blockerHandler = new BlockerHandler({
    ...{ report: context.report, signal: context.signal, server: link.server },
    ...{ removeBlocker: link.resendPassword, resume: () => blockers.resume() },
    idleTimeoutMs: job.idleTimeoutMs,
  })
  try {
    const entries = await nameFilesForDisk(context, files)
    const opening = nodeOpeningContext(link.server, blockers, blockerHandler.signal)
    await saveToDisk({ tree, partials }, entries, opening, {
      onTargets: () => progress.begin(),
      onBytes: (bytes) => {
        blockerHandler.onBytes(bytes)
        progress.addBytes(bytes)
      },
      onSaved: (index, path) => progress.done(assertDefined(files[index]), join(path)),
      onFailed: (index, why) => progress.fail(assertDefined(files[index]), why),
    })
    progress.end()
    return progress
  } catch (error) {
    return throwFetchError(error, 'Free some, and run it again: it goes on where it was.')
  } finally {
    blockerHandler.close()
    await partials.close()
  }
}

/** @throws CommandError 'usage' if the folder is not writable, or another process fills it */
export async function openTargetFolder(
  folder: string,
): Promise<{ tree: TargetFolder; partials: PartialFiles }> {
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
