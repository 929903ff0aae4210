import type { OpenedSink } from '../../../core/download/runDownload.ts'
import type { SinkEvent } from '../../../core/download/types.ts'
import type { DownloadJob, DownloadWorker } from '../downloadWorker.ts'

/** A way to save a download. @returns null if the browser lacks it or the download is too large */
export type DownloadSink = (
  download: DownloadJob,
  onEvent: (event: SinkEvent) => void,
) => Promise<OpenedSink | null>

/** An opened sink that delegates to the download's worker, except for the functions in `overrides`. */
export const createOpenedSink = (worker: DownloadWorker, overrides: Partial<OpenedSink>): OpenedSink => ({
  open: () => worker.open(),
  show: () => undefined,
  handOver: () => Promise.resolve(undefined),
  resume: () => worker.resume(),
  leave: () => worker.close(),
  ...overrides,
})
