import { type Remote, releaseProxy, wrap } from 'comlink'
import type { CryptoWorker } from '../../workers/crypto.worker.ts'

export type CryptoRemote = Remote<CryptoWorker>

interface Member {
  worker: Worker
  remote: CryptoRemote
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

/** Waits for a call, but no longer than its worker lives. */
export type Alive = <T>(call: Promise<T>) => Promise<T>

/**
 * Crypto workers, made when first needed and leased to one user at a time. A worker that dies fails the lease
 * that held it and is replaced for the next.
 */
export class WorkerPool {
  readonly size: number
  /** So often a worker is leased before a fresh one takes its place. */
  readonly #leasesEach: number
  #idle: Member[] = []
  readonly #members = new Set<Member>()
  #waiting: (() => void)[] = []
  #closed = false

  /** One more than there are cores: a worker that sends leaves its core to another that seals. */
  constructor(size = Math.min(6, navigator.hardwareConcurrency + 1), leasesEach = Infinity) {
    this.size = size
    this.#leasesEach = leasesEach
  }

  /**
   * For the keys and manifests of many files. The browser does that work on threads of its own, so that more of ours
   * make it no faster. What it leaves behind, some 10 KB a key, is not collected for a long time, because to the
   * collector it looks small: with its worker it goes at once.
   */
  static forKeys(): WorkerPool {
    return new WorkerPool(2, 50)
  }

  /**
   * Runs `work` with a worker of its own. Calls of a worker that died never end by themselves: `alive` fails those
   * whose end something else waits for. @throws WorkerDiedError when the worker ends under it.
   */
  async lease<T>(work: (worker: CryptoRemote, alive: Alive) => Promise<T>): Promise<T> {
    while (this.#idle.length === 0 && this.#members.size >= this.size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    const member = this.#idle.pop() ?? this.#create()
    try {
      const alive: Alive = (call) => Promise.race([call, member.died])
      return await alive(work(member.remote, alive))
    } finally {
      if (member.dead || ++member.leases >= this.#leasesEach) this.#discard(member)
      else if (!this.#closed) this.#idle.push(member)
      this.#waiting.shift()?.()
    }
  }

  /** Ends whatever the workers are sending; the sends are told that no answer came. */
  stopSending() {
    for (const { remote } of this.#members) void remote.stopSending()
  }

  /** Ends all workers at once, whatever they are doing: a request that one is sending is cut. */
  close() {
    this.#closed = true
    for (const member of this.#members) {
      member.fail(new WorkerDiedError('The workers of this page were ended.'))
      this.#discard(member)
    }
  }

  #create(): Member {
    const worker = new Worker(new URL('../../workers/crypto.worker.ts', import.meta.url), { type: 'module' })
    let fail: (error: Error) => void = () => undefined
    const died = new Promise<never>((_, reject) => (fail = reject))
    // A worker may die while nobody races against it.
    died.catch(() => undefined)
    const discarded = new AbortController()
    const member = {
      worker,
      remote: wrap<CryptoWorker>(worker),
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
  async #watch({ remote, discarded: { signal } }: Member, onDeath: (text: string) => void): Promise<void> {
    const name = `sealpost-worker-${crypto.randomUUID()}`
    try {
      await remote.holdLock(name)
      await navigator.locks.request(name, { signal }, () => onDeath('it stopped without a word'))
    } catch {
      // Discarded; or a browser without locks, where only errors tell.
    }
  }

  #discard(member: Member) {
    this.#members.delete(member)
    member.discarded.abort()
    member.remote[releaseProxy]()
    member.worker.terminate()
  }
}
