import type { FaultCode } from '../../../../core/faults/fault.ts'
import type { UploadEffect, UploadInput } from '../../../../core/upload/messages.ts'
import type { PlanIndex, UploadState } from '../../../../core/upload/state.ts'
import { assertRule } from './seededRandom.ts'

export interface StepRecord {
  readonly before: UploadState
  readonly input: UploadInput
  readonly after: UploadState
  readonly effects: readonly UploadEffect[]
}

/** What was sent of a file is of no use to anybody once it has failed so. */
export const isUnresumable = (code: FaultCode): boolean =>
  ['file-changed', 'not-as-sealed', 'storage-unsafe', 'stored-otherwise'].includes(code) ||
  ['notEncrypted', 'uploadUnknown', 'uploadConfirmed', 'uploadSentTooOften'].includes(code)

/** Rules of single steps that need some memory of the ones before. */
export class StepRules {
  /** Whether the link is being asked for its gates. */
  #isAsked = false
  /** The largest body that came through to the server. */
  #largestProvenBody = 0
  /** Number of consecutive calls without a response, by unit and kind. */
  readonly #cuts = new Map<string, number>()

  afterStep(its: StepRecord) {
    this.#assertGateAskedOnce(its)
    if (its.input.type === 'responded') this.#assertLimitIsLearnt(its, its.input)
    assertRequestsResume(its)
    assertStoredFilesAreKept(its)
    assertResumableUploadsStay(its)
  }

  #assertGateAskedOnce({ input, effects }: StepRecord) {
    if (input.type === 'gate') this.#isAsked = false
    const asked = effects.filter((effect) => effect.do === 'ask-gate').length
    assertRule(asked + Number(this.#isAsked) <= 1, 'the gates are asked for while they are asked for')
    if (asked > 0) this.#isAsked = true
  }

  #assertLimitIsLearnt(
    { before, after }: StepRecord,
    { unit, kind, response }: UploadInput & { type: 'responded' },
  ) {
    const { size } = before
    assertRule(!size.isStated || after.size.maxBytes <= size.maxBytes, 'a limit that somebody said grows')
    const request = before.requestQueue.requests.find((one) => one.unit === unit && one.kind === kind)
    if (request?.state !== 'in-flight' || request.isStopped) return
    const call = `${unit} ${kind}`
    const isCut = !response.ok && response.fault.code === 'unanswered'
    // A token or a gate that is refused says nothing of it.
    const isElse = response.ok || response.fault.status === 502 || response.fault.status === 503
    if (isCut || isElse) this.#cuts.set(call, isCut ? (this.#cuts.get(call) ?? 0) + 1 : 0)
    if (response.ok && response.at !== 'store')
      this.#largestProvenBody = Math.max(this.#largestProvenBody, request.bytes)
    const isFull =
      !response.ok &&
      (response.fault.code === 'linkInvalid' || (response.fault.status === 507 && kind === 'form'))
    assertRule(
      isFull || after.stopReason === before.stopReason,
      'what waits ends for what is the matter of one file',
    )
    const isRefused = !response.ok && response.fault.status === 413
    if (after.size.maxBytes >= size.maxBytes || isRefused) return
    assertRule(Number(this.#cuts.get(call)) >= 3, 'a body that broke off once was too large')
    assertRule(
      request.bytes > this.#largestProvenBody,
      'a body is too large that is no larger than what came through',
    )
  }
}

/** A gate that is passed and a network that is back let everything go. */
function assertRequestsResume({ before, input, after }: StepRecord) {
  const isOpened = input.type === 'gate-passed' && before.requestQueue.gate === 'closed'
  if (isOpened || input.type === 'network-back')
    assertRule(
      after.requestQueue.requests.every(({ notBefore }) => notBefore <= input.now),
      `somebody rests after ${input.type}`,
    )
}

function assertStoredFilesAreKept({ effects }: StepRecord) {
  const kept = new Set(
    effects.flatMap((effect) =>
      effect.do === 'store-completed' ? effect.files.map(({ file }) => file) : [],
    ),
  )
  for (const effect of effects)
    if (effect.do === 'emit' && effect.event.type === 'stored')
      assertRule(kept.has(effect.event.file), 'what is stored is not kept as such')
}

/** What was sent of a file that has failed, and may be gone on with later, stays. */
function assertResumableUploadsStay({ before, effects }: StepRecord) {
  const aborted = new Set(effects.flatMap((effect) => (effect.do === 'abort' ? [effect.uploadId] : [])))
  for (const [file] of failuresIn(effects, (code) => !isUnresumable(code)))
    for (const unit of before.units.values())
      if (unit.kind === 'parts' && unit.file === file && unit.record && unit.record.sealedParts > 0)
        assertRule(!aborted.has(unit.record.uploadId), `what was sent of file ${file} is given up`)
}

/** Files that fail with such codes. */
export const failuresIn = (
  effects: readonly UploadEffect[],
  isMeant: (code: FaultCode) => boolean,
): [PlanIndex, FaultCode][] =>
  effects.flatMap((effect): [PlanIndex, FaultCode][] => {
    if (effect.do !== 'emit' || effect.event.type !== 'failed') return []
    const { file, fault } = effect.event
    return isMeant(fault.code) ? [[file, fault.code]] : []
  })
