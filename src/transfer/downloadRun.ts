import type { DownloadJob, FromJob, ToJob } from '../protocol/downloadJobs.ts'
import type {
  ArchiveDownload,
  DownloadOptions,
  DownloadOutcome,
  LeftOutFile,
  SingleDownload,
} from './downloadTypes.ts'
import type { RoadFailure, Saving } from './roads/road.ts'
import { streamsCanBeTransferred } from './streamTransfer.ts'

const startSeconds = 20
const entriesPerMessage = 500

const stopped =
  'The browser stopped the download before it was complete. What was saved is not whole: delete it.'

/** The browser did not take the first step on this road: nothing has been saved, and another one may do. */
export class NotStartedError extends Error {
  override name = 'NotStartedError'
}

/**
 * Sends one job down a road and follows it to its end. Never says 'finished' unless every byte was verified and handed
 * to the browser.
 * @throws NotStartedError
 */
export async function runJob(
  id: string,
  download: SingleDownload | ArchiveDownload,
  saving: Saving,
  failure: Promise<RoadFailure>,
  { signal, compareSha256 = false, onProgress, onStarted, onArrived }: DownloadOptions,
): Promise<DownloadOutcome> {
  const { filename } = download
  const common = { id, filename, paced: !streamsCanBeTransferred(), compareSha256 }
  const job: DownloadJob =
    'source' in download
      ? { ...common, kind: 'file', source: download.source }
      : { ...common, kind: 'archive', entryCount: download.entries.length }
  const { port1: port, port2 } = new MessageChannel()
  const tell = (message: ToJob) => port.postMessage(message)
  const over = new AbortController()
  const leftOut: LeftOutFile[] = []

  try {
    return await new Promise<DownloadOutcome>((resolve, reject) => {
      let total = 0
      let started = false
      const fail = (message: string) => resolve({ type: 'failed', entry: null, message, leftOut })
      const notStarted = () => reject(new NotStartedError())
      const start = () => {
        if (started) return
        started = true
        clearTimeout(slowStart)
        onStarted?.()
      }
      const slowStart = setTimeout(notStarted, startSeconds * 1000)
      over.signal.addEventListener('abort', () => clearTimeout(slowStart))
      const giveUp = (reason: RoadFailure) => (reason === 'stopped' || started ? fail(stopped) : notStarted())
      void failure.then(giveUp)

      // One message at a time: all of them together would lie in memory once more, and hold up the page.
      let told = 0
      const tellMore = () => {
        if (!('entries' in download) || told === download.entries.length) return
        const entries = download.entries.slice(told, told + entriesPerMessage)
        told += entries.length
        tell({ type: 'entries', entries })
      }

      const hear = async (message: FromJob) => {
        switch (message.type) {
          case 'more':
            tellMore()
            return
          case 'ready':
            ;({ total } = message)
            saving.ready?.(total)
            return
          case 'progressed':
            start()
            onProgress({ bytes: message.bytes, total, filesDone: message.filesDone })
            return
          case 'arrived':
            start()
            onArrived?.()
            return
          case 'leftOut':
            leftOut.push({ entry: message.entry, message: message.message })
            return
          case 'finished':
            start()
            await saving.finish?.()
            resolve({ type: 'finished', bytes: message.bytes, leftOut })
            return
          case 'cancelled':
            // Not by this page: the browser let go of it, by itself or in its own list of downloads.
            if (signal.aborted) resolve(message)
            else fail(stopped)
            return
          case 'failed':
            // A worker that cannot even begin to save has opened nothing yet.
            if (message.reason === 'unsaved' && !started) notStarted()
            else resolve({ type: 'failed', entry: message.entry, message: message.message, leftOut })
        }
      }
      port.onmessage = ({ data }: MessageEvent<FromJob>) => void hear(data).catch(() => giveUp('stopped'))

      signal.addEventListener('abort', () => tell({ type: 'cancel' }), { signal: over.signal })
      if (signal.aborted) tell({ type: 'cancel' })
      saving.begin(job, port2)
      tellMore()
    })
  } finally {
    over.abort()
    tell({ type: 'cancel' }) // lets go of a job that never began
    port.close()
    saving.close()
  }
}
