import {
  type DownloadJob,
  type JobLost,
  jobProtocol,
  pingInterval,
  streamPath,
  streamPrefix,
  streamWorkerPath,
  type ToWorker,
} from '../../protocol/downloadJobs.ts'
import { type Road, type RoadFailure, type Saving, startOpening } from './road.ts'

/** A first visit may still be fetching the worker. */
const readySeconds = 20
const answerSeconds = 5

/** The browser downloads from the service worker, which answers with a stream: nothing is held anywhere. */
export const serviceWorkerRoad: Road = async ({ id }, fail) => {
  const worker = await streamingWorker()
  return worker && (await understands(worker)) ? streamed(worker, id, fail) : null
}

/** Registered again each time: nothing happens where it is there. Where browsers refuse, there are other roads. */
async function streamingWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator)) return null
  const options: RegistrationOptions = { scope: streamPrefix, updateViaCache: 'none' }
  const registration = await navigator.serviceWorker.register(streamWorkerPath, options).catch(() => null)
  const { active, installing, waiting } = registration ?? {}
  if (active) return active
  const coming = installing ?? waiting
  if (!coming) return null
  const activated = new Promise<ServiceWorker | null>((resolve) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(coming)
      if (coming.state === 'redundant') resolve(null)
    })
  })
  return (await Promise.race([activated, nothing(readySeconds)])) ?? null
}

/** After an upgrade page and worker may be of two versions, and speak otherwise. */
async function understands(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
  })
  worker.postMessage({ type: 'protocol' } satisfies ToWorker, [port2])
  const answer = await Promise.race([answered, nothing(answerSeconds)])
  port1.close()
  return answer === jobProtocol
}

const nothing = (seconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), seconds * 1000))

function streamed(sink: ServiceWorker, id: string, fail: (failure: RoadFailure) => void): Saving {
  const send = (message: ToWorker, transfer: Transferable[] = []) => sink.postMessage(message, transfer)
  const frame = document.createElement('iframe')
  frame.hidden = true
  // A download never finishes loading in its frame; a page that loads there is an error text.
  frame.addEventListener('load', () => fail('not-started'))

  const { port1, port2 } = new MessageChannel()
  const worker = startOpening({ kind: 'port', port: port1 }, fail)
  const over = new AbortController()
  navigator.serviceWorker.addEventListener(
    'message',
    (event: MessageEvent<JobLost | undefined>) => {
      if (event.data?.type === 'job-lost' && event.data.id === id) fail('stopped')
    },
    { signal: over.signal },
  )
  const abandon = () => send({ type: 'abandon', id })
  // Without its page nothing more comes: the browser should not wait for it, or take what it has for all.
  window.addEventListener('pagehide', abandon, { signal: over.signal })
  const ping = setInterval(() => send({ type: 'ping', id }), pingInterval)
  return {
    begin(job: DownloadJob, port: MessagePort) {
      const { filename, paced } = job
      send({ type: 'download', id, filename, paced }, [port2])
      worker.begin(job, port)
    },
    ready() {
      frame.src = streamPath(id)
      document.body.append(frame)
    },
    close() {
      over.abort()
      clearInterval(ping)
      worker.close()
      abandon()
      frame.remove()
    },
  }
}
