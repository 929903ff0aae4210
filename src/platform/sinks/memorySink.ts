import { maxMemoryBytes } from '../savingCapacity.ts'
import { saveBlob } from '../saveBlob.ts'
import { blobReadMs, createPieceDownloadWorker, type DownloadSink } from './downloadSink.ts'

export const memorySink: DownloadSink = (download, onEvent) => {
  if (download.bytes > maxMemoryBytes) return Promise.resolve(null)
  // Blobs, since the browser may move them to disk.
  const blobs: Blob[] = []
  const worker = createPieceDownloadWorker(
    download,
    (piece) => Promise.resolve(blobs.push(new Blob([piece]))),
    onEvent,
  )
  return Promise.resolve({
    open: () => worker.open(),
    show: () => undefined,
    handOver() {
      saveBlob(new Blob(blobs, { type: 'application/octet-stream' }), download.filename, blobReadMs)
      return Promise.resolve(undefined)
    },
    resume: () => worker.resume(),
    leave: () => worker.leave(),
  })
}
