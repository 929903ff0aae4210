import type { UploadPorts } from '../ports.ts'
import { serialized } from '../util/serialized.ts'
import { EffectRunner } from './effects.ts'
import type { Fact, Intent, UploadEvent } from './messages.ts'
import type { Plan, UploadState } from './state.ts'
import { initialState, step, wakeAt } from './step.ts'

/** Controls of an upload in progress. */
export interface UploadRun {
  pause(): void
  resume(): void
  /** The gate of the link was passed. */
  passGate(): void
  /** Removes files that have not ended from the server; the journal is the owner's to remove. */
  cancel(): void
  /** The page closes: nothing more is started or reported, threads end, the journal stays. */
  leave(): void
  /** Resolves when all files have ended or the run is left; rejects if machine or listener throws. */
  readonly ended: Promise<void>
}

/** Carries out the machine's effects. @param onEvent gets events, until `cancel` or `leave` */
export function runUpload<F>(
  plan: Plan,
  ports: UploadPorts<F>,
  onEvent: (event: UploadEvent) => void,
): UploadRun {
  const runner = new Runner(plan, ports, onEvent)
  runner.take({ type: 'begin' })
  return {
    pause: () => runner.take({ type: 'pause' }),
    resume: () => runner.take({ type: 'resume' }),
    passGate: () => runner.take({ type: 'gate-passed' }),
    cancel: () => runner.take({ type: 'cancel' }),
    leave: () => runner.close(),
    ended: runner.ended,
  }
}

/** Handles one input at a time, the effects of its step in order, and one timer. */
class Runner<F> {
  readonly ended: Promise<void>
  readonly #ports: UploadPorts<F>
  readonly #effects: EffectRunner<F>
  readonly #offNetwork: () => void
  #state: UploadState
  #isClosed = false
  #settle: { resolve: () => void; reject: (error: unknown) => void } | undefined

  readonly take = serialized((input: Intent | Fact) => {
    if (this.#isClosed) return
    try {
      this.#step(input)
    } catch (error) {
      this.#settle?.reject(error)
      this.close()
    }
  })

  constructor(plan: Plan, ports: UploadPorts<F>, onEvent: (event: UploadEvent) => void) {
    this.ended = new Promise((resolve, reject) => (this.#settle = { resolve, reject }))
    this.#state = initialState(plan)
    this.#ports = ports
    this.#effects = new EffectRunner(ports, this.take, onEvent)
    ports.workers.onProgress((unit, kind, bytes) => this.take({ type: 'sent', unit, kind, bytes }))
    ports.workers.onDeath((unit) => this.take({ type: 'died', unit }))
    this.#offNetwork = ports.clock.onNetworkBack(() => this.take({ type: 'network-back' }))
  }

  #step(input: Intent | Fact) {
    const { clock } = this.#ports
    const { state, effects } = step(this.#state, { ...input, now: clock.now(), random: clock.random() })
    this.#state = state
    for (const effect of effects) {
      // A listener may have left.
      if (this.#isClosed) return
      this.#effects.begin(effect, state)
    }
    if (state.phase === 'running') clock.wakeAt(wakeAt(state), () => this.take({ type: 'time' }))
    else this.close()
  }

  close() {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#ports.clock.wakeAt(null, () => undefined)
    this.#offNetwork()
    this.#effects.close()
    this.#settle?.resolve()
  }
}
