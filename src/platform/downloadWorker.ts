import { type Remote, proxy, transfer } from 'comlink'
import scriptUrl from '../../workers/open.worker.ts?worker&url'
import type { ArchiveEntry, OpenJob } from '../../core/open/openJob.ts'
import type { SinkEvent } from '../../core/download/types.ts'
import { preloadScript } from './preloadScript.ts'
import { WorkerPool } from './workerPool.ts'
import type { OpenTarget, OpenThread } from '../../workers/shared/threads.ts'

export interface DownloadJob {
  readonly id: string
  readonly filename: string
  /** Size of the download; approximate for an archive. */
  readonly bytes: number
  readonly job: OpenJob
  /** Entries of an archive or folder; otherwise empty. */
  readonly entries: readonly ArchiveEntry[]
}

/** Entries that are sent at once: one large message would double their memory and block the page. */
const entriesPerMessage = 500

/** The most time a worker gets to clean up, in milliseconds. */
const cleanUpTimeoutMs = 5000

export const preloadDownloadWorker = (): Promise<void> => preloadScript(scriptUrl)

/** Runs one download in a worker of its own. */
export class DownloadWorker {
  readonly #download: DownloadJob
  readonly #target: OpenTarget
  readonly #onEvent: (event: SinkEvent) => void
  readonly #pool = new WorkerPool<OpenThread>({
    start: () => new Worker(scriptUrl, { type: 'module' }),
    size: 1,
  })
  #remote: Remote<OpenThread> | null = null
  #ended: Promise<void> = Promise.resolve()

  constructor(download: DownloadJob, target: OpenTarget, onEvent: (event: SinkEvent) => void) {
    this.#download = download
    this.#target = target
    this.#onEvent = onEvent
  }

  /** Starts the worker and the download; how that ends is reported by `onEvent`. */
  open(): void {
    this.#ended = this.#pool
      .lease((remote) => {
        this.#remote = remote
        return this.#open(remote)
      })
      // A dead worker's remote throws.
      .finally(() => (this.#remote = null))
      .then(this.#onEvent, () => this.#onEvent({ type: 'died' }))
  }

  /** Notifies the worker that what it waited for is there. */
  resume(): void {
    void this.#remote?.resume()
  }

  /** Terminates the worker. */
  close(): void {
    this.#remote = null
    this.#pool.close()
  }

  /** Terminates the worker after it has removed unfinished files. */
  async cleanUpAndClose(): Promise<void> {
    void this.#remote?.cancel()
    await Promise.race([this.#ended, new Promise((resolve) => setTimeout(resolve, cleanUpTimeoutMs))])
    this.close()
  }

  async #open(remote: Remote<OpenThread>) {
    const { job, entries } = this.#download
    await remote.onEvent(proxy(this.#onEvent))
    for (let sent = 0; sent < entries.length; sent += entriesPerMessage)
      await remote.addEntries(entries.slice(sent, sent + entriesPerMessage))
    const target = this.#target
    return remote.open(job, transfer(target, target.kind === 'port' ? [target.port] : []))
  }
}
