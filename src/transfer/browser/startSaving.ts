import { fault } from '../../faults/fault.ts'
import type { ArchiveEntry, SealedSource } from '../../protocol/downloadJobs.ts'
import { saveToFolder, startDownload } from '../downloadClient.ts'
import type { DownloadOutcome } from '../downloadTypes.ts'
import type { RunningSaving } from '../save/run.ts'
import { beginning } from '../save/saving.ts'
import type { SavingState } from '../save/types.ts'

export type SavingDownload = {
  readonly filename: string
  /** Somebody asks for it: see `DownloadJob`. */
  readonly compareSha256: boolean
} & (
  | { readonly source: SealedSource }
  | {
      readonly entries: ArchiveEntry[]
      /** Each entry under its path in there, instead of an archive. */
      readonly directory?: FileSystemDirectoryHandle
    }
)

/** Saves one download in this browser. @param tell each state that differs from the one before, the last one included */
export function startSaving(download: SavingDownload, tell: (state: SavingState) => void): RunningSaving {
  const controller = new AbortController()
  const directory = 'directory' in download ? download.directory : undefined
  let state = beginning([directory ? 'folder' : 'stream'], fault('no-road'))
  const change = (next: Partial<SavingState>) => tell((state = { ...state, ...next }))
  const options = {
    signal: controller.signal,
    compareSha256: download.compareSha256,
    onStarted: () => change({ stage: 'running' }),
    onArrived: () => change({ stage: 'checking' }),
    onProgress: ({ bytes, total, filesDone }: { bytes: number; total: number; filesDone: number }) =>
      change({ bytes, total, filesDone, ...(state.stage === 'starting' && { stage: 'running' }) }),
  }
  change({ stage: 'starting' })
  const outcome =
    directory && 'entries' in download
      ? saveToFolder(download, directory, options)
      : startDownload(download, options)
  const said = (text: string) => fault('refused', { said: text })
  const endOf = (ended: DownloadOutcome): SavingState['end'] => {
    if (ended.type === 'cancelled') return { type: 'cancelled' }
    if (ended.type === 'finished') return { type: 'saved', bytes: ended.bytes }
    return { type: 'failed', fault: said(ended.message), entry: ended.entry }
  }
  const finish = (end: SavingState['end'], leftOut: SavingState['leftOut'] = []) => {
    change({ stage: 'ended', end, leftOut })
    return state
  }
  return {
    goOn: () => undefined,
    cancel: () => controller.abort(),
    ended: outcome.then(
      (ended) =>
        finish(
          endOf(ended),
          'leftOut' in ended
            ? ended.leftOut.map(({ entry, message }) => ({ entry, fault: said(message) }))
            : [],
        ),
      (error: unknown) =>
        finish({
          type: 'failed',
          fault: said(error instanceof Error ? error.message : String(error)),
          entry: null,
        }),
    ),
  }
}
