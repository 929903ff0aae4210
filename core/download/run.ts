import type { Fault } from '../faults/fault.ts'
import type { Clock } from '../ports.ts'
import { beginning, step } from './saving.ts'
import type { SinkName, SinkEvent, SavingEffect, SavingInput, SavingState } from './types.ts'

/** A sink that can save the download, and the thread that opens for it. */
export interface OpenedSink {
  /** The thread begins; how it goes is told as news. */
  open(): void
  /** @param total bytes of the download */
  show(total: number): void
  /** Puts everything where the person finds it. @throws where that cannot be done any more */
  handOver(): Promise<void>
  /** What was needed is there. */
  resume(): void
  /** Lets go of everything. What has not been handed over is thrown away. */
  leave(): void
}

/** What one download needs of a platform. */
export interface SavingPorts {
  /** In the order in which they are tried. */
  readonly sinks: readonly SinkName[]
  /** What to say where none of them can. */
  readonly noSink: Fault
  /** @param hear what sink and thread have to say from then on @returns null where it cannot, or not so much */
  openSink(sink: SinkName, hear: (news: SinkEvent) => void): Promise<OpenedSink | null>
  clock: Clock
}

/** What a page holds of a download that it has begun. */
export interface RunningSaving {
  /** What was needed is there: the password was given, the same person has signed in. */
  readonly resume: () => void
  readonly cancel: () => void
  /** The last state, with its `end`. Never rejects. */
  readonly ended: Promise<SavingState>
}

/**
 * Saves one download, and carries out what the machine decides.
 * @param tell each state that differs from the one before, the last one included
 */
export function runSaving(ports: SavingPorts, tell: (state: SavingState) => void): RunningSaving {
  let state = beginning(ports.sinks, ports.noSink)
  let taken: OpenedSink | null = null
  /** Counts sinks: what one that was left still says is not heard. */
  let sink = 0
  let end: (state: SavingState) => void
  const ended = new Promise<SavingState>((resolve) => (end = resolve))

  const take = inOrder((next: SavingInput) => {
    const after = step(state, next)
    ;({ state } = after)
    for (const effect of after.effects) {
      try {
        carryOut(effect)
      } catch (error) {
        broke(error)
      }
    }
    ports.clock.wakeAt(state.startBy, () => input({ type: 'time' }))
    if (state.stage !== 'ended') return
    offNetwork()
    end(state)
  })
  const input = (what: Omitted<SavingInput, 'now'>) => take({ ...what, now: ports.clock.now() })
  /** What nobody expects ends the download rather than leave it standing, and is said in the console. */
  const broke = (error: unknown) => {
    console.error('A download met what nobody expects:', error)
    input({ type: 'died' })
  }
  const offNetwork = ports.clock.onNetworkBack(() => input({ type: 'network-back' }))

  const openSink = async (name: SinkName) => {
    const mine = ++sink
    const isMine = () => mine === sink
    let found: OpenedSink | null = null
    try {
      found = await ports.openSink(name, (news) => {
        if (isMine()) input(news)
      })
    } catch {
      // A sink that cannot even be looked at is none.
    }
    if (!isMine()) {
      found?.leave()
      return
    }
    taken = found
    input({ type: 'sink', isOpen: found !== null })
  }

  const handOver = async (from: OpenedSink) => {
    const mine = sink
    let isInPlace = false
    try {
      await from.handOver()
      isInPlace = true
    } catch {
      // Said as what it comes to: the browser does not keep it.
    }
    if (mine === sink) input({ type: isInPlace ? 'handed-over' : 'aborted' })
  }

  const carryOut = (effect: SavingEffect) => {
    switch (effect.do) {
      case 'take-sink':
        void openSink(effect.sink)
        return
      case 'open':
        taken?.open()
        return
      case 'show':
        taken?.show(effect.total)
        return
      case 'hand-over':
        if (taken) void handOver(taken)
        return
      case 'go-on':
        taken?.resume()
        return
      case 'leave': {
        sink++
        const left = taken
        taken = null
        left?.leave()
        return
      }
      case 'tell':
        tell(effect.state)
    }
  }

  input({ type: 'begin' })
  return { resume: () => input({ type: 'go-on' }), cancel: () => input({ type: 'cancel' }), ended }
}

/** One at a time: what is done about one may have something to say at once. */
function inOrder<T>(take: (one: T) => void): (one: T) => void {
  const waiting: T[] = []
  let isTaking = false
  return (one) => {
    waiting.push(one)
    if (isTaking) return
    isTaking = true
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) take(next)
    } finally {
      isTaking = false
    }
  }
}

/** Of each member of a union. */
type Omitted<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
