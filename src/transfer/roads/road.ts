import type { DownloadJob, OpenJob, OpenTarget } from '../../protocol/downloadJobs.ts'
import { PieceTaker } from '../../protocol/pieces.ts'

/** What a road has to carry. */
export interface Freight {
  id: string
  filename: string
  /** Of the files; an archive is a little longer. */
  bytes: number
}

/** The browser did not take the first step: another road may be tried. Or it gave up in the middle. */
export type RoadFailure = 'not-started' | 'stopped'

/** One download on its way to where the person finds it. */
export interface Saving {
  /** Hands the job, and its end of the port, to the worker that opens it. */
  begin: (job: DownloadJob, port: MessagePort) => void
  /** The worker has all it needs. @param total exact length of the download in bytes */
  ready?: (total: number) => void
  /** Every byte has come: puts them where the person finds them. */
  finish?: () => Promise<void>
  /** Lets go of everything. What has not finished is thrown away. */
  close: () => void
}

/**
 * A way to save a download, chosen by what the browser can do and not by its name.
 * @returns null where it cannot, or not so much
 */
export type Road = (freight: Freight, fail: (failure: RoadFailure) => void) => Promise<Saving | null>

/** The worker that opens one download. */
export function startOpening(target: OpenTarget, fail: (failure: RoadFailure) => void) {
  const worker = new Worker(new URL('../../../workers/download.worker.ts', import.meta.url), {
    type: 'module',
  })
  worker.addEventListener('error', () => fail('stopped'))
  const handedOver = target.kind === 'port' ? [target.port] : []
  return {
    begin: (job: DownloadJob, port: MessagePort) =>
      worker.postMessage({ job, target } satisfies OpenJob, [port, ...handedOver]),
    close: () => worker.terminate(),
  }
}

/** The same, whose pieces come to the page: each when the one before it has been taken. */
export function startOpeningHere(
  take: (piece: Uint8Array<ArrayBuffer>) => Promise<unknown>,
  fail: (failure: RoadFailure) => void,
) {
  const { port1, port2 } = new MessageChannel()
  const taker = new PieceTaker(port1)
  const takeAll = async () => {
    for await (const piece of taker.pieces()) {
      try {
        await take(piece)
      } catch {
        fail('stopped')
        return
      }
    }
  }
  // What the worker itself fails with, it says over the job's port.
  takeAll().catch(() => taker.leave())
  return startOpening({ kind: 'port', port: port2 }, fail)
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
