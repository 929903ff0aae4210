/// <reference types="vite/client" />
import {
  type JobLostMessage,
  pingIntervalMs,
  type StreamMessage,
} from '../../../workers/protocol/streamedDownloads.ts'
import scriptUrl from '../../../workers/streamWorker.ts?worker&url'
import type { OpenedSink } from '../../../core/download/runDownload.ts'
import type { SinkEvent } from '../../../core/download/types.ts'
import { type DownloadJob, DownloadWorker } from '../downloadWorker.ts'
import { type DownloadSink, startedInTime } from './downloadSink.ts'

/** Scope below the script's own address, which contains the hash of its code. */
const scope = scriptUrl.replace(/\.js$/, '/')

/** The browser downloads from the service worker, which responds with a stream: nothing is buffered. */
export const serviceWorkerSink: DownloadSink = async (download, onEvent) => {
  if (!('serviceWorker' in navigator)) return null
  const worker = await startedInTime(streamingWorker())
  return worker && streamThrough(worker, download, onEvent)
}

/** Resolves to an active worker; fetches nothing if it is registered. @throws if registration is refused */
export async function streamingWorker(): Promise<ServiceWorker | null> {
  const registration = await navigator.serviceWorker.register(scriptUrl, { scope })
  const { active, installing, waiting } = registration
  const pending = installing ?? waiting
  if (active || !pending) return active
  return new Promise((resolve) => {
    pending.addEventListener('statechange', () => {
      if (pending.state === 'activated') resolve(pending)
      if (pending.state === 'redundant') resolve(null)
    })
  })
}

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
  const worker = new DownloadWorker(download, { kind: 'port', port: port1 }, onEvent)
  const ended = new AbortController()
  navigator.serviceWorker.addEventListener(
    'message',
    (event: MessageEvent<JobLostMessage | undefined>) => {
      if (event.data?.type === 'job-lost' && event.data.id === id) onEvent({ type: 'aborted' })
    },
    { signal: ended.signal },
  )
  const abandon = () => send({ type: 'abandon', id })
  // Once the page is gone no data follows: the browser must neither wait nor take the part for the whole.
  window.addEventListener('pagehide', abandon, { signal: ended.signal })
  const ping = setInterval(() => send({ type: 'ping', id }), pingIntervalMs)
  return {
    open() {
      send({ type: 'download', id, filename, paced: job.paced }, [port2])
      worker.open()
    },
    show() {
      frame.src = scope + id
      document.body.append(frame)
    },
    // The browser has all bytes once the last piece is taken.
    handOver: () => Promise.resolve(undefined),
    resume: () => worker.resume(),
    leave() {
      ended.abort()
      clearInterval(ping)
      worker.leave()
      abandon()
      frame.remove()
    },
  }
}
