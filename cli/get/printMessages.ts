import { readMessage } from '../../contract/messageFile.ts'
import { FaultError } from '../../core/faults/fault.ts'
import { affectsAllFiles } from '../../core/open/afterFault.ts'
import { openChunks } from '../../core/open/openChunks.ts'
import { BlockerHandler } from '../download/blockerHandler.ts'
import { nodeOpeningContext } from '../platform/nodeOpeningPorts.ts'
import { reportedFile } from '../selectFiles.ts'
import { type FetchJob, FetchProgress, throwFetchError } from './fetchProgress.ts'

/** Reports what the files say, which are messages, and saves nothing. @throws CommandError, or the signal's reason */
export async function printMessages(job: FetchJob): Promise<FetchProgress> {
  const { context, link, files } = job
  const { report, signal } = context
  const progress = new FetchProgress(job)
  const blockerHandler = new BlockerHandler({
    ...{ report, signal, server: link.server },
    ...{ removeBlocker: link.resendPassword, idleTimeoutMs: job.idleTimeoutMs },
  })
  const opening = nodeOpeningContext(link.server, blockerHandler)
  try {
    for (const file of files) {
      try {
        const chunks: Uint8Array[] = []
        for await (const chunk of openChunks(file.source, opening)) chunks.push(chunk)
        const text = readMessage(new Uint8Array(Buffer.concat(chunks)))
        if (text !== null) report.emit({ event: 'message', ...reportedFile(file), text })
        else progress.fail(file, 'It is not in UTF-8, or too long for a message. Fetch it without --text.')
      } catch (error) {
        if (!(error instanceof FaultError)) throw error
        if (affectsAllFiles(error.fault)) throwFetchError(error, '')
        progress.fail(file, error.fault)
      }
    }
    return progress
  } finally {
    blockerHandler.close()
  }
}
