import { MiB } from '../../contract/limits.ts'
import { Change, queueOf, waitingIn } from './change.ts'
import { startNext } from './startNext.ts'
import { restart, discard, failFile, onFileDied, onOpened } from './partsUnit.ts'
import * as parts from './parts.ts'
import * as forms from './formUnit.ts'
import { largestSharedBytes, initialSizeLimit } from './sizeLimit.ts'
import type { Effect, Input } from './messages.ts'
import type {
  UploadResponse,
  QueuedRequest,
  RequestKind,
  PartsUnit,
  Plan,
  FormUnit,
  Unit,
  UnitId,
  UploadState,
} from './state.ts'
import * as requestQueue from './requestQueue.ts'

/** Maximum ciphertext of parts in memory, in bytes. */
export const maxBufferedBytes = 48 * MiB

export function initialState(plan: Plan): UploadState {
  const planIndexes = plan.files.map((_, planIndex) => planIndex)
  // A file that was begun in parts is resumed in parts, whatever its size.
  const inParts = plan.files.map(
    ({ size }, planIndex) => size > largestSharedBytes || plan.records.has(planIndex),
  )
  return {
    plan,
    phase: 'running',
    small: queueOf(planIndexes.filter((planIndex) => inParts[planIndex] === false)),
    large: queueOf(planIndexes.filter((planIndex) => inParts[planIndex] === true)),
    units: new Map(),
    nextUnit: 1,
    requestQueue: requestQueue.initialRequestQueue,
    size: initialSizeLimit,
    freeBufferBytes: maxBufferedBytes,
    stopReason: null,
    open: planIndexes.length,
  }
}

/**
 * [Note: An upload step by step]
 * A batch is what a person started together. Small files are sealed many at a time and share multipart
 * requests; a large file is sealed and sent part by part, and such a request then names it. Either way the
 * server confirms each file once, and each file ends in one event.
 *
 * A step has two halves: it applies the input, and then starts what can start now. The second half depends on
 * the state alone, so nothing has to be woken explicitly. Time and randomness come with the input.
 */
export function step(state: UploadState, input: Input): { state: UploadState; effects: readonly Effect[] } {
  const change = new Change(state, input)
  if (state.phase === 'running') {
    applyInput(change, input)
    if (change.state.phase === 'running') startNext(change)
  }
  return { state: change.state, effects: change.effects }
}

/** When the next step is due without any input, on the clock of the inputs; null for never. */
export const wakeAt = ({ phase, requestQueue: queue }: UploadState): number | null =>
  phase === 'running' ? requestQueue.nextWaitEnd(queue) : null

function applyInput(change: Change, input: Input) {
  switch (input.type) {
    case 'begin':
    case 'time':
      return
    case 'pause':
      requestQueue.pause(change)
      return
    case 'resume':
      change.updateQueue({ paused: false })
      return
    case 'network-back':
      requestQueue.endWaits(change)
      return
    case 'gate':
      requestQueue.onGateChecked(change, input.isClosed)
      return
    case 'gate-passed':
      requestQueue.onGatePassed(change)
      return
    case 'cancel':
      cancel(change)
      return
    default: {
      const unit = change.state.units.get(input.unit)
      // Late events of ended units are ignored.
      if (!unit) return
      if (input.type === 'sent' || input.type === 'responded') applyToRequest(change, unit, input)
      else if (unit.kind === 'form') applyToForm(change, unit, input)
      else applyToFile(change, unit, input)
    }
  }
}

type RequestInput = Extract<Input, { unit: UnitId; kind: RequestKind }>
type UnitInput = Exclude<Extract<Input, { unit: UnitId }>, RequestInput>

function applyToRequest(change: Change, unit: Unit, input: RequestInput) {
  const { unit: id, kind } = input
  const request = change.state.requestQueue.requests.find(
    (one) => one.unit === id && one.kind === kind && one.state === 'in-flight',
  )
  if (!request) return
  if (input.type === 'sent') {
    requestQueue.recordSent(change, request, input.bytes)
    if (unit.kind === 'form') forms.onFormSent(change, id, unit, input.bytes)
    else if (typeof kind === 'number') parts.onPartSent(change, id, unit, kind, input.bytes)
    return
  }
  const { response } = input
  const outcome = applyResponse(change, request, response)
  if (outcome === 'again') return
  if (unit.kind === 'form') forms.onFormResponse(change, id, unit, { outcome, response })
  else parts.onPartsResponse(change, id, unit, { kind, outcome, response })
}

function applyToForm(change: Change, unit: FormUnit, input: UnitInput) {
  const id = input.unit
  if (input.type === 'sealed') forms.onSealed(change, id, unit, input.outcomes)
  else if (input.type === 'died') forms.onFormDied(change, id, unit)
  else if (input.type === 'failed') {
    for (const file of unit.files) change.fail(file, 'processing', input.fault)
    change.end(id)
  }
}

function applyToFile(change: Change, unit: PartsUnit, input: UnitInput) {
  const id = input.unit
  if (input.type === 'opened') onOpened(change, id, unit, input.packedKey)
  else if (input.type === 'made') parts.onPartMade(change, id, unit, input)
  else if (input.type === 'record-stored') parts.onRecordStored(change, id, unit, input)
  else if (input.type === 'died') onFileDied(change, id, unit)
  else if (input.type === 'failed') {
    const reason = { stage: 'processing', fault: input.fault } as const
    if (input.fault.code === 'not-as-sealed') restart(change, id, unit, reason)
    else failFile(change, id, unit, reason)
  }
}

/** Any call may find the link invalid: then nothing new is begun. */
function applyResponse(
  change: Change,
  request: QueuedRequest,
  response: UploadResponse,
): requestQueue.Outcome {
  const outcome = requestQueue.applyResponse(change, request, response)
  if (outcome === 'failed' && !response.ok && response.fault.code === 'linkInvalid')
    change.set({ stopReason: response.fault })
  return outcome
}

/** Discards everything; reports nothing more. Requests in flight end with the workers. */
function cancel(change: Change) {
  for (const [id, unit] of change.state.units) {
    if (unit.kind === 'parts') discard(change, unit)
    change.end(id)
  }
  const { large, plan } = change.state
  for (const file of waitingIn(large)) discard(change, { file, record: plan.records.get(file) ?? null })
  change.set({ phase: 'cancelled' })
}
