import type { DurableLog } from './writeAheadLog.ts'

/**
 * [Note: Group commit]
 * With `synchronous = FULL` SQLite syncs its write-ahead log at each commit, and this thread, with all requests, waits
 * for the disk. So SQLite does not sync commits (`NORMAL`: only for checkpoints, and when the log starts over). The log
 * is synced here, on another thread, while others use the connection: one sync makes all commits before it durable. No
 * result leaves the driver before all changes of this connection that it may have seen are durable. If the disk fails,
 * transactions and changes are refused, and reads continue.
 *
 * After a failed sync the kernel may consider the lost pages written, so that another sync would succeed without them. So
 * the next attempt is a checkpoint, which writes the changes again, to the database.
 */
export class GroupCommit {
  readonly #log: Pick<DurableLog, 'sync' | 'checkpoint'>
  /** Number of changes so far. */
  #changes = 0
  /** Number of changes that are durable. */
  #durable = 0
  #sync: Promise<void> | undefined
  #hasFailed = false

  constructor(log: Pick<DurableLog, 'sync' | 'checkpoint'>) {
    this.#log = log
  }

  countChange(): void {
    this.#changes++
  }

  /** Resolves when all changes so far are durable. @throws errors of the log */
  async whenDurable(): Promise<void> {
    const changes = this.#changes
    while (this.#durable < changes)
      await (this.#sync ??= this.#syncOnce().finally(() => (this.#sync = undefined)))
  }

  /** Resolves when all changes so far are durable, or writing them has failed. */
  whenSettled(): Promise<void> {
    return this.whenDurable().catch(() => undefined)
  }

  async #syncOnce(): Promise<void> {
    const changes = this.#changes
    try {
      if (this.#hasFailed) this.#log.checkpoint()
      else await this.#log.sync()
      this.#hasFailed = false
      this.#durable = changes
    } catch (error) {
      this.#hasFailed = true
      throw error
    }
  }
}
