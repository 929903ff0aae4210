import { MiB } from '../../contract/limits.ts'
import { StepBuilder, queueOf, filesWaitingIn } from './stepBuilder.ts'
import { startNext } from './startNext.ts'
import { restart, discard, failFile, onPartsUnitDied, onOpened } from './partsUnit.ts'
import * as parts from './partsTransfer.ts'
import * as forms from './formUnit.ts'
import { maxFormFileBytes, initialSizeLimit } from './sizeLimit.ts'
import type { UploadEffect, UploadInput } from './messages.ts'
import type {
  UploadResponse,
  QueuedRequest,
  PlanIndex,
  RequestKind,
  PartsUnit,
  UploadPlan,
  FormUnit,
  Unit,
  UnitId,
  UploadState,
} from './state.ts'
import { initialPace } from './pace.ts'
import * as requestQueue from './requestQueue.ts'

/** Maximum ciphertext of parts in memory, in bytes. */
export const partsBufferBytes = 48 * MiB

export function initialState(plan: UploadPlan): UploadState {
  const planIndexes = plan.files.map((_, planIndex) => planIndex)
  // A file that was begun in parts is resumed in parts, whatever its size.
  const inParts = plan.files.map(
    ({ size }, planIndex) => size > maxFormFileBytes || plan.records.has(planIndex),
  )
  return {
    plan,
    phase: 'running',
    small: queueOf(planIndexes.filter((planIndex) => inParts[planIndex] === false).sort(bySize(plan))),
    large: queueOf(planIndexes.filter((planIndex) => inParts[planIndex] === true)),
    units: new Map(),
    nextUnit: 1,
    requestQueue: requestQueue.initialRequestQueue,
    size: initialSizeLimit,
    pace: initialPace,
    freeBufferBytes: partsBufferBytes,
    stopReason: null,
    unfinishedFiles: planIndexes.length,
  }
}

/** The smallest first: on a slow line most files are confirmed soon. */
const bySize =
  ({ files }: UploadPlan) =>
  (one: PlanIndex, other: PlanIndex): number =>
    (files[one]?.size ?? 0) - (files[other]?.size ?? 0)

/**
 * [Note: An upload step by step]
 * A batch is what a person started together. Small files are sealed many at a time and share multipart
 * requests; a large file is sealed and sent part by part, and such a request then names it. Either way the
 * server confirms each file once, and each file ends in one event.
 *
 * A step has two halves: it applies the input, and then starts what can start now. The second half depends on
 * the state alone, so nothing has to be woken explicitly. Time and randomness come with the input.
 */
export function stepUpload(
  state: UploadState,
  input: UploadInput,
): { state: UploadState; effects: readonly UploadEffect[] } {
  const builder = new StepBuilder(state, input)
  if (state.phase === 'running') {
    applyInput(builder, input)
    if (builder.state.phase === 'running') startNext(builder)
  }
  return { state: builder.state, effects: builder.effects }
}

/** When the next step is due without any input, on the clock of the inputs; null for never. */
export const wakeAt = (state: UploadState): number | null =>
  state.phase === 'running' ? requestQueue.nextWaitEnd(state) : null

function applyInput(builder: StepBuilder, input: UploadInput) {
  switch (input.type) {
    case 'begin':
    case 'time':
      return
    case 'pause':
      requestQueue.pause(builder)
      return
    case 'resume':
      builder.updateQueue({ paused: false })
      return
    case 'network-back':
      requestQueue.endWaits(builder)
      return
    case 'gate':
      requestQueue.onGateChecked(builder, input.isClosed)
      return
    case 'gate-passed':
      requestQueue.onGatePassed(builder)
      return
    case 'cancel':
      cancel(builder)
      return
    default: {
      const unit = builder.state.units.get(input.unit)
      // Late events of ended units are ignored.
      if (!unit) return
      if (input.type === 'sent' || input.type === 'responded') applyToRequest(builder, unit, input)
      else if (unit.kind === 'form') applyToForm(builder, unit, input)
      else applyToFile(builder, unit, input)
    }
  }
}

type RequestInput = Extract<UploadInput, { unit: UnitId; kind: RequestKind }>
type UnitInput = Exclude<Extract<UploadInput, { unit: UnitId }>, RequestInput>

function applyToRequest(builder: StepBuilder, unit: Unit, input: RequestInput) {
  const { unit: id, kind } = input
  const request = builder.state.requestQueue.requests.find(
    (one) => one.unit === id && one.kind === kind && one.state === 'in-flight',
  )
  if (!request) return
  if (input.type === 'sent') {
    requestQueue.recordSent(builder, request, input)
    if (unit.kind === 'form') forms.onFormSent(builder, id, unit, input.bytes)
    else if (typeof kind === 'number') parts.onPartSent(builder, id, unit, kind, input.bytes)
    return
  }
  const { response } = input
  const outcome = applyResponseToQueue(builder, request, response)
  if (outcome === 'again') return
  if (unit.kind === 'form') forms.onFormResponse(builder, id, unit, { outcome, response })
  else parts.onPartsResponse(builder, id, unit, { kind, outcome, response })
}

function applyToForm(builder: StepBuilder, unit: FormUnit, input: UnitInput) {
  const id = input.unit
  if (input.type === 'sealed') forms.onSealed(builder, id, unit, input.outcomes)
  else if (input.type === 'died') forms.onFormDied(builder, id, unit)
  else if (input.type === 'failed') {
    for (const file of unit.files) builder.failFile(file, 'processing', input.fault)
    builder.endUnit(id)
  }
}

function applyToFile(builder: StepBuilder, unit: PartsUnit, input: UnitInput) {
  const id = input.unit
  if (input.type === 'opened') onOpened(builder, id, unit, input.packedKey)
  else if (input.type === 'made') parts.onPartMade(builder, id, unit, input)
  else if (input.type === 'record-stored') parts.onRecordStored(builder, id, unit, input)
  else if (input.type === 'died') onPartsUnitDied(builder, id, unit)
  else if (input.type === 'failed') {
    const reason = { stage: 'processing', fault: input.fault } as const
    if (input.fault.code === 'not-as-sealed') restart(builder, id, unit, reason)
    else failFile(builder, id, unit, reason)
  }
}

/** Any call may find the link invalid: then nothing new is begun. */
function applyResponseToQueue(
  builder: StepBuilder,
  request: QueuedRequest,
  response: UploadResponse,
): requestQueue.RequestOutcome {
  const outcome = requestQueue.applyResponse(builder, request, response)
  if (outcome === 'failed' && !response.ok && response.fault.code === 'linkInvalid')
    builder.setState({ stopReason: response.fault })
  return outcome
}

/** Discards everything; reports nothing more. Requests in flight end with the workers. */
function cancel(builder: StepBuilder) {
  for (const [id, unit] of builder.state.units) {
    if (unit.kind === 'parts') discard(builder, unit)
    builder.endUnit(id)
  }
  const { large, plan } = builder.state
  for (const file of filesWaitingIn(large)) discard(builder, { file, record: plan.records.get(file) ?? null })
  builder.setState({ phase: 'cancelled' })
}
