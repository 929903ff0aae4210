import { type Remote, releaseProxy, wrap } from 'comlink'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { withoutSecrets } from '../../core/faults/withoutSecrets.ts'
import { markHandled } from '../../core/util/markHandled.ts'
import type { LockHolder } from '../../workers/shared/threads.ts'

interface PoolMember<T> extends Pick<Lease<T>, 'remote' | 'died'> {
  readonly worker: Worker
  isDead: boolean
  leases: number
  readonly fail: (error: Error) => void
  /** Aborted when the worker is discarded: stops the watch for its death. */
  readonly discarded: AbortController
}

/** Exclusive use of a worker until `release`. */
export interface Lease<T> {
  readonly remote: Remote<T>
  /** Never resolves; rejects with FaultError 'thread-died' if the worker dies, as its calls never settle. */
  readonly died: Promise<never>
  readonly release: () => void
}

/** Races a call against the death of its worker. */
export type DeathRace = <R>(call: Promise<R>) => Promise<R>

export interface PoolOptions<T> {
  readonly start: () => Worker
  readonly size: number
  /** A worker is replaced after this many leases. */
  readonly maxLeasesPerWorker?: number
  readonly onStart?: (remote: Remote<T>) => void
}

/** Workers of one kind, started on demand and leased one by one. The lease of a dead worker fails. */
export class WorkerPool<T extends LockHolder> {
  readonly size: number
  readonly #options: PoolOptions<T>
  readonly #idle: PoolMember<T>[] = []
  readonly #members = new Set<PoolMember<T>>()
  readonly #waiters: (() => void)[] = []
  #isClosed = false

  constructor(options: PoolOptions<T>) {
    this.#options = options
    this.size = options.size
  }

  /** Leases a worker, once one is free. @throws FaultError 'thread-died' once the pool is closed */
  async acquire(): Promise<Lease<T>> {
    while (!this.#isClosed && this.#idle.length === 0 && this.#members.size >= this.size) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve))
    }
    if (this.#isClosed) throw threadDied(closedText)
    const member = this.#idle.pop() ?? this.#create()
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      if (member.isDead || ++member.leases >= (this.#options.maxLeasesPerWorker ?? Infinity))
        this.#discard(member)
      else this.#idle.push(member)
      this.#waiters.shift()?.()
    }
    return { remote: member.remote, died: member.died, release }
  }

  /**
   * Leases a worker until `work` has settled. Calls that `work` starts and awaits elsewhere must go through `alive`,
   * since those to a dead worker never settle.
   * @throws FaultError 'thread-died'
   */
  async lease<R>(work: (remote: Remote<T>, alive: DeathRace) => Promise<R>): Promise<R> {
    const { remote, died, release } = await this.acquire()
    try {
      const alive: DeathRace = (call) => Promise.race([call, died])
      return await alive(work(remote, alive))
    } finally {
      release()
    }
  }

  /** Calls `callback` with every worker, leased or not. */
  forEach(callback: (remote: Remote<T>) => void): void {
    for (const { remote } of this.#members) callback(remote)
  }

  /** Terminates all workers at once, which aborts their requests. None start afterwards. */
  close(): void {
    this.#isClosed = true
    for (const member of [...this.#members]) {
      member.fail(threadDied(closedText))
      this.#discard(member)
    }
    for (const wake of this.#waiters.splice(0)) wake()
  }

  #create(): PoolMember<T> {
    const worker = this.#options.start()
    const remote = wrap<T>(worker)
    let fail: (error: Error) => void = () => undefined
    // Without a race, a worker's death must not count as an unhandled rejection.
    const died = markHandled(new Promise<never>((_, reject) => (fail = reject)))
    const member: PoolMember<T> = {
      worker,
      remote,
      died,
      isDead: false,
      leases: 0,
      fail: (error) => fail(error),
      discarded: new AbortController(),
    }
    this.#members.add(member)
    const onDeath = (text: string) => {
      member.isDead = true
      member.fail(threadDied(`A worker of this page ended: ${text}`))
      const index = this.#idle.indexOf(member)
      if (index < 0) return
      this.#idle.splice(index, 1)
      this.#discard(member)
    }
    const onError = (event: Event) =>
      onDeath(event instanceof ErrorEvent && event.message ? event.message : silentText)
    worker.addEventListener('error', onError)
    worker.addEventListener('messageerror', onError)
    void watchForDeath(worker, member.discarded.signal, () => onDeath(silentText))
    this.#options.onStart?.(remote)
    return member
  }

  #discard(member: PoolMember<T>): void {
    if (!this.#members.delete(member)) return
    member.discarded.abort()
    member.remote[releaseProxy]()
    member.worker.terminate()
  }
}

/** See [Note: Signs of life]. */
async function watchForDeath(worker: Worker, signal: AbortSignal, onDeath: () => void): Promise<void> {
  const name = `sealpost-worker-${crypto.randomUUID()}`
  try {
    await wrap<LockHolder>(worker).holdLock(name)
    await navigator.locks.request(name, { signal }, onDeath)
  } catch {
    // Discarded; or a browser without locks, where only `error` events tell.
  }
}

const closedText = 'The workers of this page were ended.'
const silentText = 'it stopped without a word'
const threadDied = (message: string) =>
  new FaultError(fault('thread-died', { said: withoutSecrets(message) }))
