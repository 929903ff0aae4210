import type { Bytes } from '../../../core/ports.ts'
import { saveBlob } from '../saveBlob.ts'
import { maxMemoryBytes } from '../savingCapacity.ts'
import { createOpenedSink, type DownloadSink } from './downloadSink.ts'
import { createPieceDownloadWorker } from './pieceDownloadWorker.ts'

/** Collects a download in memory, and hands it over as one Blob, by default to the browser. */
export const memorySink =
  (onContent: (content: Blob, filename: string) => void = saveBlob): DownloadSink =>
  (download, onEvent) => {
    if (download.bytes > maxMemoryBytes) return Promise.resolve(null)
    // Blobs, since the browser may move them to disk.
    const blobs: Blob[] = []
    const collect = (piece: Bytes) => Promise.resolve(blobs.push(new Blob([piece])))
    const sink = createOpenedSink(createPieceDownloadWorker(download, collect, onEvent), {
      handOver() {
        onContent(new Blob(blobs, { type: 'application/octet-stream' }), download.filename)
        return Promise.resolve(undefined)
      },
    })
    return Promise.resolve(sink)
  }
