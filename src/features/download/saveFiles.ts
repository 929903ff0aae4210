import { errorMessage } from '../../api/errorCatalogue.ts'
import { notify } from '../../store/hooks.ts'
import type { Severity } from '../../store/notifications.ts'
import type { AppThunk } from '../../store/store.ts'
import { transferBegan } from '../../store/transfers.ts'
import type { DownloadOptions, DownloadOutcome } from '../../transfer/downloadTypes.ts'
import { keyFaultText } from '../../faults/keyFaultText.ts'
import { RecentRate } from '../../transfer/recentRate.ts'
import type { OpenedSharedFile } from '../../transfer/keys/shared.ts'
import { formatNumber } from '../../ui/format.ts'
import {
  collectionBegan,
  collectionEnded,
  collectionProgressed,
  type CollectionTarget,
  fileArrived,
  fileBegan,
  type FileEnd,
  type FileFailure,
  fileFailed,
  fileProgressed,
  fileRested,
  fileSaved,
  isRunning,
  type Progress,
  selectPage,
} from './downloadPageSlice.ts'
import {
  archiveName,
  completeText,
  differenceText,
  failedText,
  someFailed,
  texts,
  verifiedText,
} from './downloadTexts.ts'
import { allOpenedFiles, openedFileOf } from './openedFiles.ts'

/** 'Done!' stands for this long, in milliseconds. */
const doneTime = 3000
const successTime = 3000
const failureTime = 5000

type Dispatch = Parameters<AppThunk>[0]

/** What is being saved: files by id, and everything together. */
const running = new Map<number | 'collection', AbortController>()

export const cancelSaving = (what: number | 'collection'): void => running.get(what)?.abort()

export function cancelEverything(): void {
  for (const controller of running.values()) controller.abort()
}

export function saveFile(id: number): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const row = selectPage(getState()).rows.find((one) => one.id === id)
    const opened = openedFileOf(id)
    if (!row || !opened || isRunning(row)) return
    const { compareSha256 } = selectPage(getState())
    dispatch(fileBegan(id))
    if ('fault' in opened) {
      dispatch(fileFailed({ id, failure: keyFaultText(opened.fault) }))
      notify('error', keyFaultText(opened.fault))
      return
    }
    await follow(id, async (signal) => {
      const [{ startDownload }, { safeSegment }] = await Promise.all([
        import('../../transfer/downloadClient.ts'),
        import('../../transfer/save/safeNames.ts'),
      ])
      const outcome = await startDownload(
        { filename: safeSegment(opened.name), source: opened.source },
        {
          ...progressing(signal, (progress) => dispatch(fileProgressed({ id, progress }))),
          onStarted: () => dispatch(fileProgressed({ id, progress: begunProgress(opened.source.size) })),
          onArrived: () => dispatch(fileArrived(id)),
          compareSha256,
        },
      )
      tellFileEnd(dispatch, opened, outcome, compareSha256)
    }).catch((error: unknown) => {
      if (isCancelled(error)) dispatch(fileRested(id))
      else tellFileFailure(dispatch, opened, reasonOf(error))
    })
  }
}

function tellFileEnd(
  dispatch: Dispatch,
  opened: OpenedSharedFile,
  outcome: DownloadOutcome,
  comparedSha256: boolean,
) {
  const { id } = opened.record
  if (outcome.type === 'cancelled') dispatch(fileRested(id))
  else if (outcome.type === 'failed') tellFileFailure(dispatch, opened, outcome.message)
  else {
    dispatch(fileSaved({ id, verified: verifiedOf(opened, comparedSha256) }))
    setTimeout(() => dispatch(doneRead(id)), doneTime)
  }
}

function tellFileFailure(dispatch: Dispatch, { record: file, name }: OpenedSharedFile, reason: string) {
  dispatch(fileFailed({ id: file.id, failure: reason }))
  notify('error', failedText(name, reason))
}

/** Unless it is being saved once more already. */
function doneRead(id: number): AppThunk {
  return (dispatch, getState) => {
    const row = selectPage(getState()).rows.find((one) => one.id === id)
    if (row?.phase === 'done') dispatch(fileRested(id))
  }
}

const verifiedOf = (
  { source, differences, record: file }: OpenedSharedFile,
  comparedSha256: boolean,
): string =>
  verifiedText({
    sha256: comparedSha256 ? source.sha256 : null,
    hasManifest: source.hasManifest,
    difference: differenceText(differences, file.original_filename),
  })

/** All files that open: as one archive, or each under its path in a folder that the person picks. */
export function saveAll(to: CollectionTarget): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    if (selectPage(getState()).collection?.phase === 'saving') return
    const all = allOpenedFiles()
    const opened = all.filter((one): one is OpenedSharedFile => !('fault' in one))
    const unopened = all.flatMap((one): FileFailure[] =>
      'fault' in one ? [{ id: one.record.id, failure: keyFaultText(one.fault) }] : [],
    )
    const end = (severity: Severity, text: string, files: FileEnd[], failures: string[] = []) => {
      dispatch(collectionEnded({ end: { severity, text, failures }, files }))
      notify(severity, text, severity === 'success' ? successTime : failureTime)
    }
    if (opened.length === 0) {
      end('error', texts.allFailed, unopened)
      return
    }
    const directory = to === 'folder' ? await pickFolder() : null
    if (to === 'folder' && !directory) return
    const { compareSha256 } = selectPage(getState())
    dispatch(collectionBegan(to))
    await follow('collection', async (signal) => {
      const [{ saveToFolder, startDownload }, { archiveEntries }] = await Promise.all([
        import('../../transfer/downloadClient.ts'),
        import('../../transfer/keys/opened.ts'),
      ])
      const download = { filename: archiveName, entries: await archiveEntries(opened) }
      const options = {
        ...progressing(signal, (progress) => dispatch(collectionProgressed(progress))),
        compareSha256,
      }
      const outcome = directory
        ? await saveToFolder(download, directory, options)
        : await startDownload(download, options)
      if (outcome.type === 'cancelled') throw new DOMException('Cancelled', 'AbortError')
      const leftOut = outcome.leftOut.flatMap(({ entry, message }): FileFailure[] => {
        const file = opened[entry]?.record
        return file ? [{ id: file.id, failure: message }] : []
      })
      const failed = [...unopened, ...leftOut]
      if (outcome.type === 'failed') {
        const name = outcome.entry === null ? null : opened[outcome.entry]?.name
        const allFailed = failed.length === all.length
        const text = allFailed
          ? texts.allFailed
          : name
            ? failedText(name, outcome.message)
            : `Download failed: ${outcome.message}`
        end('error', text, failed, to === 'archive' && !allFailed ? [texts.archiveNotWhole] : [])
        return
      }
      const failedIds = new Set(failed.map(({ id }) => id))
      const saved = opened.filter(({ record }) => !failedIds.has(record.id))
      const ends = saved.map((one): FileEnd => ({
        id: one.record.id,
        verified: verifiedOf(one, compareSha256),
      }))
      const unsealed = saved.filter(({ source }) => !source.hasManifest).length
      if (failed.length === 0) end(unsealed === 0 ? 'success' : 'warning', completeText(unsealed), ends)
      else end('warning', someFailed(failed.length), [...ends, ...failed], namedFailures(failed))
    }).catch((error: unknown) => {
      if (isCancelled(error)) {
        dispatch(
          collectionEnded({ end: { severity: 'info', text: texts.cancelled, failures: [] }, files: [] }),
        )
      } else end('error', `Download failed: ${reasonOf(error)}`, unopened)
    })
  }
}

/** Files that the panel names one by one; beyond, their rows do. */
const namedAtMost = 5

function namedFailures(failed: readonly FileFailure[]): string[] {
  const named = failed.slice(0, namedAtMost).map(({ id, failure }) => {
    const opened = openedFileOf(id)
    const name = !opened ? '' : 'fault' in opened ? opened.record.original_filename : opened.name
    return failedText(name, failure)
  })
  const more = failed.length - named.length
  return more > 0 ? [...named, `and ${formatNumber(more)} more, marked in the list`] : named
}

/** Null when the person changes their mind. */
async function pickFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const picker = window as unknown as {
      showDirectoryPicker: (options: object) => Promise<FileSystemDirectoryHandle>
    }
    return await picker.showDirectoryPicker({ id: 'sealpost', mode: 'readwrite', startIn: 'downloads' })
  } catch (error) {
    if (!isCancelled(error)) notify('error', `The folder cannot be used: ${reasonOf(error)}`)
    return null
  }
}

/** Runs one saving that can be cancelled, and holds back updates of the application while it does. */
async function follow(what: number | 'collection', work: (signal: AbortSignal) => Promise<void>) {
  const controller = new AbortController()
  running.set(what, controller)
  const ended = transferBegan()
  try {
    await work(controller.signal)
  } finally {
    ended()
    if (running.get(what) === controller) running.delete(what)
  }
}

function progressing(signal: AbortSignal, onProgress: (progress: Progress) => void): DownloadOptions {
  const rate = new RecentRate()
  return {
    signal,
    onProgress: (progress) =>
      onProgress({ ...progress, bytesPerSecond: rate.at(progress.bytes, performance.now()) }),
  }
}

const begunProgress = (total: number): Progress => ({ bytes: 0, total, filesDone: 0, bytesPerSecond: null })

const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** A missing ability of the browser explains itself. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'DownloadUnavailableError' ? error.message : errorMessage(error)
