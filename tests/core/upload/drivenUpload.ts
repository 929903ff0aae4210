import { fault, type Fault, type FaultCode } from '../../../core/faults/fault.ts'
import type { UploadEffect, Fact, Intent, UploadEvent } from '../../../core/upload/messages.ts'
import type { UploadResponse, JournalRecord, UploadPlan, UploadState } from '../../../core/upload/state.ts'
import { initialState, stepUpload, wakeAt } from '../../../core/upload/step.ts'

/** A machine that a test drives by hand: what comes of each input, and the time. */
export class DrivenUpload {
  state: UploadState
  now = 0
  readonly events: UploadEvent[] = []

  constructor(sizes: readonly number[], { threads = 4, records = new Map<number, JournalRecord>() } = {}) {
    const plan: UploadPlan = { files: sizes.map((size, index) => ({ index, size })), records, threads }
    this.state = initialState(plan)
  }

  /** The effects, but for events, which are gathered. `random` in the middle: waits are as they are named. */
  feed(input: Intent | Fact): UploadEffect[] {
    const { state, effects } = stepUpload(this.state, { ...input, now: this.now, random: 0.5 })
    this.state = state
    for (const effect of effects) if (effect.do === 'emit') this.events.push(effect.event)
    return effects.filter((effect) => effect.do !== 'emit')
  }

  /** Lets it rest until it wakes by itself. @returns the milliseconds, and what it does then */
  sleep(): { waited: number; effects: UploadEffect[] } {
    const at = wakeAt(this.state)
    if (at === null) throw new Error('Nothing would wake it.')
    const waited = at - this.now
    this.now = at
    return { waited, effects: this.feed({ type: 'time' }) }
  }

  /** Of the only call of that name that is under way. */
  answer(
    kind: Fact extends infer F ? (F extends { type: 'responded'; kind: infer W } ? W : never) : never,
    its: UploadResponse,
  ) {
    const request = this.state.requestQueue.requests.find(
      (one) => one.kind === kind && one.state === 'in-flight',
    )
    if (!request) throw new Error(`No ${kind} is under way.`)
    return this.feed({ type: 'responded', unit: request.unit, kind, response: its })
  }
}

export const refusedResponse = (
  code: FaultCode,
  status: number | null = null,
  more: Partial<Fault> = {},
): UploadResponse => ({
  ok: false,
  fault: fault(code, { ...more, status }),
})

export const effectsOfType = <D extends UploadEffect['do']>(effects: readonly UploadEffect[], type: D) =>
  effects.filter((effect): effect is Extract<UploadEffect, { do: D }> => effect.do === type)
