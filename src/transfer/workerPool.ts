import { type Remote, releaseProxy, wrap } from 'comlink'
import type { KeysWorker } from '../../workers/keys.worker.ts'
import type { UploadWorker } from '../../workers/upload.worker.ts'

export type KeysRemote = Remote<KeysWorker>
export type UploadRemote = Remote<UploadWorker>

/** What every worker of a pool can do, see [Note: Signs of life]. */
type LivingRemote = Remote<Pick<KeysWorker, 'holdLock'>>

interface Member<R> {
  worker: Worker
  remote: R
  /** Rejects when the worker dies; never resolves. */
  died: Promise<never>
  dead: boolean
  leases: number
  fail: (error: Error) => void
  /** Aborted when nobody wants to know any more whether it lives. */
  discarded: AbortController
}

/** Why a lease ended without a result: the thread is gone, the work can be done again by another. */
export class WorkerDiedError extends Error {
  override name = 'WorkerDiedError'
}

const closedText = 'The workers of this page were ended.'

/** Waits for a call, but no longer than its worker lives. */
export type Alive = <T>(call: Promise<T>) => Promise<T>

/**
 * Workers of one kind, made when first needed and leased to one user at a time. A worker that dies fails the lease
 * that held it and is replaced for the next.
 */
export class WorkerPool<R extends LivingRemote> {
  readonly #start: () => Worker
  readonly size: number
  /** So often a worker is leased before a fresh one takes its place. */
  readonly #leasesEach: number
  #idle: Member<R>[] = []
  readonly #members = new Set<Member<R>>()
  #waiting: (() => void)[] = []
  #closed = false

  private constructor(start: () => Worker, size: number, leasesEach = Infinity) {
    this.#start = start
    this.size = size
    this.#leasesEach = leasesEach
  }

  /** One more than there are cores: a worker that sends leaves its core to another that seals. */
  static forUploads(size = Math.min(6, navigator.hardwareConcurrency + 1)): WorkerPool<UploadRemote> {
    return new WorkerPool(
      () => new Worker(new URL('../../workers/upload.worker.ts', import.meta.url), { type: 'module' }),
      size,
    )
  }

  /**
   * For the keys and manifests of many files. The browser does that work on threads of its own, so that more of ours
   * make it no faster. What it leaves behind, some 10 KB a key, is not collected for a long time, because to the
   * collector it looks small: with its worker it goes at once.
   */
  static forKeys(size = 2): WorkerPool<KeysRemote> {
    return new WorkerPool(
      () => new Worker(new URL('../../workers/keys.worker.ts', import.meta.url), { type: 'module' }),
      size,
      50,
    )
  }

  /**
   * Runs `work` with a worker of its own. Calls of a worker that died never end by themselves: `alive` fails those
   * whose end something else waits for. @throws WorkerDiedError when the worker ends under it.
   */
  async lease<T>(work: (worker: R, alive: Alive) => Promise<T>): Promise<T> {
    while (!this.#closed && this.#idle.length === 0 && this.#members.size >= this.size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    if (this.#closed) throw new WorkerDiedError(closedText)
    const member = this.#idle.pop() ?? this.#create()
    try {
      const alive: Alive = (call) => Promise.race([call, member.died])
      return await alive(work(member.remote, alive))
    } finally {
      if (member.dead || ++member.leases >= this.#leasesEach) this.#discard(member)
      else this.#idle.push(member)
      this.#waiting.shift()?.()
    }
  }

  /** Something for every worker, whatever it is doing. */
  each(tell: (worker: R) => void) {
    for (const { remote } of this.#members) tell(remote)
  }

  /** Ends all workers at once, whatever they are doing: a request that one is sending is cut. No others start. */
  close() {
    this.#closed = true
    for (const member of this.#members) {
      member.fail(new WorkerDiedError(closedText))
      this.#discard(member)
    }
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #create(): Member<R> {
    const worker = this.#start()
    let fail: (error: Error) => void = () => undefined
    const died = new Promise<never>((_, reject) => (fail = reject))
    // A worker may die while nobody races against it.
    died.catch(() => undefined)
    const discarded = new AbortController()
    const member = {
      worker,
      remote: wrap(worker) as R,
      died,
      dead: false,
      leases: 0,
      fail,
      discarded,
    }
    this.#members.add(member)
    const onDeath = (text: string) => {
      member.dead = true
      fail(new WorkerDiedError(`A worker of this page ended: ${text}`))
      const at = this.#idle.indexOf(member)
      if (at < 0) return
      this.#idle.splice(at, 1)
      this.#discard(member)
    }
    const onError = (event: Event) =>
      onDeath(event instanceof ErrorEvent && event.message ? event.message : 'it stopped without a word')
    worker.addEventListener('error', onError)
    worker.addEventListener('messageerror', onError)
    void this.#watch(member, onDeath)
    return member
  }

  /** See [Note: Signs of life]. */
  async #watch({ remote, discarded: { signal } }: Member<R>, onDeath: (text: string) => void): Promise<void> {
    const name = `sealpost-worker-${crypto.randomUUID()}`
    try {
      await remote.holdLock(name)
      await navigator.locks.request(name, { signal }, () => onDeath('it stopped without a word'))
    } catch {
      // Discarded; or a browser without locks, where only errors tell.
    }
  }

  #discard(member: Member<R>) {
    if (!this.#members.delete(member)) return
    member.discarded.abort()
    member.remote[releaseProxy]()
    member.worker.terminate()
  }
}
