import type { CallEffect, UploadEffect, Fact, Intent, UploadEvent } from '../../../../core/upload/messages.ts'
import type { UploadResponse, PlanIndex, UploadPlan, UploadState } from '../../../../core/upload/state.ts'
import { initialState, stepUpload, wakeAt } from '../../../../core/upload/step.ts'
import { RetryLimits } from './retryLimits.ts'
import { assertRule } from './seededRandom.ts'
import { ModelJournal } from './modelJournal.ts'
import { Network } from './network.ts'
import { ServerRemains } from './serverRemains.ts'
import { requestOf } from './requests.ts'
import { PendingTasks } from './pendingTasks.ts'
import { SealingThreads } from './sealingThreads.ts'
import { PageInvariants } from './pageInvariants.ts'
import type { UploadWorld } from './uploadWorld.ts'

/** One page: it carries out what the machine decides, in a world where anything may go wrong. */
export class ModelPage {
  readonly journal: ModelJournal
  readonly plan: UploadPlan
  readonly tasks = new PendingTasks()
  state: UploadState
  isOver = false
  readonly #world: UploadWorld
  readonly #indexes: readonly number[]
  readonly #invariants: PageInvariants
  readonly #threads: SealingThreads
  readonly #network: Network
  readonly #remains: ServerRemains
  readonly #deaths = new Map<number, number>()
  readonly #retryLimits: RetryLimits

  constructor(world: UploadWorld) {
    this.#world = world
    this.journal = new ModelJournal(world.disk)
    this.#indexes = world.files.sizes.map((_, index) => index).filter((index) => !world.disk.ended.has(index))
    const records = this.#indexes.flatMap((index, planIndex) => {
      const record = world.disk.records.get(index)
      return record ? [[planIndex, record] as const] : []
    })
    const index = (planIndex: PlanIndex) => this.#index(planIndex)
    this.#threads = new SealingThreads(world, this.tasks, index, (fact) => this.feed(fact))
    this.#network = new Network(world)
    this.#remains = new ServerRemains(world, this.journal, this.#indexes)
    for (const [, { uploadId }] of records) this.#remains.addKnownUpload(uploadId)
    const files = this.#indexes.map((index) => ({ index, size: world.files.size(index) }))
    this.plan = { files, records: new Map(records), threads: world.threads }
    this.#invariants = new PageInvariants(this.plan)
    this.#retryLimits = new RetryLimits(this.#invariants.hasEnded)
    this.state = initialState(this.plan)
    this.feed({ type: 'begin' })
  }

  feed(input: Intent | Fact) {
    if (this.isOver) return
    const { chance, now } = this.#world
    const before = this.state
    const whole = { ...input, now, random: chance.draw() }
    const { state, effects } = stepUpload(before, whole)
    this.#world.note(input, ...effects)
    this.state = state
    for (const effect of effects) if (effect.do === 'emit') this.#onEvent(effect.event)
    this.#invariants.afterStep(before, whole, state, effects)
    this.#remains.afterStep(effects)
    for (const effect of effects) {
      this.#retryLimits.afterEffect(effect)
      this.#carryOut(effect)
    }
    this.#remains.afterEffects(effects)
    if (input.type !== 'cancel') return
    this.#remains.afterCancel((index) => this.#invariants.hasEnded(this.#indexes.indexOf(index)))
    this.isOver = true
  }

  wakeAt = (): number | null => wakeAt(this.state)

  /** A thread dies: nothing of its unit comes any more. */
  kill(at: number) {
    const { units } = this.#threads
    const unit = units[at % Math.max(1, units.length)]
    if (unit === undefined) return
    const of = this.state.units.get(unit)
    for (const file of of?.kind === 'form' ? of.files : of ? [of.file] : [])
      this.#countDeath(this.#index(file))
    this.#threads.end(unit)
    this.#world.count('deaths')
    this.feed({ type: 'died', unit })
    if (of) this.#retryLimits.afterDeath(of)
  }

  #countDeath(index: number) {
    const deaths = (this.#deaths.get(index) ?? 0) + 1
    this.#deaths.set(index, deaths)
    if (deaths >= 3) this.#world.allowedFailures.add(index, 'thread-died')
  }

  #index(planIndex: PlanIndex): number {
    const index = this.#indexes[planIndex]
    assertRule(index !== undefined, `there is no file ${planIndex}`)
    return index
  }

  #carryOut(effect: UploadEffect) {
    const { world, journal } = { world: this.#world, journal: this.journal }
    switch (effect.do) {
      case 'seal':
        this.#threads.seal(effect)
        return
      case 'open':
        this.#threads.open(effect)
        return
      case 'make': {
        const { unit, n, isNew } = effect
        const of = this.state.units.get(unit)
        const uploadId = of?.kind === 'parts' ? of.record?.uploadId : undefined
        const isThere = uploadId !== undefined && world.server.uploads.get(uploadId)?.parts.has(n)
        assertRule(!isNew || !isThere, `part ${n} is sealed as a new one, and the server has one of that key`)
        this.#threads.make(effect)
        return
      }
      case 'store-record':
        this.tasks.queue('journal', () => {
          const { unit, file, record } = effect
          const as = journal.writeRecord(this.#index(file), record)
          world.count(as)
          if (as === 'unsafe' && ++world.unsafeAnswers > 3) world.excuseAll('storage-unsafe')
          this.feed({ type: 'record-stored', unit, record, as })
        })
        return
      case 'remove-record':
        this.tasks.queue('journal', () => journal.removeRecord(this.#index(effect.file)))
        return
      case 'store-completed':
        for (const { file, hash } of effect.files)
          this.tasks.queue('journal', () => journal.end(this.#index(file), hash))
        return
      case 'abort':
        world.server.abort(effect.uploadId)
        return
      case 'free-thread':
        assertRule(this.#threads.has(effect.unit), 'a thread is freed that nobody has')
        return
      case 'drop':
        this.#threads.end(effect.unit)
        return
      case 'stop':
        this.tasks.stop()
        return
      case 'ask-gate': {
        world.count('gate asked')
        const isAnswered = !world.isFault(0.3)
        this.tasks.add({
          run: () => this.feed({ type: 'gate', isClosed: isAnswered && world.server.isGateClosed }),
        })
        return
      }
      case 'call':
        this.#call(effect)
        return
      case 'emit':
        if (effect.event.type === 'ended') this.isOver = true
    }
  }

  #call(effect: CallEffect) {
    const { unit, kind } = effect
    if (effect.isLast) this.#world.count('last told')
    const queued = this.state.requestQueue.requests.find((one) => one.unit === unit && one.kind === kind)
    assertRule(queued !== undefined, `a call of ${String(kind)} that nobody knows of`)
    const { bytes } = queued
    this.#retryLimits.beforeCall(effect)
    const request = requestOf(this.#world, effect, this.state.units.get(unit), this.#threads.of(unit))
    const answer = (its: UploadResponse) => {
      const isHeard = this.#threads.has(unit)
      if (its.ok && its.uploadId !== undefined && isHeard) this.#remains.addKnownUpload(its.uploadId)
      if (isHeard && its.ok && its.at === 'store') this.#world.count('went straight')
      if (isHeard && !its.ok) this.#retryLimits.afterResponse(effect, its)
      const isThrough = isHeard && its.ok && typeof kind === 'number' && !effect.isDirectToStore
      if (isThrough && queued.storeFailures > 0) this.#world.count('came through us')
      this.feed({ type: 'responded', unit, kind, response: its })
    }
    const run = () => {
      // Of one that goes straight none leaves before there is an address.
      if (bytes > 0 && !effect.isDirectToStore) {
        const sent = 1 + this.#world.chance.below(bytes)
        this.feed({ type: 'sent', unit, kind, bytes: sent, isAll: this.#world.chance.isOneIn(0.3) })
      }
      answer(this.#network.send(`${unit} ${String(kind)}`, bytes, request))
    }
    this.tasks.add({ run, stop: () => answer(this.#network.stop(request)), unit })
  }

  #onEvent(event: UploadEvent) {
    const { server, allowedFailures } = this.#world
    assertRule(this.state.phase !== 'cancelled', `${event.type} is told after a cancel`)
    this.#invariants.onEvent(event)
    if (event.type === 'stored') {
      const result = server.results.get(this.#index(event.file))
      assertRule(
        result?.hash === event.hash,
        `stored as ${event.hash}, and the server has ${result?.hash ?? 'none'}`,
      )
      assertRule(result.fileId === event.fileId, 'another number than the server has')
      this.#world.count('stored')
    } else if (event.type === 'failed') {
      const index = this.#index(event.file)
      this.#world.count(event.fault.code)
      const isExcused = allowedFailures.allow(index, event.fault) || this.#world.allows(index, event.fault)
      assertRule(isExcused, `file ${index} fails without a reason: ${event.fault.code}`)
    }
  }
}
