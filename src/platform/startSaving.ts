import { fault } from '../../core/faults/fault.ts'
import type { ArchiveEntry, OpenJob, SealedSource } from '../../core/open/job.ts'
import { type RunningSaving, runSaving, type SavingPorts } from '../../core/download/run.ts'
import type { RoadName, SavingState } from '../../core/download/types.ts'
import { noRoadFault } from './capacity.ts'
import { pageClock } from './clock.ts'
import type { Freight } from './openThread.ts'
import { folderRoad } from './sinks/folderRoad.ts'
import { memoryRoad } from './sinks/memoryRoad.ts'
import { privateFileRoad } from './sinks/privateFileRoad.ts'
import type { Road } from './sinks/road.ts'
import { serviceWorkerRoad } from './sinks/serviceWorkerRoad.ts'
import { streamSaverRoad } from './sinks/streamSaverRoad.ts'
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
const order = ['stream', 'private-file', 'streamsaver', 'memory'] as const satisfies RoadName[]

const roadsTo = (directory: FileSystemDirectoryHandle | undefined): Record<RoadName, Road> => ({
  stream: serviceWorkerRoad,
  'private-file': privateFileRoad,
  streamsaver: streamSaverRoad,
  memory: memoryRoad,
  folder: directory ? folderRoad(directory) : () => Promise.resolve(null),
})

/** Names one road, and shuts the others: every road can be tried in every browser. */
const roadSwitch = 'sealpost-save-by'

/** Saves one download in this browser. @param tell each state that differs from the one before, the last one included */
export function startSaving(download: SavingDownload, tell: (state: SavingState) => void): RunningSaving {
  const freight = freightOf(download)
  const directory = 'entries' in download ? download.directory : undefined
  const only = sessionStorage.getItem(roadSwitch)
  const ports: SavingPorts = {
    roads: directory ? ['folder'] : order.filter((name) => only === null || only === name),
    noRoad: directory ? fault('unsaved') : noRoadFault(freight.bytes, 'download'),
    takeRoad: (name, hear) => roadsTo(directory)[name]({ ...freight, id: crypto.randomUUID() }, hear),
    clock: pageClock(),
  }
  return runSaving(ports, tell)
}

function freightOf(download: SavingDownload): Omit<Freight, 'id'> {
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
