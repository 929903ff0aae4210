import type { Fault } from '../../faults/fault.ts'

/**
 * [Note: A download step by step]
 * One download of a person: a file, an archive, or a folder. Its road is chosen, an opening thread works, the browser
 * takes the bytes; what is said of it is what this state says. Pure: see saving.ts, carried out by run.ts.
 */
export type RoadName = 'stream' | 'private-file' | 'streamsaver' | 'memory' | 'folder'

/** What a download waits for, that a person or the network can give. */
export type Need = 'network' | 'link-password' | 'sign-in'

export type SavingEnd =
  | { readonly type: 'saved'; readonly bytes: number }
  | { readonly type: 'cancelled' }
  /** `entry`: index of the file that failed; null when it was none of them. */
  | { readonly type: 'failed'; readonly fault: Fault; readonly entry: number | null }

export interface SavingState {
  /** Still to be tried; the first is the one at work. */
  readonly roads: readonly RoadName[]
  readonly stage: 'road' | 'starting' | 'running' | 'checking' | 'handing-over' | 'ended'
  /** Milliseconds; null where the clock is held. */
  readonly startBy: number | null
  readonly bytes: number
  readonly total: number | null
  readonly filesDone: number
  readonly leftOut: readonly { readonly entry: number; readonly fault: Fault }[]
  readonly needs: Need | null
  readonly end: SavingEnd | null
}

export type SavingInput = { readonly now: number } & (
  | { type: 'begin' | 'cancel' | 'go-on' | 'time' }
  /** The road: whether it can; it did not take the first step; the browser let go; everything is in its place. */
  | { type: 'road'; isOpen: boolean }
  | { type: 'not-started' | 'let-go' | 'handed-over' }
  /** The opening thread. */
  | { type: 'ready'; total: number }
  | { type: 'progressed'; bytes: number; filesDone: number }
  | { type: 'arrived' }
  | { type: 'left-out'; entry: number; fault: Fault }
  | { type: 'needs'; what: Need | null }
  | { type: 'opened'; bytes: number }
  | { type: 'failed'; fault: Fault; entry: number | null }
  | { type: 'died' }
)

export type SavingEffect =
  | { do: 'take-road'; road: RoadName }
  | { do: 'open' }
  | { do: 'show'; total: number }
  | { do: 'hand-over' }
  | { do: 'go-on' }
  | { do: 'leave' }
  | { do: 'tell'; state: SavingState }
