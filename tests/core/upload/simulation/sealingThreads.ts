import { chunkBytes } from '../../../../contract/limits.ts'
import { sealedSize } from '../../../../core/crypto/index.ts'
import { fault } from '../../../../core/faults/fault.ts'
import type { UploadEffect, Fact } from '../../../../core/upload/messages.ts'
import type { PlanIndex, UnitId } from '../../../../core/upload/state.ts'
import { assertRule } from './seededRandom.ts'
import { ModelWorker, type ModelSeal } from './modelThreads.ts'
import type { PendingTasks } from './pendingTasks.ts'
import type { UploadWorld } from './uploadWorld.ts'

type EffectOf<D extends UploadEffect['do']> = Extract<UploadEffect, { do: D }>

/** The sealing threads of one page, one a unit. */
export class SealingThreads {
  readonly #world: UploadWorld
  readonly #tasks: PendingTasks
  readonly #index: (planIndex: PlanIndex) => number
  readonly #feed: (fact: Fact) => void
  readonly #workers = new Map<UnitId, ModelWorker>()

  constructor(
    world: UploadWorld,
    tasks: PendingTasks,
    index: (planIndex: PlanIndex) => number,
    take: (fact: Fact) => void,
  ) {
    this.#world = world
    this.#tasks = tasks
    this.#index = index
    this.#feed = take
  }

  get units(): UnitId[] {
    return [...this.#workers.keys()]
  }

  has(unit: UnitId): boolean {
    return this.#workers.has(unit)
  }

  of(unit: UnitId): ModelWorker {
    const worker = this.#workers.get(unit)
    assertRule(worker !== undefined, `unit ${unit} has no thread`)
    return worker
  }

  /** Nothing of the unit comes any more; a request that is under way may arrive, and be answered. */
  end(unit: UnitId) {
    this.#workers.delete(unit)
    this.#tasks.forget(unit, () => this.#world.chance.isOneIn(0.3))
  }

  seal({ unit, files: planIndexes }: EffectOf<'seal'>) {
    const { files, exposed } = this.#world
    const worker = new ModelWorker(files, exposed, null, 0)
    this.#workers.set(unit, worker)
    this.#tasks.queue(unit, () => {
      const outcomes = planIndexes.map((planIndex) => {
        const index = this.#index(planIndex)
        if (this.#breaks(index, 0.02)) return fault('file-changed')
        return { hash: `${index}@${files.version(index)}`, sealedBytes: sealedSize(files.size(index)) }
      })
      worker.form = outcomes.flatMap((outcome, at) =>
        'hash' in outcome ? [{ index: this.#index(planIndexes[at] ?? -1), hash: outcome.hash }] : [],
      )
      this.#feed({ type: 'sealed', unit, outcomes })
    })
  }

  open({ unit, file, partChunks, packedKey: kept }: EffectOf<'open'>) {
    const { files, exposed } = this.#world
    const index = this.#index(file)
    const seal = kept === null ? this.#world.newSeal(index) : (kept as ModelSeal)
    assertRule(seal.index === index, `the key of file ${seal.index} for file ${index}`)
    const count = Math.ceil(files.size(index) / (partChunks * chunkBytes))
    this.#workers.set(unit, new ModelWorker(files, exposed, seal, count))
    this.#tasks.queue(unit, () => {
      if (this.#breaks(index, 0.02)) this.#feed({ type: 'failed', unit, fault: fault('file-changed') })
      else if (seal.date !== files.date(index))
        this.#feed({ type: 'failed', unit, fault: fault('not-as-sealed') })
      else this.#feed({ type: 'opened', unit, packedKey: seal })
    })
  }

  make(effect: EffectOf<'make'>) {
    const { unit, n } = effect
    this.#tasks.queue(unit, () => {
      const made = this.of(unit).make(n, effect)
      if ('checkpoint' in made) {
        this.#feed({ type: 'made', unit, n, checkpoint: made.checkpoint })
        return
      }
      const index = this.of(unit).seal?.index
      const { files, resumed, server } = this.#world
      const mayRestart =
        index !== undefined &&
        (files.changed.has(index) || (resumed.has(index) && server.timesAltered.has(index)))
      // A file that is as it was is gone on with: everything that is needed for it is kept.
      assertRule(mayRestart, `file ${index} is as it was, and is said to be ${made.code}`)
      this.#feed({ type: 'failed', unit, fault: made })
    })
  }

  #breaks(index: number, share: number): boolean {
    if (!this.#world.isFault(share)) return false
    this.#world.allowedFailures.add(index, 'file-changed')
    return true
  }
}
