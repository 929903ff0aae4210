/// <reference types="vite/client" />
import {
  type JobLostMessage,
  pingIntervalMs,
  type StreamMessage,
} from '../../../workers/shared/streamedDownloads.ts'
import scriptUrl from '../../../workers/streamWorker.ts?worker&url'
import type { OpenedSink } from '../../../core/download/runDownload.ts'
import type { SinkEvent } from '../../../core/download/types.ts'
import { type DownloadJob, DownloadWorker } from '../downloadWorker.ts'
import { createOpenedSink, type DownloadSink } from './downloadSink.ts'
import { activateServiceWorker, nullIfNotStarted } from './startServiceWorker.ts'

/** Scope of the stream worker, below the script's own address, which contains the hash of its code. */
const scope = scriptUrl.replace(/\.js$/, '/')

/** The browser downloads from the service worker, which responds with a stream: nothing is buffered. */
export const serviceWorkerSink: DownloadSink = async (download, onEvent) => {
  if (!('serviceWorker' in navigator)) return null
  const serviceWorker = await nullIfNotStarted(activateStreamWorker())
  return serviceWorker && streamThrough(serviceWorker, download, onEvent)
}

/** Activates the service worker of downloads. */
export const activateStreamWorker = () => activateServiceWorker(scriptUrl, scope)

function streamThrough(
  serviceWorker: ServiceWorker,
  download: DownloadJob,
  onEvent: (event: SinkEvent) => void,
): OpenedSink {
  const { id, filename, job } = download
  const send = (message: StreamMessage, transfer: Transferable[] = []) =>
    serviceWorker.postMessage(message, transfer)
  const frame = document.createElement('iframe')
  frame.hidden = true
  // A download never loads in its frame: a page that does is an error message.
  frame.addEventListener('load', () => onEvent({ type: 'not-started' }))

  const { port1, port2 } = new MessageChannel()
  const downloadWorker = new DownloadWorker(download, { kind: 'port', port: port1 }, onEvent)
  const listeners = new AbortController()
  navigator.serviceWorker.addEventListener(
    'message',
    (event: MessageEvent<JobLostMessage | undefined>) => {
      if (event.data?.type === 'job-lost' && event.data.id === id) onEvent({ type: 'aborted' })
    },
    { signal: listeners.signal },
  )
  const abort = () => send({ type: 'abandon', id })
  // Once the page is gone no data follows: the browser must neither wait nor take the part for the whole.
  window.addEventListener('pagehide', abort, { signal: listeners.signal })
  const ping = setInterval(() => send({ type: 'ping', id }), pingIntervalMs)
  // The browser has all bytes once the last piece is taken: nothing is handed over.
  return createOpenedSink(downloadWorker, {
    open() {
      send({ type: 'download', id, filename, hasNoBackpressure: job.hasNoBackpressure }, [port2])
      downloadWorker.open()
    },
    show() {
      frame.src = scope + id
      document.body.append(frame)
    },
    leave() {
      listeners.abort()
      clearInterval(ping)
      downloadWorker.close()
      abort()
      frame.remove()
    },
  })
}
