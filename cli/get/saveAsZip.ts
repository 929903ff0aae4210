import { basename, dirname, resolve } from 'node:path'
import { assertDefined } from '../../contract/assertDefined.ts'
import { shownText } from '../../contract/shownText.ts'
import { FaultError } from '../../core/faults/fault.ts'
import { archiveEntries } from '../../core/keys/openedFile.ts'
import { openingWorker } from '../../core/open/openingWorker.ts'
import type { Bytes } from '../../core/ports.ts'
import { CommandError, exitCodes, usageError } from '../exitCodes.ts'
import { nodeOpeningPorts } from '../platform/nodeOpeningPorts.ts'
import { faultOfDisk } from '../platform/diskErrors.ts'
import { BlockerHandler } from '../download/blockerHandler.ts'
import { openTargetFolder } from '../download/openTargetFolder.ts'
import { throwFetchError, FetchProgress, type FetchJob } from './fetchProgress.ts'

/** A Node stream, as far as an archive needs it. */
export interface ZipOutput {
  write(bytes: Uint8Array, onWritten: (error?: Error | null) => void): unknown
}

/** Saves the files of a link as an archive. @param zipPath path, or '-' for `output` @throws CommandError, or the signal's reason */
export async function saveAsZip(job: FetchJob, zipPath: string, output: ZipOutput): Promise<FetchProgress> {
  if (zipPath !== '-') return saveZipFile(job, zipPath)
  return streamZip(job, async (pieces) => {
    for await (const piece of pieces) await writeTo(output, piece)
  })
}

const writeTo = (output: ZipOutput, piece: Bytes) =>
  new Promise<void>((resolve, reject) => {
    output.write(piece, (error) => (error ? reject(error) : resolve()))
  })

/** Saves an archive to a new file. An incomplete one is removed, since archives cannot be resumed. */
async function saveZipFile(job: FetchJob, zipPath: string): Promise<FetchProgress> {
  const name = basename(zipPath)
  const { targetFolder, partials } = await openTargetFolder(dirname(zipPath))
  const partial = partials.forArchive(name)
  try {
    if (await targetFolder.find([], name)) throw existsError(zipPath)
    const outcome = await streamZip(job, async (pieces) => {
      await partial.restart()
      for await (const piece of pieces) await partial.write([piece])
      await partial.finish(undefined)
    })
    if ((await targetFolder.moveInto(partial.path, [], name)) === null) throw existsError(zipPath)
    await targetFolder.sync()
    job.context.report.emit({ event: 'wrote', path: resolve(zipPath), message: 'The archive is' })
    return outcome
  } finally {
    try {
      await partial.delete()
    } finally {
      await partials.close()
    }
  }
}

const existsError = (path: string) =>
  usageError(`${shownText(path)} exists already and is not overwritten. Choose another name.`)

/** Opens the files as an archive, and hands its bytes to `write`. @throws CommandError, or the signal's reason */
async function streamZip(
  job: FetchJob,
  write: (pieces: AsyncIterable<Bytes>) => Promise<void>,
): Promise<FetchProgress> {
  const { context, link, files } = job
  const progress = new FetchProgress(job)
  const worker = openingWorker<null>({
    ...nodeOpeningPorts(link.server),
    sink: () => ({ kind: 'pieces', put: (pieces) => write(pieces).catch(throwAsFault) }),
  })
  const blockerHandler = new BlockerHandler({
    ...{ report: context.report, signal: context.signal, server: link.server },
    ...{ removeBlocker: link.resendPassword, resume: () => worker.resume() },
    idleTimeoutMs: job.idleTimeoutMs,
  })
  const cancel = () => worker.cancel()
  blockerHandler.signal.addEventListener('abort', cancel)
  let archiveBytes = 0
  const leftOut = new Set<number>()
  worker.onEvent((event) => {
    if (event.type === 'ready') progress.begin()
    else if (event.type === 'left-out') {
      leftOut.add(event.entry)
      progress.fail(assertDefined(files[event.entry]), event.fault)
    } else if (event.type === 'blocker') blockerHandler.onBlocker(event.blocker)
    else if (event.type === 'progressed') {
      blockerHandler.onBytes(event.bytes - archiveBytes)
      progress.addBytes(event.bytes - archiveBytes)
      archiveBytes = event.bytes
    }
  })
  try {
    blockerHandler.signal.throwIfAborted()
    worker.addEntries(await archiveEntries(files))
    const result = await worker.open(
      { kind: 'archive', hasNoBackpressure: false, compareSha256: false },
      null,
    )
    blockerHandler.signal.throwIfAborted()
    if (result.type === 'opened') {
      // The archive's own bytes, and those in place of missing files, do not count.
      progress.end(
        files.reduce((sum, { source }, index) => (leftOut.has(index) ? sum : sum + source.size), 0),
      )
      return progress
    }
    if (result.type === 'aborted')
      throw new CommandError(
        exitCodes.someFailed,
        'Standard output was closed, so the archive is incomplete.',
      )
    if (result.entry !== null) progress.fail(assertDefined(files[result.entry]), result.fault)
    return throwFetchError(
      new FaultError(result.fault),
      'Free some space and run the command again; the archive starts over.',
    )
  } finally {
    blockerHandler.signal.removeEventListener('abort', cancel)
    blockerHandler.close()
  }
}

/** Throws a FaultError for an error of the disk, as the worker expects. */
function throwAsFault(error: unknown): never {
  throw error instanceof FaultError ? error : new FaultError(faultOfDisk(error), { cause: error })
}
