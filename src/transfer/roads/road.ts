import type { DownloadJob, SaveTarget } from '../../protocol/downloadJobs.ts'

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
  /** Hands the job to the thread that opens it. */
  begin: (job: DownloadJob, ports: [job: MessagePort, hash: MessagePort]) => void
  /** The thread has all it needs. @param total exact length of the download in bytes */
  ready?: (total: number) => void
  /** For threads that hand their pieces to the page; resolves when the next may come. */
  piece?: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
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

/** A worker of the page, for the roads without a service worker. */
export function startSaveWorker(target: SaveTarget, fail: (failure: RoadFailure) => void) {
  const worker = new Worker(new URL('../../../workers/save.worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('error', () => fail('stopped'))
  return {
    begin: (job: DownloadJob, ports: MessagePort[]) => worker.postMessage({ job, target }, ports),
    close: () => worker.terminate(),
  }
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
