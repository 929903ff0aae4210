import { minPartChunks } from '../../../../contract/limits.ts'
import type { Fault } from '../../../../core/faults/fault.ts'
import { filesWaitingIn } from '../../../../core/upload/stepBuilder.ts'
import { needsThread } from '../../../../core/upload/startNext.ts'
import type { CallEffect, UploadEffect, UploadInput, UploadEvent } from '../../../../core/upload/messages.ts'
import type { PlanIndex, QueuedRequest, UploadPlan, UploadState } from '../../../../core/upload/state.ts'
import { partsBufferBytes } from '../../../../core/upload/step.ts'
import { assertRule } from './seededRandom.ts'
import { StepRules } from './stepRules.ts'

const hasUnsentFiles = ({ small, large, units }: UploadState): boolean =>
  [...filesWaitingIn(small), ...filesWaitingIn(large)].length > 0 ||
  [...units.values()].some(({ stage }) => stage !== 'confirming')

/** What must hold after each step of one page, whatever happens. */
export class PageInvariants {
  readonly #plan: UploadPlan
  readonly #ended = new Set<PlanIndex>()
  readonly #reportedBytes = new Map<PlanIndex, number>()
  /** Of files that are said to begin anew: what is told of them may go back to its beginning, once. */
  readonly #mayRestart = new Set<PlanIndex>()
  readonly #rules = new StepRules()

  constructor(plan: UploadPlan) {
    this.#plan = plan
  }

  afterStep(before: UploadState, input: UploadInput, after: UploadState, effects: readonly UploadEffect[]) {
    const { requestQueue, freeBufferBytes, plan, phase } = after
    const inFlight = requestQueue.requests.filter(({ state }) => state === 'in-flight')
    assertRule(inFlight.length <= 5, `${inFlight.length} requests at a time`)
    assertRule(freeBufferBytes >= 0 && freeBufferBytes <= partsBufferBytes, `${freeBufferBytes} free bytes`)
    const inThreads = (state: UploadState) =>
      [...state.units.values()].filter((unit) => needsThread(state, unit)).length
    // One that starts again, because its thread has died or its parts are gone, does not wait for a thread.
    const most = Math.max(plan.threads, inThreads(before) + 1)
    assertRule(inThreads(after) <= most, `${inThreads(after)} units for ${plan.threads} threads`)
    if (phase === 'running') this.#assertEachFileInOnePlace(after)
    for (const effect of effects) if (effect.do === 'call') this.#assertCallAllowed(after, effect, input.now)
    const isNew = ({ unit, kind }: QueuedRequest) =>
      !before.requestQueue.requests.some((one) => one.unit === unit && one.kind === kind)
    if (requestQueue.requests.some((one) => one.isLast && isNew(one)))
      assertRule(!hasUnsentFiles(after), 'a request is said to be the last, and files wait for another')
    this.#rules.afterStep({ before, input, after, effects })
    if (input.type !== 'responded') return
    this.#assertPauseIsNoFailure(before, input, after, effects)
    this.#assertWaitingFilesEnd(before, input, after)
    this.#assertSmallestPartsStay(before, input, effects)
  }

  hasEnded = (file: PlanIndex): boolean => this.#ended.has(file)

  onEvent(event: UploadEvent) {
    if (event.type === 'status' && ['hashing', 'pending'].includes(event.status))
      this.#mayRestart.add(event.file)
    if (event.type === 'progressed') this.#progressed(event)
    if (event.type === 'stored' || event.type === 'failed') {
      assertRule(!this.#ended.has(event.file), `file ${event.file} ends twice`)
      this.#ended.add(event.file)
    }
    if (event.type === 'ended')
      assertRule(this.#ended.size === this.#plan.files.length, `over with ${this.#ended.size} files ended`)
  }

  #progressed({ file, bytes }: { file: PlanIndex; bytes: number }) {
    assertRule(!this.#ended.has(file), `progress of file ${file} behind its end`)
    if (bytes === 0 && this.#mayRestart.delete(file)) this.#reportedBytes.delete(file)
    assertRule(bytes >= (this.#reportedBytes.get(file) ?? 0), `progress of file ${file} fell to ${bytes}`)
    assertRule(bytes <= Number(this.#plan.files[file]?.size), `progress of file ${file} beyond its size`)
    this.#reportedBytes.set(file, bytes)
  }

  #assertEachFileInOnePlace({ units, small, large, unfinishedFiles }: UploadState) {
    const inUnits = [...units.values()].flatMap((unit) => (unit.kind === 'form' ? unit.files : [unit.file]))
    const all = [...inUnits, ...filesWaitingIn(small), ...filesWaitingIn(large), ...this.#ended]
    const isOnce = new Set(all).size === all.length && all.length === this.#plan.files.length
    assertRule(isOnce, `${all.length} places for ${this.#plan.files.length} files`)
    assertRule(unfinishedFiles === all.length - this.#ended.size, `${unfinishedFiles} unfinished files`)
  }

  #assertCallAllowed({ requestQueue }: UploadState, { unit, kind, isLast }: CallEffect, now: number) {
    const isBehind = (one: QueuedRequest) => !one.isLast && one.state === 'waiting' && one.tries === 0
    assertRule(!isLast || !requestQueue.requests.some(isBehind), 'the last request goes before another one')
    assertRule(!requestQueue.paused && requestQueue.gate === 'open', 'a call goes out of a shut line')
    const request = requestQueue.requests.find((one) => one.unit === unit && one.kind === kind)
    assertRule(request?.state === 'in-flight' && request.notBefore <= now, 'a call goes before its time')
  }

  /** Where there is no room for anything new, or no link, what has not begun ends. */
  #assertWaitingFilesEnd(
    before: UploadState,
    { unit, kind, response }: UploadInput & { type: 'responded' },
    after: UploadState,
  ) {
    const isHeard = before.requestQueue.requests.some(
      (one) => one.unit === unit && one.kind === kind && one.state === 'in-flight' && !one.isStopped,
    )
    if (!isHeard || response.ok) return
    const { code, status } = response.fault
    const isFull = code === 'linkInvalid' || (status === 507 && kind === 'form')
    if (isFull)
      assertRule(
        [...filesWaitingIn(after.small), ...filesWaitingIn(after.large)].length === 0,
        'what waits goes on',
      )
  }

  /** Parts that cannot be smaller are sent again, however often they break off. */
  #assertSmallestPartsStay(
    before: UploadState,
    input: UploadInput & { type: 'responded' },
    effects: readonly UploadEffect[],
  ) {
    const unit = before.units.get(input.unit)
    if (input.response.ok || input.response.fault.code !== 'unanswered') return
    if (unit?.kind !== 'parts' || unit.partChunks > minPartChunks) return
    assertRule(
      !effects.some((effect) => effect.do === 'remove-record'),
      'the smallest parts begin anew in smaller ones',
    )
  }

  /** What a pause has ended leaves concurrency, waits and words as they were. */
  #assertPauseIsNoFailure(
    before: UploadState,
    input: UploadInput & { type: 'responded' },
    after: UploadState,
    effects: readonly UploadEffect[],
  ) {
    const requestIn = ({ requestQueue }: UploadState) =>
      requestQueue.requests.find(({ unit, kind }) => unit === input.unit && kind === input.kind)
    const request = requestIn(before)
    if (input.response.ok || !request?.isStopped) return
    const { requestQueue } = after
    assertRule(requestQueue.concurrency === before.requestQueue.concurrency, 'a pause lowers concurrency')
    assertRule(requestQueue.server === before.requestQueue.server, 'a pause is said to be a lost connection')
    assertRule(!effects.some(isConnection), 'a pause is told as a change of the connection')
    const now = requestIn(after)
    assertRule(now !== undefined, 'a pause ends a call')
    assertRule(now.tries === request.tries && now.notBefore <= input.now, 'a pause makes a call wait')
  }
}

const isConnection = (effect: UploadEffect) => effect.do === 'emit' && effect.event.type === 'connection'

/** What the schedule has done to a file, or to all of them, that may end it. */
export class AllowedFailures {
  readonly #codes = new Map<number, Set<Fault['code']>>()

  add(index: number, ...codes: Fault['code'][]) {
    const known = this.#codes.get(index) ?? new Set()
    for (const code of codes) known.add(code)
    this.#codes.set(index, known)
  }

  allow(index: number, { code }: Fault): boolean {
    return this.#codes.get(index)?.has(code) ?? false
  }
}
