import { type Remote, proxy, transfer } from 'comlink'
import type { ArchiveEntry, OpenJob } from '../../core/open/job.ts'
import type { SinkEvent } from '../../core/download/types.ts'
import { WorkerPool } from './pool.ts'
import type { OpenTarget, OpenThread } from '../../workers/protocol/threads.ts'

/** What a thread opens. */
export interface DownloadJob {
  /** Of this attempt alone. */
  readonly id: string
  readonly filename: string
  /** Of the download; of an archive about so many. */
  readonly bytes: number
  readonly job: OpenJob
  /** Of an archive or a folder. */
  readonly entries: readonly ArchiveEntry[]
}

/** One message at a time: all of them together would lie in memory once more, and hold up the page. */
const entriesPerMessage = 500

/** So long a thread may take to tidy up, in milliseconds. */
const tidyMs = 5000

/** A thread that opens one download, and is over with it. */
export class DownloadWorker {
  readonly #download: DownloadJob
  readonly #target: OpenTarget
  readonly #hear: (news: SinkEvent) => void
  readonly #threads = new WorkerPool<OpenThread>({
    start: () => new Worker(new URL('../../workers/open.worker.ts', import.meta.url), { type: 'module' }),
    size: 1,
  })
  #remote: Remote<OpenThread> | null = null
  #ended: Promise<void> = Promise.resolve()

  constructor(download: DownloadJob, target: OpenTarget, hear: (news: SinkEvent) => void) {
    this.#download = download
    this.#target = target
    this.#hear = hear
  }

  open(): void {
    this.#ended = this.#threads
      .lease((remote) => {
        this.#remote = remote
        return this.#open(remote)
      })
      .then(this.#hear, () => this.#hear({ type: 'died' }))
  }

  resume(): void {
    void this.#remote?.resume()
  }

  leave(): void {
    this.#remote = null
    this.#threads.close()
  }

  /** As `leave`, after its thread has taken away what it had begun. */
  async tidyAndLeave(): Promise<void> {
    void this.#remote?.cancel()
    await Promise.race([this.#ended, new Promise((resolve) => setTimeout(resolve, tidyMs))])
    this.leave()
  }

  async #open(remote: Remote<OpenThread>) {
    const { job, entries } = this.#download
    await remote.attend(proxy(this.#hear))
    for (let told = 0; told < entries.length; told += entriesPerMessage)
      await remote.take(entries.slice(told, told + entriesPerMessage))
    const target = this.#target
    return remote.open(job, transfer(target, target.kind === 'port' ? [target.port] : []))
  }
}
