import { type Fault, FaultError } from '../faults/fault.ts'
import type { Clock } from '../ports.ts'
import { nonReentrant } from '../util/nonReentrant.ts'
import { initialState, stepDownload } from './step.ts'
import type { SinkName, SinkEvent, DownloadEffect, DownloadInput, DownloadState } from './types.ts'

/** A sink that can save the download, and its opening thread. */
export interface OpenedSink {
  open(): void
  /** @param total bytes of the download */
  show(total: number): void
  /**
   * Makes the saved files available to the person. Resolves to 'declined' if the person does not want them after
   * all. @throws FaultError, which ends the download with it; any other error counts as the browser's abort
   */
  handOver(): Promise<'declined' | undefined>
  /** Notifies the thread, or the sink that waits for a press, that the missing input was given. */
  resume(): void
  /** Releases everything and discards what has not been handed over. */
  leave(): void
}

export interface DownloadPorts {
  /** In order of preference. */
  readonly sinks: readonly SinkName[]
  readonly noSink: Fault
  /** @param onEvent gets events of sink and thread @returns null if the sink is unavailable or too small */
  openSink(sink: SinkName, onEvent: (event: SinkEvent) => void): Promise<OpenedSink | null>
  clock: Clock
}

export interface RunningDownload {
  /** The missing input was given: the password, a press, or the same person has signed in. */
  readonly resume: () => void
  readonly cancel: () => void
  /** Resolves with the last state, which has its `end`. Never rejects. */
  readonly ended: Promise<DownloadState>
}

/** Runs the effects of `stepDownload`. @param onState gets each changed state, and the last one */
export function runDownload(ports: DownloadPorts, onState: (state: DownloadState) => void): RunningDownload {
  let state = initialState(ports.sinks, ports.noSink)
  let openedSink: OpenedSink | null = null
  /** Number of the current sink: events of earlier ones are ignored. */
  let sink = 0
  let end: (state: DownloadState) => void
  const ended = new Promise<DownloadState>((resolve) => (end = resolve))

  const step = nonReentrant((next: DownloadInput) => {
    const result = stepDownload(state, next)
    ;({ state } = result)
    for (const effect of result.effects) {
      try {
        runEffect(effect)
      } catch (error) {
        failUnexpectedly(error)
      }
    }
    ports.clock.wakeAt(state.startBy, () => input({ type: 'time' }))
    if (state.stage !== 'ended') return
    offNetwork()
    end(state)
  })
  const input = (event: Omitted<DownloadInput, 'now'>) => step({ ...event, now: ports.clock.now() })
  const failUnexpectedly = (error: unknown) => {
    console.error('A download failed unexpectedly:', error)
    input({ type: 'died' })
  }
  const offNetwork = ports.clock.onNetworkBack(() => input({ type: 'network-back' }))

  const openSink = async (name: SinkName) => {
    const current = ++sink
    const isCurrent = () => current === sink
    let opened: OpenedSink | null = null
    try {
      opened = await ports.openSink(name, (event) => {
        if (isCurrent()) input(event)
      })
    } catch {
      // A sink that throws is unavailable.
    }
    if (!isCurrent()) {
      opened?.leave()
      return
    }
    openedSink = opened
    input({ type: 'sink', isOpen: opened !== null })
  }

  const handOver = async (from: OpenedSink) => {
    const current = sink
    let outcome: Omitted<DownloadInput, 'now'>
    try {
      outcome = { type: (await from.handOver()) === 'declined' ? 'cancel' : 'handed-over' }
    } catch (error) {
      outcome =
        error instanceof FaultError
          ? { type: 'failed', fault: error.fault, entry: null }
          : { type: 'aborted' }
    }
    if (current === sink) input(outcome)
  }

  const runEffect = (effect: DownloadEffect) => {
    switch (effect.do) {
      case 'open-sink':
        void openSink(effect.sink)
        return
      case 'open':
        openedSink?.open()
        return
      case 'show':
        openedSink?.show(effect.total)
        return
      case 'hand-over':
        if (openedSink) void handOver(openedSink)
        return
      case 'resume':
        openedSink?.resume()
        return
      case 'leave': {
        sink++
        const closed = openedSink
        openedSink = null
        closed?.leave()
        return
      }
      case 'emit':
        onState(effect.state)
    }
  }

  input({ type: 'begin' })
  return { resume: () => input({ type: 'resume' }), cancel: () => input({ type: 'cancel' }), ended }
}

/** Distributes Omit over the members of a union. */
type Omitted<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
