import { MiB } from '../../contract/limits.ts'
import { Change, queueOf, waitingIn } from './change.ts'
import { resume } from './resume.ts'
import { restart, discard, failFile, fileDied, opened } from './largeFile.ts'
import * as parts from './parts.ts'
import * as requests from './requests.ts'
import { largestSharedBytes, noLimit } from './sizes.ts'
import type { Effect, Input } from './messages.ts'
import type { Answer, QueuedRequest, PartsUnit, Plan, RequestUnit, UnitId, UploadState } from './state.ts'
import * as wire from './requestQueue.ts'

/** Maximum ciphertext of parts in memory, in bytes. */
export const heldBytes = 48 * MiB

export function beginning(plan: Plan): UploadState {
  const places = plan.files.map((_, place) => place)
  // A file that was begun in parts is resumed in parts, whatever its size.
  const inParts = plan.files.map(({ size }, place) => size > largestSharedBytes || plan.records.has(place))
  return {
    plan,
    life: 'going',
    small: queueOf(places.filter((place) => inParts[place] === false)),
    large: queueOf(places.filter((place) => inParts[place] === true)),
    units: new Map(),
    nextUnit: 1,
    wire: wire.openWire,
    size: noLimit,
    room: heldBytes,
    full: null,
    open: places.length,
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
  if (state.life === 'going') {
    applyInput(change, input)
    if (change.state.life === 'going') resume(change)
  }
  return { state: change.state, effects: change.effects }
}

/** When the next step is due without any input, on the clock of the inputs; null for never. */
export const wakeAt = ({ life, wire: way }: UploadState): number | null =>
  life === 'going' ? wire.nextWaitEnd(way) : null

function applyInput(change: Change, input: Input) {
  switch (input.type) {
    case 'begin':
    case 'time':
      return
    case 'pause':
      wire.pause(change)
      return
    case 'resume':
      change.wire({ paused: false })
      return
    case 'network-back':
      wire.endWaits(change)
      return
    case 'gate':
      wire.gateAnswered(change, input.isClosed)
      return
    case 'gate-passed':
      wire.gatePassed(change)
      return
    case 'cancel':
      cancel(change)
      return
    default: {
      const unit = change.state.units.get(input.unit)
      // Late events of ended units are ignored.
      if (unit?.kind === 'request') applyToRequest(change, unit, input)
      else if (unit) applyToFile(change, unit, input)
    }
  }
}

type UnitInput = Extract<Input, { unit: UnitId }>

function applyToRequest(change: Change, unit: RequestUnit, input: UnitInput) {
  const id = input.unit
  if (input.type === 'sealed') requests.sealed(change, id, unit, input.outcomes)
  else if (input.type === 'died') requests.requestDied(change, id, unit)
  else if (input.type === 'failed') {
    for (const file of unit.files) change.fail(file, 'processing', input.fault)
    change.end(id)
  } else if (input.type === 'left' || input.type === 'answered') {
    const flight = flightOf(change, input)
    if (!flight) return
    if (input.type === 'left') {
      wire.recordSent(change, flight, input.bytes)
      requests.formSent(change, id, unit, input.bytes)
    } else {
      const outcome = answered(change, flight, input.answer)
      if (outcome !== 'again') requests.formAnswered(change, id, unit, { outcome, answer: input.answer })
    }
  }
}

function applyToFile(change: Change, unit: PartsUnit, input: UnitInput) {
  const id = input.unit
  if (input.type === 'opened') opened(change, id, unit, input.seal)
  else if (input.type === 'made') parts.made(change, id, unit, input)
  else if (input.type === 'kept') parts.recordStored(change, id, unit, input)
  else if (input.type === 'died') fileDied(change, id, unit)
  else if (input.type === 'failed') {
    const reason = { stage: 'processing', fault: input.fault } as const
    if (input.fault.code === 'not-as-sealed') restart(change, id, unit, reason)
    else failFile(change, id, unit, reason)
  } else if (input.type === 'left' || input.type === 'answered') {
    const flight = flightOf(change, input)
    if (!flight) return
    if (input.type === 'left') {
      wire.recordSent(change, flight, input.bytes)
      if (typeof input.what === 'number') parts.partSent(change, id, unit, input.what, input.bytes)
    } else {
      const { what, answer } = input
      const outcome = answered(change, flight, answer)
      if (outcome !== 'again') parts.partsAnswered(change, id, unit, { what, outcome, answer })
    }
  }
}

const flightOf = (change: Change, { unit, what }: { unit: UnitId; what: QueuedRequest['what'] }) =>
  change.state.wire.flights.find(
    (flight) => flight.unit === unit && flight.what === what && flight.state === 'flying',
  )

/** Any call may find the link invalid: then nothing new is begun. */
function answered(change: Change, flight: QueuedRequest, answer: Answer): wire.Outcome {
  const outcome = wire.answered(change, flight, answer)
  if (outcome === 'refused' && !answer.ok && answer.fault.code === 'linkInvalid')
    change.set({ full: answer.fault })
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
  change.set({ life: 'cancelled' })
}
