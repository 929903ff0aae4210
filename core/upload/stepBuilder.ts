import type { Fault } from '../faults/fault.ts'
import type { UploadEffect, FailureStage, UploadInput, UploadEvent } from './messages.ts'
import type { Queue, PlanIndex, PlannedFile, Unit, UnitId, UploadState, RequestQueue } from './state.ts'

/** How many threads may die of the same unit before it fails, and how often a file may start again. */
export const maxAttempts = 3

/** A step in progress: the new state so far, and the effects to carry out. */
export class StepBuilder {
  state: UploadState
  readonly effects: UploadEffect[] = []
  readonly now: number
  readonly random: number

  constructor(state: UploadState, { now, random }: UploadInput) {
    this.state = state
    this.now = now
    this.random = random
  }

  setState(changes: Partial<UploadState>) {
    this.state = { ...this.state, ...changes }
  }

  updateQueue(changes: Partial<RequestQueue>) {
    this.setState({ requestQueue: { ...this.state.requestQueue, ...changes } })
  }

  addEffect(effect: UploadEffect) {
    this.effects.push(effect)
  }

  emit(event: UploadEvent) {
    this.addEffect({ do: 'emit', event })
  }

  beginUnit(unit: Unit): UnitId {
    const id = this.state.nextUnit
    this.setState({ nextUnit: id + 1 })
    this.setUnit(id, unit)
    return id
  }

  setUnit(id: UnitId, unit: Unit) {
    this.setState({ units: new Map(this.state.units).set(id, unit) })
  }

  endUnit(id: UnitId) {
    const units = new Map(this.state.units)
    units.delete(id)
    this.setState({ units })
    this.updateQueue({ requests: this.state.requestQueue.requests.filter(({ unit }) => unit !== id) })
    this.addEffect({ do: 'drop', unit: id })
  }

  failFile(file: PlanIndex, stage: FailureStage, fault: Fault) {
    this.setState({ unfinishedFiles: this.state.unfinishedFiles - 1 })
    this.emit({ type: 'failed', file, stage, fault })
  }

  forgetProgress(file: PlanIndex) {
    this.emit({ type: 'progressed', file, bytes: 0 })
  }

  sizeOf(planIndex: PlanIndex): number {
    return fileAt(this.state, planIndex).size
  }
}

export function fileAt({ plan: { files } }: UploadState, planIndex: PlanIndex): PlannedFile {
  const file = files[planIndex]
  if (!file) throw new Error(`There is no file ${planIndex} in the plan.`)
  return file
}

export const queueOf = (all: readonly PlanIndex[]): Queue => ({ requeued: [], all, nextIndex: 0 })
export const isQueueEmpty = ({ requeued, all, nextIndex }: Queue): boolean =>
  requeued.length === 0 && nextIndex >= all.length

export function* filesWaitingIn({ requeued, all, nextIndex }: Queue): Generator<PlanIndex, void, void> {
  yield* requeued
  for (let next = nextIndex; next < all.length; next++) {
    const planIndex = all[next]
    if (planIndex !== undefined) yield planIndex
  }
}

export function withoutFirst({ requeued, all, nextIndex }: Queue, count: number): Queue {
  return { requeued: requeued.slice(count), all, nextIndex: nextIndex + Math.max(0, count - requeued.length) }
}

export const requeue = (queue: Queue, planIndexes: readonly PlanIndex[]): Queue => ({
  ...queue,
  requeued: [...planIndexes, ...queue.requeued],
})
