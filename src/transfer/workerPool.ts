import { type Remote, releaseProxy, wrap } from 'comlink'
import type { CryptoWorker } from '../../workers/crypto.worker.ts'

export type CryptoRemote = Remote<CryptoWorker>

interface Member {
  worker: Worker
  remote: CryptoRemote
  /** Rejects when the worker dies; never resolves. */
  died: Promise<never>
  dead: boolean
  fail: (error: Error) => void
}

/** Why a lease ended without a result: the thread is gone, the work can be done again by another. */
export class WorkerDiedError extends Error {
  override name = 'WorkerDiedError'
}

/**
 * Crypto workers, made when first needed and leased to one user at a time. A worker that dies fails the lease
 * that held it and is replaced for the next.
 */
export class WorkerPool {
  readonly size: number
  #idle: Member[] = []
  readonly #members = new Set<Member>()
  #waiting: (() => void)[] = []
  #closed = false

  /** One more than there are cores: a worker that sends leaves its core to another that seals. */
  constructor(size = Math.min(6, navigator.hardwareConcurrency + 1)) {
    this.size = size
  }

  /** Runs `work` with a worker of its own. @throws WorkerDiedError when the worker ends under it. */
  async lease<T>(work: (worker: CryptoRemote) => Promise<T>): Promise<T> {
    while (this.#idle.length === 0 && this.#members.size >= this.size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    const member = this.#idle.pop() ?? this.#create()
    try {
      return await Promise.race([work(member.remote), member.died])
    } finally {
      if (member.dead) this.#discard(member)
      else if (!this.#closed) this.#idle.push(member)
      this.#waiting.shift()?.()
    }
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
    const member: Member = { worker, remote: wrap<CryptoWorker>(worker), died, dead: false, fail }
    this.#members.add(member)
    const onDeath = (event: Event) => {
      member.dead = true
      const text = event instanceof ErrorEvent && event.message ? event.message : 'it stopped without a word'
      fail(new WorkerDiedError(`A worker of this page ended: ${text}`))
    }
    worker.addEventListener('error', onDeath)
    worker.addEventListener('messageerror', onDeath)
    return member
  }

  #discard(member: Member) {
    this.#members.delete(member)
    member.remote[releaseProxy]()
    member.worker.terminate()
  }
}
