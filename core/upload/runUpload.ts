import type { UploadPorts } from '../ports.ts'
import { nonReentrant } from '../util/nonReentrant.ts'
import { EffectRunner } from './effectRunner.ts'
import type { Fact, Intent, UploadEvent } from './messages.ts'
import type { UploadPlan } from './state.ts'
import { initialState, stepUpload, wakeAt } from './step.ts'

export interface UploadRun {
  pause(): void
  resume(): void
  passGate(): void
  /** Removes files that have not ended from the server; the caller removes the journal. */
  cancel(): void
  /** The page closes: nothing more is started or reported, threads end, the journal stays. */
  leave(): void
  /** Resolves when all files have ended or the run is left; rejects if machine or listener throws. */
  readonly ended: Promise<void>
}

/**
 * Carries out the effects of the upload machine: handles one input at a time, and the effects of its step in order.
 * @param onEvent gets events, until `cancel` or `leave`
 */
export function runUpload<F>(
  plan: UploadPlan,
  ports: UploadPorts<F>,
  onEvent: (event: UploadEvent) => void,
): UploadRun {
  const { clock, workers } = ports
  let state = initialState(plan)
  let isClosed = false
  let settle: { resolve: () => void; reject: (error: unknown) => void } | undefined
  const ended = new Promise<void>((resolve, reject) => (settle = { resolve, reject }))

  const take = nonReentrant((input: Intent | Fact) => {
    if (isClosed) return
    try {
      apply(input)
    } catch (error) {
      settle?.reject(error)
      close()
    }
  })
  const runner = new EffectRunner(ports, take, onEvent)
  workers.onProgress((unit, kind, bytes, isAll) => take({ type: 'sent', unit, kind, bytes, isAll }))
  workers.onDeath((unit) => take({ type: 'died', unit }))
  const offNetwork = clock.onNetworkBack(() => take({ type: 'network-back' }))

  function apply(input: Intent | Fact) {
    const next = stepUpload(state, { ...input, now: clock.now(), random: clock.random() })
    ;({ state } = next)
    for (const effect of next.effects) {
      // A listener may have left.
      if (isClosed) return
      runner.begin(effect, state)
    }
    if (state.phase === 'running') clock.wakeAt(wakeAt(state), () => take({ type: 'time' }))
    else close()
  }

  function close() {
    if (isClosed) return
    isClosed = true
    clock.wakeAt(null, () => undefined)
    offNetwork()
    runner.close()
    settle?.resolve()
  }

  take({ type: 'begin' })
  return {
    pause: () => take({ type: 'pause' }),
    resume: () => take({ type: 'resume' }),
    passGate: () => take({ type: 'gate-passed' }),
    cancel: () => take({ type: 'cancel' }),
    leave: close,
    ended,
  }
}
