import { type Remote, releaseProxy, wrap } from 'comlink'
import type { CryptoWorker } from '../../workers/crypto.worker.ts'

export type CryptoRemote = Remote<CryptoWorker>

interface Member {
  worker: Worker
  remote: CryptoRemote
  /** Rejects when the worker dies; never resolves. */
  died: Promise<never>
  dead: boolean
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
  #count = 0
  #waiting: (() => void)[] = []
  #closed = false

  constructor(size = Math.min(4, Math.max(2, navigator.hardwareConcurrency))) {
    this.size = size
  }

  /** Runs `work` with a worker of its own. @throws WorkerDiedError when the worker ends under it. */
  async lease<T>(work: (worker: CryptoRemote) => Promise<T>): Promise<T> {
    while (this.#idle.length === 0 && this.#count >= this.size) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    const member = this.#idle.pop() ?? this.#create()
    try {
      return await Promise.race([work(member.remote), member.died])
    } finally {
      if (member.dead || this.#closed) this.#discard(member)
      else this.#idle.push(member)
      this.#waiting.shift()?.()
    }
  }

  /** Ends every idle worker now and the leased ones when they come back. */
  close() {
    this.#closed = true
    for (const member of this.#idle.splice(0)) this.#discard(member)
  }

  #create(): Member {
    this.#count++
    const worker = new Worker(new URL('../../workers/crypto.worker.ts', import.meta.url), { type: 'module' })
    let fail: (error: Error) => void = () => undefined
    const died = new Promise<never>((_, reject) => (fail = reject))
    // A worker may die while nobody races against it.
    died.catch(() => undefined)
    const member: Member = { worker, remote: wrap<CryptoWorker>(worker), died, dead: false }
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
    this.#count--
    member.remote[releaseProxy]()
    member.worker.terminate()
  }
}
