import { proxy } from 'comlink'
import type { OnBodyProgress, SealingWorkers, SealingWorker } from '../../core/ports.ts'
import type { UnitId } from '../../core/upload/state.ts'
import { sealingWorkerCount } from '../../core/seal/workerCount.ts'
import { type Lease, WorkerPool } from './workerPool.ts'
import type { SealThread } from '../../workers/shared/threads.ts'

const startThread = () =>
  new Worker(new URL('../../workers/seal.worker.ts', import.meta.url), { type: 'module' })

/** A pool of workers that seal and send. @param start replaced by tests */
export const sealingPool = (
  size = sealingWorkerCount(navigator.hardwareConcurrency),
  onProgress?: OnBodyProgress,
  start = startThread,
): WorkerPool<SealThread> =>
  new WorkerPool<SealThread>({
    start,
    size,
    onStart: (thread) => void (onProgress && thread.onProgress(proxy(onProgress))),
  })

interface WorkerLease {
  /** Null if no worker can start. */
  readonly lease: Promise<Lease<SealThread> | null>
  isDead: boolean
}

/** The sealing workers of this page; each unit has one of its own until it is freed. */
export class PooledSealingWorkers implements SealingWorkers<File> {
  readonly #pool: WorkerPool<SealThread>
  readonly #leases = new Map<UnitId, WorkerLease>()
  #onProgress: OnBodyProgress = () => undefined
  #onDeath: (unit: UnitId) => void = () => undefined
  #isClosed = false

  constructor(createPool = (onProgress: OnBodyProgress) => sealingPool(undefined, onProgress)) {
    this.#pool = createPool((...sent) => this.#onProgress(...sent))
  }

  get size(): number {
    return this.#pool.size
  }

  /** Starts a worker with all that it loads, ahead of the first unit, which finds it idle. */
  async startFirst(): Promise<void> {
    const lease = await this.#pool.acquire()
    lease.release()
    await lease.remote.warmUp()
  }

  /** Never settles for a unit that is dropped meanwhile, like calls to a dead worker. */
  async of(unit: UnitId): Promise<SealingWorker<File> | null> {
    const assigned = this.#leases.get(unit) ?? this.#assign(unit)
    const lease = await assigned.lease
    if (this.#leases.get(unit) !== assigned) return new Promise(() => undefined)
    return assigned.isDead || !lease ? null : lease.remote
  }

  free(unit: UnitId): void {
    void this.#leases.get(unit)?.lease.then((lease) => lease?.release())
  }

  drop(unit: UnitId): void {
    const assigned = this.#leases.get(unit)
    this.#leases.delete(unit)
    void assigned?.lease.then((lease) => {
      if (!assigned.isDead && !this.#isClosed) void lease?.remote.drop(unit)
      lease?.release()
    })
  }

  stop(): void {
    this.#pool.forEach((thread) => void thread.stop())
  }

  onProgress(listener: OnBodyProgress): void {
    this.#onProgress = listener
  }

  onDeath(listener: (unit: UnitId) => void): void {
    this.#onDeath = listener
  }

  close(): void {
    this.#isClosed = true
    this.#leases.clear()
    this.#pool.close()
  }

  #assign(unit: UnitId): WorkerLease {
    const assigned: WorkerLease = { lease: this.#pool.acquire().catch(() => null), isDead: false }
    this.#leases.set(unit, assigned)
    void assigned.lease.then((lease) =>
      lease?.died.catch(() => {
        assigned.isDead = true
        lease.release()
        // The unit may have ended, or moved to another worker.
        if (this.#leases.get(unit) === assigned) this.#onDeath(unit)
      }),
    )
    return assigned
  }
}
