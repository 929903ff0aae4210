import { proxy } from 'comlink'
import type { Benches, SealingBench } from '../ports.ts'
import type { UnitId, What } from '../upload/state.ts'
import { type Lease, WorkerPool } from './pool.ts'
import type { SealThread } from './threads.ts'

/** One more than there are cores: a thread that sends leaves its core to another that seals. */
const threadsWanted = () => Math.min(6, navigator.hardwareConcurrency + 1)

/** @param start for tests */
export function sealingPool(
  size = threadsWanted(),
  onLeft: Parameters<SealThread['attend']>[0] = () => undefined,
  start = startThread,
): WorkerPool<SealThread> {
  return new WorkerPool<SealThread>({
    start,
    size,
    onStart: (thread) => void thread.attend(proxy(onLeft)),
  })
}

const startThread = () =>
  new Worker(new URL('../../../workers/seal.worker.ts', import.meta.url), { type: 'module' })

/** The sealing threads of this page: a unit has a worker of its own. */
export class WorkerBenches implements Benches<File> {
  readonly #pool: WorkerPool<SealThread>
  /** Null once its thread has died. */
  readonly #units = new Map<UnitId, Promise<Lease<SealThread> | null>>()
  #hearLeft: (unit: UnitId, what: What, bytes: number) => void = () => undefined
  #hearDeath: (unit: UnitId) => void = () => undefined

  constructor(pool?: (onLeft: Parameters<SealThread['attend']>[0]) => WorkerPool<SealThread>) {
    const onLeft = (unit: UnitId, what: What, bytes: number) => this.#hearLeft(unit, what, bytes)
    this.#pool = pool?.(onLeft) ?? sealingPool(threadsWanted(), onLeft)
  }

  get size(): number {
    return this.#pool.size
  }

  async of(unit: UnitId): Promise<SealingBench<File> | null> {
    const known = this.#units.get(unit)
    const lease = known ?? this.#leaseFor(unit)
    if (!known) this.#units.set(unit, lease)
    return (await lease)?.remote ?? null
  }

  drop(unit: UnitId): void {
    const dropped = this.#units.get(unit)
    this.#units.delete(unit)
    void dropped?.then((lease) => {
      void lease?.remote.drop(unit)
      lease?.end()
    })
  }

  stop(): void {
    this.#pool.each((thread) => void thread.stop())
  }

  onLeft(hear: (unit: UnitId, what: What, bytes: number) => void): void {
    this.#hearLeft = hear
  }

  onDeath(hear: (unit: UnitId) => void): void {
    this.#hearDeath = hear
  }

  close(): void {
    this.#units.clear()
    this.#pool.close()
  }

  /** @returns null where the pool is closed */
  async #leaseFor(unit: UnitId): Promise<Lease<SealThread> | null> {
    const lease = await this.#pool.take().catch(() => null)
    lease?.died.catch(() => this.#bury(unit, lease))
    return lease
  }

  async #bury(unit: UnitId, lease: Lease<SealThread>): Promise<void> {
    lease.end()
    // By now the unit may have another thread, or be over.
    if ((await this.#units.get(unit)) !== lease) return
    this.#units.set(unit, Promise.resolve(null))
    this.#hearDeath(unit)
  }
}
