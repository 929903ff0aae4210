import { pingInterval } from '../../../workers/protocol/streamedDownloads.ts'
import { openHere, type DownloadSink, startedInTime } from './downloadSink.ts'

/** Where vite.config.ts puts the package's page and worker. */
const folder = '/save/'

/**
 * streamsaver's sink, with a service worker of its own. The package's page and worker are served from here; the
 * third-party page that it names by default is never used.
 */
export const streamSaverSink: DownloadSink = async (download, hear) => {
  // There the package holds all of it in memory, and knows no bound.
  if ('safari' in window) return null
  const sink = await startedInTime(installSink())
  if (!sink) return null
  const { default: streamSaver } = await import('streamsaver')
  streamSaver.mitm = `${folder}mitm.html`
  let begun: (writer: WritableStreamDefaultWriter<Uint8Array>) => void = () => undefined
  const writer = new Promise<WritableStreamDefaultWriter<Uint8Array>>((resolve) => (begun = resolve))
  const take = async (piece: Uint8Array) => {
    const opened = await writer
    await opened.ready
    await opened.write(piece)
  }
  const worker = openHere(download, take, hear)
  const ping = setInterval(() => sink.postMessage('ping'), pingInterval)
  return {
    open: () => worker.open(),
    show(total) {
      const opened = streamSaver.createWriteStream(download.filename, { size: total }).getWriter()
      opened.closed.catch(() => hear({ type: 'aborted' }))
      begun(opened)
    },
    handOver: async () => (await writer).close(),
    resume: () => worker.resume(),
    leave() {
      clearInterval(ping)
      worker.leave()
      // Has no effect on a writer that is closed.
      void writer.then((opened) => opened.abort()).catch(() => undefined)
    },
  }
}

/** The package's worker, running. @throws where there is none */
async function installSink(): Promise<ServiceWorker> {
  const { active, installing, waiting } = await navigator.serviceWorker.register(`${folder}sw.js`, {
    scope: folder,
  })
  const worker = active ?? installing ?? waiting
  if (!worker) throw new Error('no worker')
  while (worker.state !== 'activated') {
    if (worker.state === 'redundant') throw new Error('The worker could not be installed.')
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }))
  }
  return worker
}
