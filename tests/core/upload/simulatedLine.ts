import { sealedSize } from '../../../core/crypto/index.ts'
import type { CallEffect, UploadEffect } from '../../../core/upload/messages.ts'
import { DrivenUpload, effectsOfType } from './drivenUpload.ts'

interface Conditions {
  /** Of the line. */
  readonly bytesPerSecond: number
  readonly roundTripMs: number
  /** Time of a sealing thread. */
  readonly sealMsPerFile?: number
  readonly sealMsPerMebibyte?: number
  readonly serverMsPerFile?: number
  readonly threads?: number
}

/** A body on the line, which all of them share. */
interface Body {
  readonly call: CallEffect
  readonly bytes: number
  left: number
}

/** An upload over a line, whose clock jumps from event to event. Buffers on the way take nothing. */
export class SimulatedLine {
  readonly machine: DrivenUpload
  /** When each file was stored, in ms, by its index. */
  readonly storedAt = new Map<number, number>()
  /** When the first byte of each large file went. */
  readonly begunAt = new Map<number, number>()
  /** How many bodies were in flight when each of them began. */
  readonly bodies: number[] = []
  onStored: () => void = () => undefined
  mostBytesInFlight = 0
  /** Time in which the line was idle between the first and the last body. */
  idleMs = 0
  bytesPerSecond: number
  readonly #conditions: Required<Conditions>
  readonly #bodies: Body[] = []
  #later: { at: number; run: () => void }[] = []
  #hasBegun = false

  constructor(sizes: readonly number[], conditions: Conditions) {
    this.#conditions = {
      ...{ sealMsPerFile: 1, sealMsPerMebibyte: 5, serverMsPerFile: 0.5, threads: 3 },
      ...conditions,
    }
    this.bytesPerSecond = conditions.bytesPerSecond
    this.machine = new DrivenUpload(sizes, { threads: this.#conditions.threads })
  }

  /** @returns the milliseconds until all has ended */
  run(): number {
    this.#carryOut(this.machine.feed({ type: 'begin' }))
    while (this.machine.state.phase === 'running') this.#advance()
    return this.machine.now
  }

  #advance() {
    const { machine } = this
    const [next] = this.#later.toSorted((one, other) => one.at - other.at)
    const share = this.bytesPerSecond / 1000 / this.#bodies.length
    const first = this.#bodies.toSorted((one, other) => one.left - other.left)[0]
    const arrival = first ? machine.now + first.left / share : Infinity
    const at = Math.min(arrival, next?.at ?? Infinity)
    if (at === Infinity) throw new Error('It is stuck.')
    const passed = at - machine.now
    if (this.#bodies.length === 0 && this.#hasBegun && this.#hasUnsent) this.idleMs += passed
    machine.now = at
    for (const body of this.#bodies) body.left -= passed * share
    if (first && arrival <= (next?.at ?? Infinity)) this.#arrive(first)
    else if (next) {
      this.#later = this.#later.filter((one) => one !== next)
      next.run()
    }
  }

  get #hasUnsent(): boolean {
    const { requestQueue, small, large } = this.machine.state
    return (
      small.nextIndex < small.all.length ||
      large.nextIndex < large.all.length ||
      requestQueue.requests.some(({ bytes, state }) => bytes > 0 && state === 'waiting')
    )
  }

  #arrive(body: Body) {
    this.#bodies.splice(this.#bodies.indexOf(body), 1)
    const { unit, kind } = body.call
    this.#carryOut(this.machine.feed({ type: 'sent', unit, kind, bytes: body.bytes, isAll: true }))
    this.#answer(body.call)
  }

  #answer(call: CallEffect) {
    const { roundTripMs, serverMsPerFile } = this.#conditions
    const unit = this.machine.state.units.get(call.unit)
    const files = unit?.kind === 'form' ? unit.files : unit && call.kind === 'confirm' ? [unit.file] : []
    this.#after(roundTripMs + serverMsPerFile * files.length, () => {
      const verdicts = files.map((file) => ({ ok: true, fileId: file }) as const)
      const { unit, kind } = call
      const effects = this.machine.feed({
        type: 'responded',
        ...{ unit, kind, response: { ok: true, uploadId: `u${call.unit}`, parts: [], verdicts } },
      })
      for (const { files } of effectsOfType(effects, 'store-completed'))
        for (const { file } of files) this.storedAt.set(file, this.machine.now)
      this.onStored()
      this.#carryOut(effects)
    })
  }

  #carryOut(effects: readonly UploadEffect[]) {
    for (const effect of effects) this.#begin(effect)
  }

  #begin(effect: UploadEffect) {
    const { machine } = this
    const { sealMsPerFile, sealMsPerMebibyte } = this.#conditions
    const sizeOf = (file: number) => machine.state.plan.files[file]?.size ?? 0
    const msFor = (bytes: number) => sealMsPerFile + (bytes / 2 ** 20) * sealMsPerMebibyte
    if (effect.do === 'seal') {
      const { unit } = effect
      const outcomes = effect.files.map((file) => ({
        hash: `hash${file}`,
        sealedBytes: sealedSize(sizeOf(file)),
      }))
      const took = effect.files.reduce((sum, file) => sum + msFor(sizeOf(file)), 0)
      this.#after(took, () => this.#carryOut(machine.feed({ type: 'sealed', unit, outcomes })))
    } else if (effect.do === 'open') {
      const { unit } = effect
      this.#after(1, () => this.#carryOut(machine.feed({ type: 'opened', unit, packedKey: unit })))
    } else if (effect.do === 'make') {
      const { unit, n } = effect
      const of = machine.state.units.get(unit)
      const bytes = of?.kind === 'parts' ? of.partChunks * 2 ** 18 : 0
      const made = () => this.#carryOut(machine.feed({ type: 'made', unit, n, checkpoint: `hash root${n}` }))
      this.#after(msFor(bytes), made)
    } else if (effect.do === 'store-record') {
      const { unit, record } = effect
      const stored = () =>
        this.#carryOut(machine.feed({ type: 'record-stored', unit, record, as: 'durable' }))
      this.#after(5, stored)
    } else if (effect.do === 'call') this.#call(effect)
  }

  #call(call: CallEffect) {
    const { units, requestQueue } = this.machine.state
    const request = requestQueue.requests.find(({ unit, kind }) => unit === call.unit && kind === call.kind)
    const bytes = request?.bytes ?? 0
    if (bytes === 0) {
      this.#answer(call)
      return
    }
    const unit = units.get(call.unit)
    if (unit?.kind === 'parts' && !this.begunAt.has(unit.file)) this.begunAt.set(unit.file, this.machine.now)
    this.#hasBegun = true
    this.#bodies.push({ call, bytes, left: bytes })
    const inFlight = requestQueue.requests.filter((one) => one.state === 'in-flight' && one.bytes > 0)
    this.bodies.push(inFlight.length)
    const bytesInFlight = inFlight.reduce((sum, one) => sum + one.bytes, 0)
    this.mostBytesInFlight = Math.max(this.mostBytesInFlight, bytesInFlight)
  }

  #after(ms: number, run: () => void) {
    this.#later.push({ at: this.machine.now + ms, run })
  }
}
