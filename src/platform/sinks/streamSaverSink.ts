import { pingIntervalMs } from '../../../workers/protocol/streamedDownloads.ts'
import { createPieceDownloadWorker, type DownloadSink, startedInTime } from './downloadSink.ts'

/** Address at which vite.config.ts serves the package's page and worker. */
const folder = '/save/'

/** StreamSaver's sink. Its page and service worker come from this server, not from a third party. */
export const streamSaverSink: DownloadSink = async (download, onEvent) => {
  // In Safari, StreamSaver buffers everything in memory, without bound.
  if ('safari' in window) return null
  const serviceWorker = await startedInTime(installServiceWorker())
  if (!serviceWorker) return null
  const { default: streamSaver } = await import('streamsaver')
  streamSaver.mitm = `${folder}mitm.html`
  let setWriter: (writer: WritableStreamDefaultWriter<Uint8Array>) => void = () => undefined
  const writer = new Promise<WritableStreamDefaultWriter<Uint8Array>>((resolve) => (setWriter = resolve))
  const take = async (piece: Uint8Array) => {
    const opened = await writer
    await opened.ready
    await opened.write(piece)
  }
  const worker = createPieceDownloadWorker(download, take, onEvent)
  const ping = setInterval(() => serviceWorker.postMessage('ping'), pingIntervalMs)
  return {
    open: () => worker.open(),
    show(total) {
      const opened = streamSaver.createWriteStream(download.filename, { size: total }).getWriter()
      opened.closed.catch(() => onEvent({ type: 'aborted' }))
      setWriter(opened)
    },
    async handOver() {
      await (await writer).close()
    },
    resume: () => worker.resume(),
    leave() {
      clearInterval(ping)
      worker.leave()
      // No effect on a closed writer.
      void writer.then((opened) => opened.abort()).catch(() => undefined)
    },
  }
}

/** Resolves to StreamSaver's worker once active. @throws if it cannot be installed */
async function installServiceWorker(): Promise<ServiceWorker> {
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
