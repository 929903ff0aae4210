import { pingIntervalMs } from '../../../workers/shared/streamedDownloads.ts'
import { createOpenedSink, type DownloadSink } from './downloadSink.ts'
import { createPieceDownloadWorker } from './pieceDownloadWorker.ts'
import { activateServiceWorker, nullIfNotStarted } from './startServiceWorker.ts'

/** Address at which vite.config.ts serves the page and worker of StreamSaver. */
const streamSaverFolder = '/save/'

/** StreamSaver's sink. Its page and service worker come from this server, not from a third party. */
export const streamSaverSink: DownloadSink = async (download, onEvent) => {
  // In Safari, StreamSaver buffers everything in memory, without bound.
  if ('safari' in window) return null
  const serviceWorker = await nullIfNotStarted(
    activateServiceWorker(`${streamSaverFolder}sw.js`, streamSaverFolder),
  )
  if (!serviceWorker) return null
  const { default: streamSaver } = await import('streamsaver')
  streamSaver.mitm = `${streamSaverFolder}mitm.html`
  let setWriter: (writer: WritableStreamDefaultWriter<Uint8Array>) => void = () => undefined
  const writer = new Promise<WritableStreamDefaultWriter<Uint8Array>>((resolve) => (setWriter = resolve))
  const writePiece = async (piece: Uint8Array) => {
    const openedWriter = await writer
    await openedWriter.ready
    await openedWriter.write(piece)
  }
  const downloadWorker = createPieceDownloadWorker(download, writePiece, onEvent)
  const ping = setInterval(() => serviceWorker.postMessage('ping'), pingIntervalMs)
  return createOpenedSink(downloadWorker, {
    show(total) {
      const openedWriter = streamSaver.createWriteStream(download.filename, { size: total }).getWriter()
      openedWriter.closed.catch(() => onEvent({ type: 'aborted' }))
      setWriter(openedWriter)
    },
    async handOver() {
      await (await writer).close()
      return undefined
    },
    leave() {
      clearInterval(ping)
      downloadWorker.close()
      // No effect on a closed writer.
      void writer.then((openedWriter) => openedWriter.abort()).catch(() => undefined)
    },
  })
}
