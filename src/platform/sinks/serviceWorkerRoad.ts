/// <reference types="vite/client" />
import { type JobLost, pingInterval, type ToStream } from '../../../workers/protocol/streamedDownloads.ts'
import script from '../../../workers/streamWorker.ts?worker&url'
import type { TakenRoad } from '../../../core/download/run.ts'
import type { RoadNews } from '../../../core/download/types.ts'
import { type Freight, Opener } from '../openThread.ts'
import { type Road, startedInTime } from './road.ts'

/** Below the worker's own address, which has the hash of its code in it. */
const scope = script.replace(/\.js$/, '/')

/** The browser downloads from the service worker, which answers with a stream: nothing is held anywhere. */
export const serviceWorkerRoad: Road = async (freight, hear) => {
  if (!('serviceWorker' in navigator)) return null
  const worker = await startedInTime(streamingWorker())
  return worker && streamed(worker, freight, hear)
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

function streamed(sink: ServiceWorker, freight: Freight, hear: (news: RoadNews) => void): TakenRoad {
  const { id, filename, job } = freight
  const send = (message: ToStream, transfer: Transferable[] = []) => sink.postMessage(message, transfer)
  const frame = document.createElement('iframe')
  frame.hidden = true
  // A download never finishes loading in its frame; a page that loads there is an error text.
  frame.addEventListener('load', () => hear({ type: 'not-started' }))

  const { port1, port2 } = new MessageChannel()
  const opener = new Opener(freight, { kind: 'port', port: port1 }, hear)
  const over = new AbortController()
  navigator.serviceWorker.addEventListener(
    'message',
    (event: MessageEvent<JobLost | undefined>) => {
      if (event.data?.type === 'job-lost' && event.data.id === id) hear({ type: 'let-go' })
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
      opener.open()
    },
    show() {
      frame.src = scope + id
      document.body.append(frame)
    },
    // The browser has all of it when the last piece is taken.
    handOver: () => Promise.resolve(),
    goOn: () => opener.goOn(),
    leave() {
      over.abort()
      clearInterval(ping)
      opener.leave()
      abandon()
      frame.remove()
    },
  }
}
