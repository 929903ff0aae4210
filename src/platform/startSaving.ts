import { fault } from '../../core/faults/fault.ts'
import type { ArchiveEntry, OpenJob, SealedSource } from '../../core/open/job.ts'
import { type RunningSaving, runSaving, type SavingPorts } from '../../core/download/run.ts'
import type { SinkName, SavingState } from '../../core/download/types.ts'
import { noSinkFault } from './capacity.ts'
import { pageClock } from './clock.ts'
import type { DownloadJob } from './downloadWorker.ts'
import { folderDownloadSink } from './sinks/folderDownloadSink.ts'
import { memorySink } from './sinks/memorySink.ts'
import { privateFileSink } from './sinks/privateFileSink.ts'
import type { DownloadSink } from './sinks/downloadSink.ts'
import { serviceWorkerSink } from './sinks/serviceWorkerSink.ts'
import { streamSaverSink } from './sinks/streamSaverSink.ts'
import { streamsCanBeTransferred } from './streamTransfer.ts'

export type SavingDownload = {
  readonly filename: string
  /** Somebody asks for it: see `OpenJob`. */
  readonly compareSha256: boolean
} & (
  | { readonly source: SealedSource }
  | {
      readonly entries: readonly ArchiveEntry[]
      /** Each entry under its path in there, instead of an archive; those that are there already are not fetched again. */
      readonly directory?: FileSystemDirectoryHandle
    }
)

/** In the order in which they are tried: the first that the browser can take is taken. */
const order = ['stream', 'private-file', 'streamsaver', 'memory'] as const satisfies SinkName[]

const sinksTo = (directory: FileSystemDirectoryHandle | undefined): Record<SinkName, DownloadSink> => ({
  stream: serviceWorkerSink,
  'private-file': privateFileSink,
  streamsaver: streamSaverSink,
  memory: memorySink,
  folder: directory ? folderDownloadSink(directory) : () => Promise.resolve(null),
})

/** Names one sink, and shuts the others: every sink can be tried in every browser. */
const roadSwitch = 'sealpost-save-by'

/** Saves one download in this browser. @param tell each state that differs from the one before, the last one included */
export function startSaving(download: SavingDownload, tell: (state: SavingState) => void): RunningSaving {
  const job = jobOf(download)
  const directory = 'entries' in download ? download.directory : undefined
  const only = sessionStorage.getItem(roadSwitch)
  const ports: SavingPorts = {
    sinks: directory ? ['folder'] : order.filter((name) => only === null || only === name),
    noSink: directory ? fault('unsaved') : noSinkFault(job.bytes, 'download'),
    openSink: (name, hear) => sinksTo(directory)[name]({ ...job, id: crypto.randomUUID() }, hear),
    clock: pageClock(),
  }
  return runSaving(ports, tell)
}

function jobOf(download: SavingDownload): Omit<DownloadJob, 'id'> {
  const { filename, compareSha256 } = download
  const how = { paced: !streamsCanBeTransferred(), compareSha256 } satisfies Partial<OpenJob>
  if ('source' in download) {
    const { source } = download
    return { filename, bytes: source.size, job: { ...how, kind: 'file', source }, entries: [] }
  }
  const { entries } = download
  const bytes = entries.reduce((sum, { size, name }) => sum + size + 2 * name.length + 200, 0)
  return { filename, bytes, job: { ...how, kind: 'archive' }, entries }
}
