import type { Fault } from '../faults/fault.ts'
import type { Effect, FailureStage, Input, UploadEvent } from './messages.ts'
import type { Line, Place, PlannedFile, Unit, UnitId, UploadState, Wire } from './state.ts'

/** How many threads may die of the same unit before it fails, and how often a file may start again. */
export const attempts = 3

/** A step in progress: the new state so far, and the effects to carry out. */
export class Change {
  state: UploadState
  readonly effects: Effect[] = []
  readonly now: number
  readonly random: number

  constructor(state: UploadState, { now, random }: Input) {
    this.state = state
    this.now = now
    this.random = random
  }

  set(part: Partial<UploadState>) {
    this.state = { ...this.state, ...part }
  }

  wire(part: Partial<Wire>) {
    this.set({ wire: { ...this.state.wire, ...part } })
  }

  do(effect: Effect) {
    this.effects.push(effect)
  }

  tell(event: UploadEvent) {
    this.do({ do: 'tell', event })
  }

  begin(unit: Unit): UnitId {
    const id = this.state.nextUnit
    this.set({ nextUnit: id + 1 })
    this.put(id, unit)
    return id
  }

  put(id: UnitId, unit: Unit) {
    this.set({ units: new Map(this.state.units).set(id, unit) })
  }

  /** Ends a unit: frees its thread and memory, and forgets its requests. */
  end(id: UnitId) {
    const units = new Map(this.state.units)
    units.delete(id)
    this.set({ units })
    this.wire({ flights: this.state.wire.flights.filter(({ unit }) => unit !== id) })
    this.do({ do: 'drop', unit: id })
  }

  fail(file: Place, stage: FailureStage, fault: Fault) {
    this.set({ open: this.state.open - 1 })
    this.tell({ type: 'failed', file, stage, fault })
  }

  /** Reports a file's progress as 0 again. */
  forgetProgress(file: Place) {
    this.tell({ type: 'progressed', file, bytes: 0 })
  }

  sizeOf(place: Place): number {
    return fileAt(this.state, place).size
  }
}

export function fileAt({ plan: { files } }: UploadState, place: Place): PlannedFile {
  const file = files[place]
  if (!file) throw new Error(`There is no file ${place} in the plan.`)
  return file
}

export const lineOf = (all: readonly Place[]): Line => ({ back: [], all, at: 0 })
export const isEmpty = ({ back, all, at }: Line): boolean => back.length === 0 && at >= all.length

export function* waitingIn({ back, all, at }: Line): Generator<Place, void, void> {
  yield* back
  for (let next = at; next < all.length; next++) {
    const place = all[next]
    if (place !== undefined) yield place
  }
}

export function taken({ back, all, at }: Line, count: number): Line {
  return { back: back.slice(count), all, at: at + Math.max(0, count - back.length) }
}

export const putBack = (line: Line, places: readonly Place[]): Line => ({
  ...line,
  back: [...places, ...line.back],
})
