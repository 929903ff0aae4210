import { assertDefined } from '../../contract/assertDefined.ts'
import { BlockerHandler } from '../download/blockerHandler.ts'
import { nameFilesForDisk } from '../download/nameFilesForDisk.ts'
import { openTargetFolder } from '../download/openTargetFolder.ts'
import { saveEntries } from '../download/saveEntries.ts'
import { nodeOpeningContext } from '../platform/nodeOpeningPorts.ts'
import { throwFetchError, FetchProgress, type FetchJob } from './fetchProgress.ts'

/** Saves the files of a link under their paths in a folder. @throws CommandError, or the signal's reason */
export async function saveLinkToFolder(job: FetchJob, folder: string): Promise<FetchProgress> {
  const { context, link, files } = job
  const { targetFolder, partials } = await openTargetFolder(folder)
  const progress = new FetchProgress(job)
  const blockerHandler = new BlockerHandler({
    ...{ report: context.report, signal: context.signal, server: link.server },
    ...{ removeBlocker: link.resendPassword, idleTimeoutMs: job.idleTimeoutMs },
  })
  try {
    const entries = await nameFilesForDisk(context, files)
    const opening = nodeOpeningContext(link.server, blockerHandler)
    await saveEntries({ targetFolder, partials }, entries, opening, {
      onTargets: () => progress.begin(),
      onBytes: (bytes) => {
        blockerHandler.onBytes(bytes)
        progress.addBytes(bytes)
      },
      onSaved: (index, path) => progress.done(assertDefined(files[index]), path),
      onFailed: (index, why) => progress.fail(assertDefined(files[index]), why),
    })
    progress.end()
    return progress
  } catch (error) {
    return throwFetchError(error, 'Free some space and run the command again; it resumes.')
  } finally {
    blockerHandler.close()
    await partials.close()
  }
}
