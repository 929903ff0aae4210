import {
  type ArchiveEntry,
  type DownloadJob,
  type FromJob,
  type JobLost,
  pingInterval,
  type SealedSource,
  streamPath,
  type ToJob,
  type ToWorker,
} from '../protocol/downloadJobs.ts'

export interface SingleDownload {
  filename: string
  source: SealedSource
}

export interface ArchiveDownload {
  filename: string
  entries: ArchiveEntry[]
}

export interface DownloadProgress {
  bytes: number
  total: number
  filesDone: number
}

export type DownloadOutcome =
  | { type: 'finished'; bytes: number }
  | { type: 'cancelled'; bytes: number }
  /** `entry` is the index of the file that failed. */
  | { type: 'failed'; entry: number; message: string }

/** This browser, or this window, cannot stream a download. `message` names the missing ability. */
export class DownloadUnavailableError extends Error {
  override name = 'DownloadUnavailableError'
}

const startSeconds = 20
const entriesPerMessage = 500

/**
 * Saves one file, or several as an archive, through the browser's own download. Resolves when it has ended, and
 * never says 'finished' unless every byte was verified and handed to the browser.
 * @throws DownloadUnavailableError
 */
export async function startDownload(
  download: SingleDownload | ArchiveDownload,
  options: { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void },
): Promise<DownloadOutcome> {
  const worker = await streamingWorker()
  const id = crypto.randomUUID()
  const { filename } = download
  const job: DownloadJob =
    'source' in download
      ? { kind: 'file', id, filename, source: download.source }
      : { kind: 'archive', id, filename, entryCount: download.entries.length }
  const { port1: port, port2 } = new MessageChannel()
  const { port1: hashPort1, port2: hashPort2 } = new MessageChannel()
  const hashing = new Worker(new URL('../../workers/hash.worker.ts', import.meta.url), { type: 'module' })
  hashing.postMessage(null, [hashPort1])
  const frame = document.createElement('iframe')
  frame.hidden = true
  const over = new AbortController()

  try {
    return await new Promise<DownloadOutcome>((resolve) => {
      const fail = (message: string) => resolve({ type: 'failed', entry: 0, message })
      let total = 0
      hashing.addEventListener('error', () => fail(stopped))
      // A download never finishes loading in its frame; a page that loads there is an error text.
      frame.addEventListener('load', () => fail(notStarted))
      const slowStart = setTimeout(() => fail(notStarted), startSeconds * 1000)
      port.onmessage = (event: MessageEvent<FromJob>) => {
        const message = event.data
        if (message.type === 'ready') {
          total = message.total
          clearTimeout(slowStart)
          frame.src = streamPath(id)
          document.body.append(frame)
        } else if (message.type === 'progressed') {
          options.onProgress({ bytes: message.bytes, total, filesDone: message.filesDone })
        } else resolve(message)
      }
      const { signal } = over
      navigator.serviceWorker.addEventListener(
        'message',
        (event: MessageEvent<JobLost | undefined>) => {
          if (event.data?.type === 'job-lost' && event.data.id === id) fail(stopped)
        },
        { signal },
      )
      options.signal.addEventListener('abort', () => tell(port, { type: 'cancel' }), { signal })
      if (options.signal.aborted) tell(port, { type: 'cancel' })

      const ping = setInterval(() => send(worker, { type: 'ping', id }), pingInterval)
      signal.addEventListener('abort', () => {
        clearInterval(ping)
        clearTimeout(slowStart)
      })
      send(worker, { type: 'download', job }, port2, hashPort2)
      if ('entries' in download) {
        for (let at = 0; at < download.entries.length; at += entriesPerMessage) {
          tell(port, { type: 'entries', entries: download.entries.slice(at, at + entriesPerMessage) })
        }
      }
    })
  } finally {
    over.abort()
    tell(port, { type: 'cancel' }) // lets go of a job that never began
    port.close()
    hashing.terminate()
    frame.remove()
  }
}

const notStarted = 'The browser did not start the download. Reload the page, then try again.'
const stopped =
  'The browser stopped the download before it was complete. What was saved is not whole: delete it.'

const send = (worker: ServiceWorker, message: ToWorker, ...transfer: Transferable[]) =>
  worker.postMessage(message, transfer)

const tell = (port: MessagePort, message: ToJob) => port.postMessage(message)

async function streamingWorker(): Promise<ServiceWorker> {
  if (!('serviceWorker' in navigator)) {
    throw new DownloadUnavailableError(
      'This window cannot save encrypted files: it offers no service worker. Private windows and plain http addresses may be the reason.',
    )
  }
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new DownloadUnavailableError(notStarted)), startSeconds * 1000),
  )
  const { active } = await Promise.race([navigator.serviceWorker.ready, late])
  if (!active) throw new DownloadUnavailableError(notStarted)
  return active
}
