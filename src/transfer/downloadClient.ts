import { NotStartedError, runJob } from './downloadRun.ts'
import {
  type ArchiveDownload,
  type DownloadOptions,
  type DownloadOutcome,
  DownloadUnavailableError,
  type SingleDownload,
} from './downloadTypes.ts'
import { tooMuchText } from './roads/capacity.ts'
import { memoryRoad } from './roads/memoryRoad.ts'
import { privateFileRoad } from './roads/privateFileRoad.ts'
import { type Freight, type Road, type RoadFailure, startOpening } from './roads/road.ts'
import { serviceWorkerRoad } from './roads/serviceWorkerRoad.ts'
import { streamSaverRoad } from './roads/streamSaverRoad.ts'

export type { DownloadOutcome } from './downloadTypes.ts'

/** In the order in which they are tried: the first that the browser can take is taken. */
const roads = {
  stream: serviceWorkerRoad,
  'private-file': privateFileRoad,
  streamsaver: streamSaverRoad,
  memory: memoryRoad,
} as const satisfies Record<string, Road>

/** Names one road, and shuts the others: every road can be tried in every browser. */
const roadSwitch = 'sealpost-save-by'

/**
 * Saves one file, or several as an archive. Resolves when that has ended, in whatever way.
 * @throws DownloadUnavailableError
 */
export async function startDownload(
  download: SingleDownload | ArchiveDownload,
  options: DownloadOptions,
): Promise<DownloadOutcome> {
  const bytes = bytesOf(download)
  const only = sessionStorage.getItem(roadSwitch)
  for (const [name, road] of Object.entries(roads)) {
    if (only !== null && only !== name) continue
    const outcome = await tryRoad(road, download, bytes, options)
    if (outcome) return outcome
  }
  throw new DownloadUnavailableError(tooMuchText(bytes))
}

async function tryRoad(
  road: Road,
  download: SingleDownload | ArchiveDownload,
  bytes: number,
  options: DownloadOptions,
): Promise<DownloadOutcome | null> {
  const freight: Freight = { id: crypto.randomUUID(), filename: download.filename, bytes }
  let fail: (failure: RoadFailure) => void = () => undefined
  const failure = new Promise<RoadFailure>((resolve) => (fail = resolve))
  const saving = await road(freight, fail)
  if (!saving) return null
  try {
    return await runJob(freight.id, download, saving, failure, options)
  } catch (error) {
    if (error instanceof NotStartedError) return null
    throw error
  }
}

/** Saves files under their paths in a folder; those that are there already are not fetched again. */
export async function saveToFolder(
  download: ArchiveDownload,
  directory: FileSystemDirectoryHandle,
  options: DownloadOptions,
): Promise<DownloadOutcome> {
  const road: Road = (_, fail) => Promise.resolve(startOpening({ kind: 'folder', directory }, fail))
  const outcome = await tryRoad(road, download, bytesOf(download), options)
  return outcome ?? { type: 'failed', entry: null, message: 'The folder cannot be written to.', leftOut: [] }
}

const bytesOf = (download: SingleDownload | ArchiveDownload): number =>
  'source' in download
    ? download.source.size
    : download.entries.reduce((sum, { size, name }) => sum + size + 2 * name.length + 200, 0)
