import type { CallEffect, UploadEffect } from '../../../../core/upload/messages.ts'
import type { UploadResponse, PlanIndex, Unit } from '../../../../core/upload/state.ts'
import { assertRule } from './seededRandom.ts'

const maxAttempts = 3

/** Nothing is tried for ever: threads that die, and files that begin anew. */
export class RetryLimits {
  readonly #hasEnded: (file: PlanIndex) => boolean
  readonly #deaths = { form: new Map<PlanIndex, number>(), parts: new Map<PlanIndex, number>() }
  readonly #restarts = new Map<PlanIndex, { times: number; partChunks: number }>()

  constructor(hasEnded: (file: PlanIndex) => boolean) {
    this.#hasEnded = hasEnded
  }

  /** How often the store failed a part, by its unit. */
  readonly #storeFailures = new Map<string, number>()

  /** To a store that fails a part goes twice; then it comes through the server. */
  beforeCall({ unit, kind, isDirectToStore }: CallEffect) {
    const failures = this.#storeFailures.get(`${unit} ${kind}`) ?? 0
    assertRule(!isDirectToStore || failures < 2, `part ${kind} goes to the store after ${failures} failures`)
  }

  afterResponse({ unit, kind }: CallEffect, answer: UploadResponse) {
    if (answer.ok || answer.at !== 'store') return
    this.#storeFailures.set(`${unit} ${kind}`, (this.#storeFailures.get(`${unit} ${kind}`) ?? 0) + 1)
  }

  /** After the step of it. */
  afterDeath(unit: Unit) {
    const deaths = this.#deaths[unit.kind]
    for (const file of unit.kind === 'form' ? unit.files : [unit.file]) {
      const times = (deaths.get(file) ?? 0) + 1
      deaths.set(file, times)
      assertRule(times < maxAttempts || this.#hasEnded(file), `file ${file} goes on after ${times} deaths`)
    }
  }

  afterEffect(effect: UploadEffect) {
    // Back in the line, it comes into another request.
    if (effect.do === 'emit' && effect.event.type === 'status' && effect.event.status === 'pending')
      this.#deaths.form.delete(effect.event.file)
    if (effect.do === 'open' && effect.packedKey === null) this.#countRestart(effect)
  }

  #countRestart({ file, partChunks }: { file: PlanIndex; partChunks: number }) {
    const before = this.#restarts.get(file) ?? { times: 0, partChunks: Infinity }
    // In smaller parts it begins as often as they become smaller.
    const times = before.times + (partChunks < before.partChunks ? 0 : 1)
    this.#restarts.set(file, { times, partChunks })
    const most = maxAttempts + (this.#deaths.parts.get(file) ?? 0) + 1
    assertRule(times <= most, `file ${file} has begun anew ${times} times`)
  }
}
