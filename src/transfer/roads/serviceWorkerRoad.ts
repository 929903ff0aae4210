import {
  type DownloadJob,
  type JobLost,
  pingInterval,
  streamPath,
  type ToWorker,
} from '../../protocol/downloadJobs.ts'
import type { Road, RoadFailure, Saving } from './road.ts'

/** A first visit may still be fetching the worker. */
const readySeconds = 20

/** The browser downloads from the service worker, which answers with a stream: nothing is held anywhere. */
export const serviceWorkerRoad: Road = async ({ id }, fail) => {
  const worker = await streamingWorker()
  return worker && streamed(worker, id, fail)
}

async function streamingWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator)) return null
  // Without a registration `ready` would wait for ever.
  const registration = await Promise.race([navigator.serviceWorker.ready, nothing(readySeconds)])
  return registration?.active ?? null
}

const nothing = (seconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), seconds * 1000))

function streamed(worker: ServiceWorker, id: string, fail: (failure: RoadFailure) => void): Saving {
  const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const frame = document.createElement('iframe')
  frame.hidden = true
  // A download never finishes loading in its frame; a page that loads there is an error text.
  frame.addEventListener('load', () => fail('not-started'))

  const over = new AbortController()
  navigator.serviceWorker.addEventListener(
    'message',
    (event: MessageEvent<JobLost | undefined>) => {
      if (event.data?.type === 'job-lost' && event.data.id === id) fail('stopped')
    },
    { signal: over.signal },
  )
  const ping = setInterval(() => send({ type: 'ping', id }), pingInterval)
  return {
    begin: (job: DownloadJob, ports) => send({ type: 'download', job }, ports),
    ready() {
      frame.src = streamPath(id)
      document.body.append(frame)
    },
    close() {
      over.abort()
      clearInterval(ping)
      frame.remove()
    },
  }
}
