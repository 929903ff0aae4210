import { fault } from '../../core/faults/fault.ts'
import type { ArchiveEntry, OpenJob, SealedSource } from '../../core/open/openJob.ts'
import { type RunningDownload, runDownload, type DownloadPorts } from '../../core/download/runDownload.ts'
import type { SinkName, DownloadState } from '../../core/download/types.ts'
import { noSinkFault } from './savingCapacity.ts'
import { pageClock } from './pageClock.ts'
import { type DownloadJob, preloadDownloadWorker } from './downloadWorker.ts'
import type { DownloadSink } from './sinks/downloadSink.ts'
import { folderSink } from './sinks/folderSink.ts'
import { memorySink } from './sinks/memorySink.ts'
import { privateFileSink } from './sinks/privateFileSink.ts'
import { activateStreamWorker, serviceWorkerSink } from './sinks/serviceWorkerSink.ts'
import { shareSink } from './sinks/shareSink.ts'
import { streamSaverSink } from './sinks/streamSaverSink.ts'
import { readStored } from '../storage/browserStorage.ts'
import { canTransferStreams } from './streamTransfer.ts'

/** What is to be downloaded: one file, an archive, or files into a folder. */
export type NewDownload = {
  readonly filename: string
  /** Set on request, see `OpenJob`. */
  readonly compareSha256: boolean
} & (
  | {
      readonly source: SealedSource
      readonly toShareSheet?: boolean
      /** Called with the verified content, in place of saving it. */
      readonly onContent?: ((content: Blob) => void) | undefined
    }
  | {
      readonly entries: readonly ArchiveEntry[]
      /** Saves each entry under its path in this folder instead of an archive; existing files are not fetched again. */
      readonly directory?: FileSystemDirectoryHandle
    }
)

/** The order in which sinks are tried: the first that works is used. */
const sinkOrder = ['stream', 'private-file', 'streamsaver', 'memory'] as const satisfies SinkName[]

/** All sinks by name; without a directory, that of folders is unavailable. */
const sinksFor = (directory: FileSystemDirectoryHandle | undefined): Record<SinkName, DownloadSink> => ({
  stream: serviceWorkerSink,
  'private-file': privateFileSink,
  streamsaver: streamSaverSink,
  memory: memorySink(),
  folder: directory ? folderSink(directory) : () => Promise.resolve(null),
  share: shareSink,
})

/** Session storage key that names the only sink to use, so that every sink can be tested in every browser. */
const onlySinkKey = 'sealpost-save-by'

/** Starts one download in this browser. @param onState called with each state that differs from the last */
export function startDownload(
  download: NewDownload,
  onState: (state: DownloadState) => void,
): RunningDownload {
  const job = jobOf(download)
  const directory = 'entries' in download ? download.directory : undefined
  const toShareSheet = 'source' in download && download.toShareSheet === true
  const onContent = 'source' in download ? download.onContent : undefined
  const onlySink = readStored(onlySinkKey, 'sessionStorage')
  const sinks = { ...sinksFor(directory), ...(onContent && { memory: memorySink(onContent) }) }
  const ports: DownloadPorts = {
    ...(onContent
      ? { sinks: ['memory'], noSink: fault('unsaved') }
      : toShareSheet
        ? { sinks: ['share'], noSink: fault('not-shared') }
        : directory
          ? { sinks: ['folder'], noSink: fault('unsaved') }
          : {
              sinks: sinkOrder.filter((name) => onlySink === null || onlySink === name),
              noSink: noSinkFault(job.bytes, 'download'),
            }),
    openSink: (name, onEvent) => sinks[name]({ ...job, id: crypto.randomUUID() }, onEvent),
    clock: pageClock(),
  }
  return runDownload(ports, onState)
}

/** Fetches what the first download would wait for: the scripts of its workers. */
export async function preloadWorkers(): Promise<void> {
  await Promise.all([preloadDownloadWorker(), 'serviceWorker' in navigator && activateStreamWorker()])
}

/** The most bytes that the headers of an archive's entry take besides its name. */
const entryHeaderBytes = 200

function jobOf(download: NewDownload): Omit<DownloadJob, 'id'> {
  const { filename, compareSha256 } = download
  const jobOptions = { hasNoBackpressure: !canTransferStreams(), compareSha256 } satisfies Partial<OpenJob>
  if ('source' in download) {
    const { source } = download
    return { filename, bytes: source.size, job: { ...jobOptions, kind: 'file', source }, entries: [] }
  }
  const { entries } = download
  // Each entry has two headers with its name.
  const bytes = entries.reduce((sum, { size, name }) => sum + size + 2 * name.length + entryHeaderBytes, 0)
  return { filename, bytes, job: { ...jobOptions, kind: 'archive' }, entries }
}
