import type { FileRecord } from '../../../contract/folders.ts'
import { api } from '../../api/api.ts'
import { errorMessage } from '../../api/errorCatalogue.ts'
import { clearUnlockedKey, getOlderKeys, type UnlockedKey } from '../../session/unlockedKey.ts'
import type { AppThunk } from '../../store/store.ts'
import { transferBegan } from '../../store/transfers.ts'
import { RecentRate } from '../../transfer/recentRate.ts'
import { safeSegment } from '../../transfer/safeNames.ts'
import { mayBeWrongKey, savedResult, unopenedResult } from './downloadResults.ts'
import {
  downloadBegan,
  downloadEnded,
  type DownloadResult,
  keysOpened,
  savingProgressed,
  selectIsDownloading,
} from './downloadSlice.ts'

export interface DownloadRequest {
  folderId: number
  records: readonly FileRecord[]
  /** Name of the archive; a request for one file saves it as what it is. */
  archiveName: string
}

/** The server marks a file as downloaded when its answer has been written, a moment after the page has it all. */
const markedAfter = 300

let running: AbortController | null = null

export const cancelDownload = (): void => running?.abort()

/** Opens the keys of files, saves them through the browser, and says how that ended. */
export function downloadOwnFiles(request: DownloadRequest, key: UnlockedKey): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { folderId, records, archiveName } = request
    const [first] = records
    if (!first || selectIsDownloading(getState())) return
    const isArchive = records.length > 1
    const filename = isArchive ? archiveName : first.original_filename
    const controller = new AbortController()
    running = controller
    const ended = transferBegan()
    dispatch(downloadBegan({ folderId, filename, files: records.length }))
    const rate = new RecentRate()
    const result = await run([...records], archiveName, key, {
      signal: controller.signal,
      onKeys: (done) => dispatch(keysOpened(done)),
      onProgress: (progress) =>
        dispatch(
          savingProgressed({ ...progress, bytesPerSecond: rate.at(progress.bytes, performance.now()) }),
        ),
    }).catch((error: unknown): DownloadResult => {
      if (controller.signal.aborted) return { type: 'cancelled', text: 'Download cancelled.', notes: [] }
      return { type: 'failed', text: `Download failed: ${reasonOf(error)}`, notes: [] }
    })
    running = null
    ended()
    dispatch(downloadEnded(result))
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
  signal: AbortSignal
  onKeys: (done: number) => void
  onProgress: (progress: { bytes: number; total: number; filesDone: number }) => void
}

async function run(
  records: FileRecord[],
  archiveName: string,
  { privateKey }: UnlockedKey,
  { signal, onKeys, onProgress }: RunOptions,
): Promise<DownloadResult> {
  const [{ archiveEntries }, { openWithOlderKeys }, { startDownload }, { WorkerPool }] = await Promise.all([
    import('../../transfer/ownFiles.ts'),
    import('../../transfer/olderKeys.ts'),
    import('../../transfer/downloadClient.ts'),
    import('../../transfer/workerPool.ts'),
  ])
  const isArchive = records.length > 1
  const pool = new WorkerPool()
  let files
  try {
    const older = getOlderKeys().map((key) => key.privateKey)
    files = await openWithOlderKeys(records, older, { privateKey, pool, signal, onProgress: onKeys })
  } finally {
    pool.close()
  }
  signal.throwIfAborted()
  const { opened, unopened } = files
  if (mayBeWrongKey(unopened)) clearUnlockedKey()
  const [first] = opened
  if (!first) return unopenedResult(unopened, isArchive)
  const download = isArchive
    ? { filename: archiveName, entries: archiveEntries(opened) }
    : { filename: safeSegment(first.name), source: first.source }
  const total = opened.reduce((sum, { source }) => sum + source.size, 0)
  onProgress({ bytes: 0, total, filesDone: 0 })
  const outcome = await startDownload(download, { signal, onProgress })
  return savedResult(outcome, { opened, unopened, isArchive })
}
