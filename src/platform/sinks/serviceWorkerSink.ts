/// <reference types="vite/client" />
import { type JobLost, pingInterval, type ToStream } from '../../../workers/protocol/streamedDownloads.ts'
import script from '../../../workers/streamWorker.ts?worker&url'
import type { OpenedSink } from '../../../core/download/run.ts'
import type { SinkEvent } from '../../../core/download/types.ts'
import { type DownloadJob, DownloadWorker } from '../downloadWorker.ts'
import { type DownloadSink, startedInTime } from './downloadSink.ts'

/** Below the worker's own address, which has the hash of its code in it. */
const scope = script.replace(/\.js$/, '/')

/** The browser downloads from the service worker, which answers with a stream: nothing is held anywhere. */
export const serviceWorkerSink: DownloadSink = async (download, hear) => {
  if (!('serviceWorker' in navigator)) return null
  const worker = await startedInTime(streamingWorker())
  return worker && streamed(worker, download, hear)
}

/** Where it is registered already, nothing is fetched. @throws where it is refused */
async function streamingWorker(): Promise<ServiceWorker | null> {
  const registration = await navigator.serviceWorker.register(script, { scope })
  const { active, installing, waiting } = registration
  const coming = installing ?? waiting
  if (active || !coming) return active
  return new Promise((resolve) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(coming)
      if (coming.state === 'redundant') resolve(null)
    })
  })
}

function streamed(sink: ServiceWorker, download: DownloadJob, hear: (news: SinkEvent) => void): OpenedSink {
  const { id, filename, job } = download
  const send = (message: ToStream, transfer: Transferable[] = []) => sink.postMessage(message, transfer)
  const frame = document.createElement('iframe')
  frame.hidden = true
  // A download never finishes loading in its frame; a page that loads there is an error text.
  frame.addEventListener('load', () => hear({ type: 'not-started' }))

  const { port1, port2 } = new MessageChannel()
  const worker = new DownloadWorker(download, { kind: 'port', port: port1 }, hear)
  const over = new AbortController()
  navigator.serviceWorker.addEventListener(
    'message',
    (event: MessageEvent<JobLost | undefined>) => {
      if (event.data?.type === 'job-lost' && event.data.id === id) hear({ type: 'aborted' })
    },
    { signal: over.signal },
  )
  const abandon = () => send({ type: 'abandon', id })
  // Without its page nothing more comes: the browser should not wait for it, or take what it has for all.
  window.addEventListener('pagehide', abandon, { signal: over.signal })
  const ping = setInterval(() => send({ type: 'ping', id }), pingInterval)
  return {
    open() {
      send({ type: 'download', id, filename, paced: job.paced }, [port2])
      worker.open()
    },
    show() {
      frame.src = scope + id
      document.body.append(frame)
    },
    // The browser has all of it when the last piece is taken.
    handOver: () => Promise.resolve(),
    resume: () => worker.resume(),
    leave() {
      over.abort()
      clearInterval(ping)
      worker.leave()
      abandon()
      frame.remove()
    },
  }
}
