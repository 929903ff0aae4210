import { proxy } from 'comlink'
import type { SealingWorkers, SealingWorker } from '../../core/ports.ts'
import type { UnitId, What } from '../../core/upload/state.ts'
import { type Lease, WorkerPool } from './pool.ts'
import type { SealThread } from '../../workers/protocol/threads.ts'

type HearLeft = (unit: UnitId, what: What, bytes: number) => void

/** One more than there are cores: a thread that sends leaves its core to another that seals. */
const threadsWanted = () => Math.min(6, navigator.hardwareConcurrency + 1)

const startThread = () =>
  new Worker(new URL('../../workers/seal.worker.ts', import.meta.url), { type: 'module' })

/** @param start for tests */
export const sealingPool = (
  size = threadsWanted(),
  onLeft?: HearLeft,
  start = startThread,
): WorkerPool<SealThread> =>
  new WorkerPool<SealThread>({
    start,
    size,
    onStart: (thread) => void (onLeft && thread.attend(proxy(onLeft))),
  })

/** A unit's place on a thread of its own. */
interface WorkerLease {
  /** Null where no thread starts any more. */
  readonly lease: Promise<Lease<SealThread> | null>
  isDead: boolean
}

/** The sealing threads of this page: a unit has a worker of its own. */
export class WorkerPools implements SealingWorkers<File> {
  readonly #pool: WorkerPool<SealThread>
  readonly #seats = new Map<UnitId, WorkerLease>()
  #hearLeft: HearLeft = () => undefined
  #hearDeath: (unit: UnitId) => void = () => undefined
  #isClosed = false

  constructor(poolWith = (onLeft: HearLeft) => sealingPool(undefined, onLeft)) {
    this.#pool = poolWith((unit, what, bytes) => this.#hearLeft(unit, what, bytes))
  }

  get size(): number {
    return this.#pool.size
  }

  /** Never ends for a unit that is dropped meanwhile, as the calls of a thread that died never do. */
  async of(unit: UnitId): Promise<SealingWorker<File> | null> {
    const seat = this.#seats.get(unit) ?? this.#seat(unit)
    const lease = await seat.lease
    if (this.#seats.get(unit) !== seat) return new Promise(() => undefined)
    return seat.isDead || !lease ? null : lease.remote
  }

  drop(unit: UnitId): void {
    const seat = this.#seats.get(unit)
    this.#seats.delete(unit)
    void seat?.lease.then((lease) => {
      if (!seat.isDead && !this.#isClosed) void lease?.remote.drop(unit)
      lease?.end()
    })
  }

  stop(): void {
    this.#pool.each((thread) => void thread.stop())
  }

  onLeft(hear: HearLeft): void {
    this.#hearLeft = hear
  }

  onDeath(hear: (unit: UnitId) => void): void {
    this.#hearDeath = hear
  }

  close(): void {
    this.#isClosed = true
    this.#seats.clear()
    this.#pool.close()
  }

  #seat(unit: UnitId): WorkerLease {
    const seat: WorkerLease = { lease: this.#pool.take().catch(() => null), isDead: false }
    this.#seats.set(unit, seat)
    void seat.lease.then((lease) =>
      lease?.died.catch(() => {
        seat.isDead = true
        lease.end()
        // By now the unit may be over, or on another thread.
        if (this.#seats.get(unit) === seat) this.#hearDeath(unit)
      }),
    )
    return seat
  }
}
