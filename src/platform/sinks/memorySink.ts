import { maxMemoryBytes } from '../capacity.ts'
import { openHere, type DownloadSink, saveBlob } from './downloadSink.ts'

/** All of it in memory, then saved at once. */
export const memorySink: DownloadSink = (download, hear) => {
  if (download.bytes > maxMemoryBytes) return Promise.resolve(null)
  // Blobs, since the browser may put them on disk.
  const blobs: Blob[] = []
  const worker = openHere(download, (piece) => Promise.resolve(blobs.push(new Blob([piece]))), hear)
  return Promise.resolve({
    open: () => worker.open(),
    show: () => undefined,
    handOver() {
      saveBlob(new Blob(blobs, { type: 'application/octet-stream' }), download.filename)
      return Promise.resolve()
    },
    resume: () => worker.resume(),
    leave: () => worker.leave(),
  })
}
