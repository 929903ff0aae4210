import { sealedChunkBytes } from '../../contract/limits.ts'
import { sealedSize } from '../crypto/index.ts'
import { type Fault, fault, type Settled } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import { readFinalCheckpoint } from './finalCheckpoint.ts'
import type { RequestHead, SealingWorker, UploadPorts } from '../ports.ts'
import { type ConfirmedFile, readUploadResponse, readStoreResponse } from './responses.ts'
import { fileAt } from './stepBuilder.ts'
import type { CallEffect, UploadEffect, Fact, UploadEvent } from './messages.ts'
import type {
  FormUnit,
  PartsUnit,
  PlanIndex,
  SealedFormFile,
  Unit,
  UnitId,
  UploadResponse,
  UploadState,
} from './state.ts'
import { storedAs } from './storedAs.ts'

type EffectOf<D extends UploadEffect['do']> = Extract<UploadEffect, { do: D }>

/** Carries out effects, in order, and reports their results as facts. */
export class EffectRunner<F> {
  readonly #ports: UploadPorts<F>
  readonly #onFact: (fact: Fact) => void
  readonly #onEvent: (event: UploadEvent) => void
  readonly #units = new Set<UnitId>()
  #isClosed = false
  /** Aborts the requests made by this thread; replaced after a stop. */
  #calls = new AbortController()

  constructor(ports: UploadPorts<F>, onFact: (fact: Fact) => void, onEvent: (event: UploadEvent) => void) {
    this.#ports = ports
    this.#onFact = onFact
    this.#onEvent = onEvent
  }

  /** @param state the state after the step that returned the effect */
  begin(effect: UploadEffect, state: UploadState) {
    const { workers, calls } = this.#ports
    switch (effect.do) {
      case 'emit':
        this.#onEvent(effect.event)
        break
      case 'seal':
      case 'open':
      case 'make':
        this.#units.add(effect.unit)
        this.#factOf(effect.unit, () => this.#onWorker(effect))
        break
      case 'call':
        this.#factOf(effect.unit, () => this.#call(effect, state))
        break
      case 'stop':
        this.#stop()
        break
      case 'free-thread':
        workers.free(effect.unit)
        break
      case 'drop':
        this.#units.delete(effect.unit)
        workers.drop(effect.unit)
        break
      case 'abort':
        calls.abort(effect.uploadId)
        break
      case 'ask-gate':
        void this.#askGate()
        break
      case 'store-record':
        this.#factOf(effect.unit, () => this.#storeRecord(effect))
        break
      default:
        this.#write(effect).catch(logUnexpected)
    }
  }

  /** Aborts everything; no further facts are reported. */
  close() {
    this.#isClosed = true
    this.#calls.abort()
    this.#ports.workers.close()
  }

  async #onWorker(effect: EffectOf<'seal' | 'open' | 'make'>): Promise<Fact> {
    const { unit } = effect
    const { workers, file, manifestDraft, settings } = this.#ports
    const worker = await workers.of(unit)
    if (!worker) return { type: 'died', unit }
    switch (effect.do) {
      case 'seal': {
        const files = effect.files.map((planIndex) => ({
          file: file(planIndex),
          manifestDraft: manifestDraft(planIndex),
        }))
        const sealed = await worker.seal(unit, files, settings)
        if (sealed.ok) await this.#recordForm(effect.files, sealed.value)
        return factOf(unit, sealed, (outcomes) => ({ type: 'sealed', unit, outcomes }))
      }
      case 'open': {
        const { file: planIndex, partChunks, packedKey } = effect
        const opened = await worker.open(
          unit,
          file(planIndex),
          { ...settings, manifestDraft: manifestDraft(planIndex), partChunks },
          packedKey,
        )
        return factOf(unit, opened, ({ packedKey }) => ({ type: 'opened', unit, packedKey }))
      }
      case 'make': {
        const { n, checkpoint, isWanted, isNew } = effect
        const made = await worker.make(unit, n, { checkpoint, isWanted, isNew })
        return factOf(unit, made, (value) => ({ type: 'made', unit, n, checkpoint: value.checkpoint }))
      }
    }
  }

  async #call(effect: CallEffect, state: UploadState): Promise<Fact> {
    const { unit: id, kind, isLast, uploadId, isDirectToStore, finalCheckpoint } = effect
    const { calls, workers } = this.#ports
    const { signal } = this.#calls
    const responded = (response: UploadResponse): Fact => ({ type: 'responded', unit: id, kind, response })
    const unit = state.units.get(id)
    if (!unit) throw new Error(`Unit ${id} has ended before its call.`)
    if (kind === 'create') {
      const { file, partChunks } = partsOf(unit)
      const sealedBytes = sealedSize(fileAt(state, file).size)
      return responded(await calls.create(sealedBytes, partChunks * sealedChunkBytes, signal))
    }
    if (kind === 'ask') {
      if (uploadId === null) throw new Error('An upload without an id was to be asked for.')
      return responded(await calls.ask(uploadId, signal))
    }
    const worker = await workers.of(id)
    if (!worker) return { type: 'died', unit: id }
    const files = typeof kind === 'number' ? null : await this.#confirmedBy(effect, unit, worker)
    const request = isDirectToStore
      ? await this.#address(effect, worker, signal)
      : calls.request(kind, uploadId)
    // The unit may have ended meanwhile.
    if (!this.#units.has(id)) return { type: 'died', unit: id }
    if ('code' in request) return responded({ ok: false, fault: request, at: 'address' })
    // Stopped before it began: the threads have been stopped already.
    if (signal.aborted) return responded({ ok: false, fault: fault('unanswered') })
    const raw = await worker.send(id, kind, request, { isLast, uploadId, finalCheckpoint })
    return responded(request.isDirectToStore ? readStoreResponse(raw) : readUploadResponse(raw, files))
  }

  async #address(
    { unit, kind, uploadId }: CallEffect,
    worker: SealingWorker<F>,
    signal: AbortSignal,
  ): Promise<RequestHead | Fault> {
    if (typeof kind !== 'number' || uploadId === null) throw new Error('Only parts go straight to the store.')
    return this.#ports.calls.address(uploadId, kind, await worker.checksumOf(unit, kind), signal)
  }

  /** Files that a request confirms. The attempt of a large one is recorded before. */
  async #confirmedBy(
    { unit: id, finalCheckpoint }: CallEffect,
    unit: Unit,
    worker: SealingWorker<F>,
  ): Promise<ConfirmedFile[]> {
    if (unit.kind === 'form')
      return unit.sealed.map((sealed, at) => this.#confirmedFile(planIndexAt(unit, at), sealed))
    if (finalCheckpoint === null) return []
    const { hash } = readFinalCheckpoint(finalCheckpoint)
    const hidden = (await worker.hiddenNames(id, finalCheckpoint)) ?? undefined
    await this.#recordAttempts([{ file: unit.file, hash, hidden }])
    return [this.#confirmedFile(unit.file, { hash, hidden })]
  }

  #confirmedFile(
    planIndex: PlanIndex,
    { hash, hidden }: Pick<SealedFormFile, 'hash' | 'hidden'>,
  ): ConfirmedFile {
    const { manifestDraft, journal } = this.#ports
    const { index, name, path } = manifestDraft(planIndex)
    if (!hidden) return { index, names: { name, path }, hashes: [hash] }
    const attempts = journal.attemptsOf(index).filter(({ sha256 }) => sha256 === hash)
    return { index, names: null, hashes: attempts.map((attempt) => attempt.hash) }
  }

  #recordForm(files: readonly PlanIndex[], outcomes: readonly (SealedFormFile | Fault)[]): Promise<void> {
    return this.#recordAttempts(
      outcomes.flatMap((outcome, at) => {
        const file = files[at]
        return 'hash' in outcome && file !== undefined ? [{ ...outcome, file }] : []
      }),
    )
  }

  /** A repeat may be answered with what any attempt has sent, so all are on the disk before they are sent. */
  async #recordAttempts(
    sealed: readonly (Pick<SealedFormFile, 'hash' | 'hidden'> & { file: PlanIndex })[],
  ): Promise<void> {
    const { journal, manifestDraft } = this.#ports
    const attempts = sealed.flatMap(({ file, hash, hidden }) =>
      hidden ? [{ hash: hidden.hash, index: manifestDraft(file).index, sha256: hash }] : [],
    )
    if (attempts.length > 0) await journal.writeAttempts(attempts)
  }

  #stop() {
    this.#ports.workers.stop()
    this.#calls.abort()
    this.#calls = new AbortController()
  }

  async #askGate() {
    let isClosed = false
    try {
      isClosed = await this.#ports.calls.isGateClosed()
    } catch {
      // On failure, the refused requests are retried and ask again.
    }
    if (!this.#isClosed) this.#onFact({ type: 'gate', isClosed })
  }

  async #storeRecord({ unit, file, record }: EffectOf<'store-record'>): Promise<Fact> {
    const { journal, manifestDraft } = this.#ports
    return {
      type: 'record-stored',
      unit,
      record,
      as: await journal.writeRecord(manifestDraft(file).index, record),
    }
  }

  async #write(effect: EffectOf<'remove-record' | 'store-completed'>): Promise<void> {
    const { journal, manifestDraft } = this.#ports
    if (effect.do === 'remove-record') return journal.removeRecord(manifestDraft(effect.file).index)
    await journal.writeCompleted(
      effect.files.map((stored) => ({
        index: manifestDraft(stored.file).index,
        sha256: stored.hash,
        ...storedAs(stored),
      })),
    )
  }

  /** An unexpected error ends the unit and is logged to the console. */
  #factOf(unit: UnitId, work: () => Promise<Fact>) {
    const failed = (error: unknown): Fact => {
      const found = faultOf(error)
      if (found.code === 'unexpected' && !this.#isClosed) logUnexpected(error)
      return { type: 'failed', unit, fault: found }
    }
    void work()
      .catch(failed)
      .then((fact) => {
        if (!this.#isClosed) this.#onFact(fact)
      })
  }
}

const factOf = <T>(unit: UnitId, outcome: Settled<T>, fact: (value: T) => Fact): Fact =>
  outcome.ok ? fact(outcome.value) : { type: 'failed', unit, fault: outcome.fault }

const logUnexpected = (error: unknown) => console.error('An upload met what nobody expects:', error)

function partsOf(unit: Unit): PartsUnit {
  if (unit.kind !== 'parts') throw new Error('Small files have no upload of their own.')
  return unit
}

function planIndexAt({ files }: FormUnit, at: number): PlanIndex {
  const planIndex = files[at]
  if (planIndex === undefined) throw new Error('More was sealed than was asked for.')
  return planIndex
}
