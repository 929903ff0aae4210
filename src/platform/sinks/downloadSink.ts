import { PieceTaker } from '../../../core/open/pieces.ts'
import type { Bytes } from '../../../core/ports.ts'
import type { OpenedSink } from '../../../core/download/run.ts'
import type { SinkEvent } from '../../../core/download/types.ts'
import { type DownloadJob, DownloadWorker } from '../downloadWorker.ts'

/**
 * A way to save a download, chosen by what the browser can do and not by its name.
 * @returns null where it cannot, or not so much
 */
export type DownloadSink = (
  download: DownloadJob,
  hear: (news: SinkEvent) => void,
) => Promise<OpenedSink | null>

/** A first download has to fetch the service worker. */
const startMs = 20_000

/** A service worker that does not start is no sink. @returns null then, and where it is refused */
export function startedInTime<T>(starting: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), startMs))
  return Promise.race([starting.catch(() => null), late])
}

/** A thread whose pieces come to the page: each when the one before it has been taken. */
export function openHere(
  download: DownloadJob,
  take: (piece: Bytes) => Promise<unknown>,
  hear: (news: SinkEvent) => void,
): DownloadWorker {
  const { port1, port2 } = new MessageChannel()
  const taker = new PieceTaker(port1)
  const takeAll = async () => {
    for await (const piece of taker.pieces()) {
      try {
        await take(piece)
      } catch {
        hear({ type: 'aborted' })
        return
      }
    }
  }
  // What the thread itself fails with, it says.
  takeAll().catch(() => taker.leave())
  return new DownloadWorker(download, { kind: 'port', port: port2 }, hear)
}

/** Gives a Blob or File to the browser as a download. */
export function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser reads from the address while it saves.
  setTimeout(() => URL.revokeObjectURL(url), 5 * 60_000)
}
