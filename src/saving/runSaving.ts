import { fault } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { reportTransfer } from '../api/connectivity.ts'
import type { AppThunk } from '../store/store.ts'
import { beginTransfer } from '../../workers/shared/transfers.ts'
import { Throttle } from '../../core/util/throttle.ts'
import type { NewDownload, startDownload } from '../platform/startDownload.ts'
import { archiveEntries, type ListedFile, type OpenedFile } from '../../core/keys/openedFile.ts'
import { RecentRate } from '../../core/util/recentRate.ts'
import { type ChangedName, SafePaths } from '../../core/download/safeNames.ts'
import type { DownloadBlocker, DownloadState } from '../../core/download/types.ts'
import { excludeUnfit, type OpenResult, type SavedTogether, savingSummary } from './savingSummary.ts'
import {
  type EndedSaving,
  runningSavingIds,
  type Saving,
  savingBegan,
  savingEnded,
  type SavingId,
  savingsForgotten,
  selectIsRunning,
  selectSavings,
  savingProgressed,
} from './savingSlice.ts'

/** Milliseconds between reports of the number of opened keys. */
const keysReportMs = 100

export class RunningSavings {
  /** Loads the engine with the first download. */
  engine: () => Promise<typeof startDownload> = async () =>
    (await import('../platform/startDownload.ts')).startDownload

  /** Controls of running savings. */
  readonly controls = new Map<SavingId, Controls>()
}

interface Controls {
  cancel: () => void
  resume: () => void
}

export interface SavingRequest<R extends ListedFile> extends Pick<
  Saving,
  'kind' | 'title' | 'files' | 'owner'
> {
  id: SavingId
  /** File name of the archive. */
  filename?: string
  /** Required for 'folder'. */
  directory?: FileSystemDirectoryHandle
  compareSha256: boolean
  /** True to open the system's share sheet with a single file instead of saving it. */
  toShareSheet?: boolean
  /** Called with the verified content of a single file, in place of saving it. */
  onContent?: ((content: Blob) => void) | undefined
  /** The opened files, or a function that opens them. */
  opened:
    | OpenResult<R>
    | ((options: {
        signal: AbortSignal
        onProgress: (openedCount: number) => void
      }) => Promise<OpenResult<R>>)
  /** Called with the opened files, unless the saving was cancelled. */
  onOpened?: (opened: OpenResult<R>) => void
}

/**
 * Saves the files that can be opened. Goes on when the screen closes, and delays updates of the application.
 * Never rejects.
 * @returns the outcome; null if it is running already, or was forgotten
 */
export function runSaving<R extends ListedFile>(
  request: SavingRequest<R>,
): AppThunk<Promise<EndedSaving | null>> {
  return async (dispatch, getState, services) => {
    const { id, kind, title, files, owner, opened: openedFiles, onOpened } = request
    if (selectIsRunning(getState(), id)) return null
    const { controls: running, engine } = services.of(RunningSavings)
    const controller = new AbortController()
    const { signal } = controller
    const controls: Controls = { cancel: () => controller.abort(), resume: () => undefined }
    running.set(id, controls)
    // Another may have the id once this one is forgotten.
    const isCurrent = () => running.get(id) === controls
    const endTransfer = beginTransfer()
    dispatch(savingBegan({ id, kind, title, files, owner, keysAreOpen: typeof openedFiles !== 'function' }))
    const keysThrottle = new Throttle(keysReportMs)
    const rate = new RecentRate()

    const report = (progress: Omit<Parameters<typeof savingProgressed>[0], 'id'>) => {
      if (isCurrent()) dispatch(savingProgressed({ id, ...progress }))
    }
    const onKeys = (openedCount: number) => {
      if (keysThrottle.tryPass(performance.now())) report({ stage: 'opening-keys', done: openedCount })
    }
    const onState = (state: DownloadState) => {
      const { stage } = state
      reportTransfer(controls, state.blocker === 'other-answer')
      if (stage !== 'ended') report({ stage, ...figuresOf(state, rate) })
    }
    const run = async (): Promise<EndedSaving> => {
      const result =
        typeof openedFiles === 'function' ? await openedFiles({ signal, onProgress: onKeys }) : openedFiles
      signal.throwIfAborted()
      onOpened?.(result)
      const opened: SavedTogether<R> = kind === 'file' ? result : excludeUnfit(result)
      if (opened.opened.length === 0) return nothingOpened(request, opened)
      report({ stage: 'sink', done: 0 })
      const [{ download, changed }, start] = await Promise.all([downloadOf(request, opened.opened), engine()])
      signal.throwIfAborted()
      const { cancel, resume, ended } = start(download, onState)
      Object.assign(controls, { cancel, resume })
      return savingSummary(request, opened, { ...(await ended), changed })
    }
    const savingEnd = await run().catch((error: unknown) =>
      savingSummary(request, nothing, {
        end: signal.aborted ? { type: 'cancelled' } : { type: 'failed', fault: faultOf(error), entry: null },
      }),
    )
    endTransfer()
    if (!isCurrent()) return null
    running.delete(id)
    dispatch(savingEnded({ id, end: savingEnd }))
    return savingEnd
  }
}

const nothing = { opened: [], unopened: [] }

function nothingOpened<R extends ListedFile>(
  request: SavingRequest<R>,
  opened: SavedTogether<R>,
): EndedSaving {
  const [first] = opened.unopened
  const why = request.kind === 'file' && first ? first.fault : fault('none-opened')
  return savingSummary(request, opened, { end: { type: 'failed', fault: why, entry: null } })
}

/** Reports no bytes before the browser has started the download. */
function figuresOf({ stage, bytes, total, filesDone, blocker }: DownloadState, rate: RecentRate) {
  const isSaving = total !== null && stage !== 'sink' && stage !== 'starting'
  const bytesPerSecond = rate.record(bytes, performance.now())
  return { blocker, done: filesDone, progress: isSaving ? { bytes, total, bytesPerSecond } : null }
}

interface NamedDownload {
  download: NewDownload
  /** Files that are saved under another path than they were sent with. */
  changed: readonly ChangedName[]
}

async function downloadOf<R extends ListedFile>(
  { id, kind, filename = '', directory, compareSha256, toShareSheet = false, onContent }: SavingRequest<R>,
  opened: readonly OpenedFile<R>[],
): Promise<NamedDownload> {
  const names = new SafePaths()
  const [first] = opened
  if (kind === 'file' && first) {
    const filename = names.add('.', first.name)
    const { urls } = first.source
    const source =
      id === 'preview' ? { ...first.source, urls: { ...urls, query: '?preview=1' } } : first.source
    return {
      download: { filename, source, compareSha256, toShareSheet, onContent },
      changed: names.changed,
    }
  }
  const entries = await archiveEntries(opened, names)
  const download = { filename, entries, compareSha256, ...(directory && { directory }) }
  return { download, changed: names.changed }
}

export const cancelSaving =
  (id: SavingId): AppThunk =>
  (_, _getState, services) =>
    services.of(RunningSavings).controls.get(id)?.cancel()

/** Resumes one saving, within the press that called this: browsers open their share sheet for no other. */
export const resumeSaving =
  (id: SavingId): AppThunk =>
  (_, _getState, services) =>
    services.of(RunningSavings).controls.get(id)?.resume()

/** Resumes the savings that wait for `blocker`. */
export const resumeWaitingSavings =
  (blocker: DownloadBlocker): AppThunk =>
  (dispatch, getState) => {
    for (const id of runningSavingIds(selectSavings(getState()), blocker)) dispatch(resumeSaving(id))
  }

/** Cancels the matching savings, and removes them from the screen. */
export const forgetSavings =
  (matches: (saving: Saving, id: SavingId) => boolean): AppThunk =>
  (dispatch, getState, services) => {
    const ids = (Object.entries(selectSavings(getState())) as [SavingId, Saving][]).flatMap(([id, saving]) =>
      matches(saving, id) ? [id] : [],
    )
    const { controls } = services.of(RunningSavings)
    ids.forEach((id) => {
      controls.get(id)?.cancel()
      controls.delete(id)
    })
    dispatch(savingsForgotten(ids))
  }
