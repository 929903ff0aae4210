import { MiB } from '../../contract/limits.ts'
import { Change, lineOf, waitingIn } from './change.ts'
import { resume } from './resume.ts'
import { restart, discard, failFile, fileDied, opened } from './largeFile.ts'
import * as parts from './parts.ts'
import * as requests from './requests.ts'
import { largestSharedBytes, noLimit } from './sizes.ts'
import type { Effect, Input } from './messages.ts'
import type { Answer, Flight, PartsUnit, Plan, RequestUnit, UnitId, UploadState } from './state.ts'
import * as wire from './wire.ts'

/** Ciphertext of parts that is held until the server has it. */
export const heldBytes = 48 * MiB

export function beginning(plan: Plan): UploadState {
  const places = plan.files.map((_, place) => place)
  // One that was begun in parts is gone on with, whatever its size.
  const inParts = plan.files.map(({ size }, place) => size > largestSharedBytes || plan.records.has(place))
  return {
    plan,
    life: 'going',
    small: lineOf(places.filter((place) => inParts[place] === false)),
    large: lineOf(places.filter((place) => inParts[place] === true)),
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
 * A batch is what a person started together. Its files go two ways: small ones are sealed many at a time and share
 * multipart requests; a large one is sealed part by part while its parts travel, and is then named by such a request.
 * Either way the server confirms each file once, and each ends in one event.
 *
 * Each step has two halves: what an input changes, and then what may go on now. The second half looks at the state
 * alone, so nobody has to remember to wake somebody. Time and chance come with the input.
 */
export function step(state: UploadState, input: Input): { state: UploadState; effects: readonly Effect[] } {
  const change = new Change(state, input)
  if (state.life === 'going') {
    happen(change, input)
    if (change.state.life === 'going') resume(change)
  }
  return { state: change.state, effects: change.effects }
}

/** When the next step is due without any news, in the milliseconds of the inputs; null for never. */
export const wakeAt = ({ life, wire: way }: UploadState): number | null =>
  life === 'going' ? wire.nextRestOver(way) : null

function happen(change: Change, input: Input) {
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
      wire.restNoLonger(change)
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
      // What comes late, of one that has ended, finds nobody.
      if (unit?.kind === 'request') happenToRequest(change, unit, input)
      else if (unit) happenToFile(change, unit, input)
    }
  }
}

type UnitInput = Extract<Input, { unit: UnitId }>

function happenToRequest(change: Change, unit: RequestUnit, input: UnitInput) {
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
      wire.left(change, flight, input.bytes)
      requests.formLeft(change, id, unit, input.bytes)
    } else {
      const outcome = answered(change, flight, input.answer)
      if (outcome !== 'again') requests.formAnswered(change, id, unit, { outcome, answer: input.answer })
    }
  }
}

function happenToFile(change: Change, unit: PartsUnit, input: UnitInput) {
  const id = input.unit
  if (input.type === 'opened') opened(change, id, unit, input.seal)
  else if (input.type === 'made') parts.made(change, id, unit, input)
  else if (input.type === 'kept') parts.kept(change, id, unit, input)
  else if (input.type === 'died') fileDied(change, id, unit)
  else if (input.type === 'failed') {
    const reason = { stage: 'processing', fault: input.fault } as const
    if (input.fault.code === 'not-as-sealed') restart(change, id, unit, reason)
    else failFile(change, id, unit, reason)
  } else if (input.type === 'left' || input.type === 'answered') {
    const flight = flightOf(change, input)
    if (!flight) return
    if (input.type === 'left') {
      wire.left(change, flight, input.bytes)
      if (typeof input.what === 'number') parts.partLeft(change, id, unit, input.what, input.bytes)
    } else {
      const { what, answer } = input
      const outcome = answered(change, flight, answer)
      if (outcome !== 'again') parts.partsAnswered(change, id, unit, { what, outcome, answer })
    }
  }
}

const flightOf = (change: Change, { unit, what }: { unit: UnitId; what: Flight['what'] }) =>
  change.state.wire.flights.find(
    (flight) => flight.unit === unit && flight.what === what && flight.state === 'flying',
  )

/** A link that is gone says so to any call: nothing new is begun. */
function answered(change: Change, flight: Flight, answer: Answer): wire.Outcome {
  const outcome = wire.answered(change, flight, answer)
  if (outcome === 'refused' && !answer.ok && answer.fault.code === 'linkInvalid')
    change.set({ full: answer.fault })
  return outcome
}

/** Nothing of it stays; nothing is told after it. What is under way ends with the workers. */
function cancel(change: Change) {
  for (const [id, unit] of change.state.units) {
    if (unit.kind === 'parts') discard(change, unit)
    change.end(id)
  }
  const { large, plan } = change.state
  for (const file of waitingIn(large)) discard(change, { file, record: plan.records.get(file) ?? null })
  change.set({ life: 'cancelled' })
}
