import type { FileRecord } from '../../../contract/folders.ts'
import { api } from '../../api/api.ts'
import { errorMessage } from '../../api/errorCatalogue.ts'
import { getOlderKeys, type UnlockedKey } from '../../session/unlockedKey.ts'
import { notify } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'
import { transferBegan } from '../../store/transfers.ts'
import { AtMostEvery } from '../../transfer/atMostEvery.ts'
import type { OwnFile } from '../../transfer/keys/own.ts'
import { RecentRate } from '../../transfer/recentRate.ts'
import { safeSegment } from '../../transfer/save/safeNames.ts'
import { savedResult, severityOf, unopenedResult } from './downloadResults.ts'
import {
  downloadBegan,
  downloadEnded,
  type DownloadResult,
  keysOpened,
  savingProgressed,
  selectIsDownloading,
} from './downloadSlice.ts'
import { manifestsOpened, sealedFile } from './sealedFilesSlice.ts'

export interface DownloadRequest {
  folderId: number
  records: readonly FileRecord[]
  /** Name of the archive; a request for one file saves it as what it is. */
  archiveName: string
  /** See `DownloadJob`. */
  compareSha256: boolean
}

/** How often progress is told, in milliseconds. */
const progressMs = 100

/** The server marks a file as downloaded when its answer has been written, a moment after the page has it all. */
const markedAfter = 300

let running: AbortController | null = null

export const cancelDownload = (): void => running?.abort()

let shownFolder: number | null = null

/** Says that a folder's screen stands, where results of its downloads are read. @returns says that it has gone */
export function folderShown(folderId: number): () => void {
  shownFolder = folderId
  return () => {
    if (shownFolder === folderId) shownFolder = null
  }
}

/** Opens the keys of files, saves them through the browser, and says how that ended. */
export function downloadOwnFiles(request: DownloadRequest, key: UnlockedKey): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { folderId, archiveName, compareSha256 } = request
    // As they came: of files with one name the first keeps it in an archive, as it does in the list.
    const records = request.records.toSorted((a, b) => a.id - b.id)
    const [first] = records
    if (!first) {
      notify('error', 'No files selected for ZIP download.')
      return
    }
    if (selectIsDownloading(getState())) return
    const isArchive = records.length > 1
    const filename = isArchive ? archiveName : first.original_filename
    const controller = new AbortController()
    running = controller
    const ended = transferBegan()
    dispatch(downloadBegan({ folderId, filename, files: records.length }))
    const rate = new RecentRate()
    const told = new AtMostEvery(progressMs)
    const result = await run(records, archiveName, key, {
      compareSha256,
      signal: controller.signal,
      onKeys: (done) => {
        if (told.isTime(performance.now())) dispatch(keysOpened(done))
      },
      onOpened: (files) => dispatch(manifestsOpened(files.map(sealedFile))),
      onProgress: (progress) =>
        dispatch(
          savingProgressed({ ...progress, bytesPerSecond: rate.at(progress.bytes, performance.now()) }),
        ),
    }).catch((error: unknown): DownloadResult => {
      if (controller.signal.aborted)
        return { type: 'cancelled', text: 'Download cancelled.', notes: [], failures: [] }
      return { type: 'failed', text: `Download failed: ${reasonOf(error)}`, notes: [], failures: [] }
    })
    running = null
    ended()
    dispatch(downloadEnded(result))
    if (shownFolder !== folderId) notify(severityOf(result), `${filename}: ${result.text}`)
    setTimeout(() => {
      const tags = [
        { type: 'Files', id: folderId },
        { type: 'Folder', id: 'LIST' },
      ] as const
      dispatch(api.util.invalidateTags([...tags]))
    }, markedAfter)
  }
}

/** A missing ability of the browser explains itself. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'DownloadUnavailableError' ? error.message : errorMessage(error)

interface RunOptions {
  compareSha256: boolean
  signal: AbortSignal
  onKeys: (done: number) => void
  onOpened: (files: OwnFile[]) => void
  onProgress: (progress: { bytes: number; total: number; filesDone: number }) => void
}

async function run(
  records: readonly FileRecord[],
  archiveName: string,
  key: UnlockedKey,
  { compareSha256, signal, onKeys, onOpened, onProgress }: RunOptions,
): Promise<DownloadResult> {
  const [{ archiveEntries }, { openOwnFiles }, { startDownload }, { withKeysThreads }] = await Promise.all([
    import('../../transfer/keys/opened.ts'),
    import('../../transfer/keys/own.ts'),
    import('../../transfer/downloadClient.ts'),
    import('../../transfer/browser/keysThreads.ts'),
  ])
  const isArchive = records.length > 1
  const privateKeys = [key, ...getOlderKeys()].map(({ privateKey }) => privateKey)
  const { opened, unopened } = await withKeysThreads((ports) =>
    openOwnFiles(records, { ...ports, privateKeys, signal, onProgress: onKeys }),
  )
  signal.throwIfAborted()
  onOpened(opened)
  const [first] = opened
  if (!first) return unopenedResult(unopened, isArchive)
  const download = isArchive
    ? { filename: archiveName, entries: await archiveEntries(opened) }
    : { filename: safeSegment(first.name), source: first.source }
  const total = opened.reduce((sum, { source }) => sum + source.size, 0)
  onProgress({ bytes: 0, total, filesDone: 0 })
  const outcome = await startDownload(download, { signal, compareSha256, onProgress })
  return savedResult(outcome, { opened, unopened, isArchive, comparedSha256: compareSha256 })
}
