import { PieceReceiver } from '../../../core/open/transferPieces.ts'
import type { Bytes } from '../../../core/ports.ts'
import type { OpenedSink } from '../../../core/download/runDownload.ts'
import type { SinkEvent } from '../../../core/download/types.ts'
import { type DownloadJob, DownloadWorker } from '../downloadWorker.ts'

/** A way to save a download. @returns null if the browser lacks it or the download is too large */
export type DownloadSink = (
  download: DownloadJob,
  onEvent: (event: SinkEvent) => void,
) => Promise<OpenedSink | null>

/** Long enough to fetch the service worker for a first download. */
const startTimeoutMs = 20_000

/** Resolves to null if a service worker does not start in time, or fails. */
export function startedInTime<T>(starting: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), startTimeoutMs))
  return Promise.race([starting.catch(() => null), late])
}

/** Makes a worker whose download passes its pieces to the page: each when the one before has been taken. */
export function createPieceDownloadWorker(
  download: DownloadJob,
  take: (piece: Bytes) => Promise<unknown>,
  onEvent: (event: SinkEvent) => void,
): DownloadWorker {
  const { port1, port2 } = new MessageChannel()
  const receiver = new PieceReceiver(port1)
  const takeAll = async () => {
    for await (const piece of receiver.pieces()) {
      try {
        await take(piece)
      } catch {
        onEvent({ type: 'aborted' })
        return
      }
    }
  }
  // The worker reports its own failures.
  takeAll().catch(() => receiver.leave())
  return new DownloadWorker(download, { kind: 'port', port: port2 }, onEvent)
}

/** The browser reads a Blob while it saves. */
export const blobReadMs = 5 * 60_000
