import type { Fault } from '../faults/fault.ts'
import type { Clock } from '../ports.ts'
import { beginning, step } from './saving.ts'
import type { RoadName, RoadNews, SavingEffect, SavingInput, SavingState } from './types.ts'

/** A road that can save the download, and the thread that opens for it. */
export interface TakenRoad {
  /** The thread begins; how it goes is told as news. */
  open(): void
  /** @param total bytes of the download */
  show(total: number): void
  /** Puts everything where the person finds it. @throws where that cannot be done any more */
  handOver(): Promise<void>
  /** What was needed is there. */
  goOn(): void
  /** Lets go of everything. What has not been handed over is thrown away. */
  leave(): void
}

/** What one download needs of a platform. */
export interface SavingPorts {
  /** In the order in which they are tried. */
  readonly roads: readonly RoadName[]
  /** What to say where none of them can. */
  readonly noRoad: Fault
  /** @param hear what road and thread have to say from then on @returns null where it cannot, or not so much */
  takeRoad(road: RoadName, hear: (news: RoadNews) => void): Promise<TakenRoad | null>
  clock: Clock
}

/** What a page holds of a download that it has begun. */
export interface RunningSaving {
  /** What was needed is there: the password was given, the same person has signed in. */
  readonly goOn: () => void
  readonly cancel: () => void
  /** The last state, with its `end`. Never rejects. */
  readonly ended: Promise<SavingState>
}

/**
 * Saves one download, and carries out what the machine decides.
 * @param tell each state that differs from the one before, the last one included
 */
export function runSaving(ports: SavingPorts, tell: (state: SavingState) => void): RunningSaving {
  let state = beginning(ports.roads, ports.noRoad)
  let taken: TakenRoad | null = null
  /** Counts roads: what one that was left still says is not heard. */
  let road = 0
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

  const takeRoad = async (name: RoadName) => {
    const mine = ++road
    const isMine = () => mine === road
    let found: TakenRoad | null = null
    try {
      found = await ports.takeRoad(name, (news) => {
        if (isMine()) input(news)
      })
    } catch {
      // A road that cannot even be looked at is none.
    }
    if (!isMine()) {
      found?.leave()
      return
    }
    taken = found
    input({ type: 'road', isOpen: found !== null })
  }

  const handOver = async (from: TakenRoad) => {
    const mine = road
    let isInPlace = false
    try {
      await from.handOver()
      isInPlace = true
    } catch {
      // Said as what it comes to: the browser does not keep it.
    }
    if (mine === road) input({ type: isInPlace ? 'handed-over' : 'let-go' })
  }

  const carryOut = (effect: SavingEffect) => {
    switch (effect.do) {
      case 'take-road':
        void takeRoad(effect.road)
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
        taken?.goOn()
        return
      case 'leave': {
        road++
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
  return { goOn: () => input({ type: 'go-on' }), cancel: () => input({ type: 'cancel' }), ended }
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
