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

export interface LeftOut {
  /** Index of a file of an archive or folder that is not in it. */
  readonly entry: number
  readonly fault: Fault
}

export interface SavingState {
  /** Still to be tried; the first is the one at work. */
  readonly roads: readonly RoadName[]
  /** What to say where none of them can. */
  readonly noRoad: Fault
  readonly stage: 'road' | 'starting' | 'running' | 'checking' | 'handing-over' | 'ended'
  /** Until when the browser has to take the first step, in milliseconds; null where the clock is held. */
  readonly startBy: number | null
  /** Opened so far. */
  readonly bytes: number
  /** Of the download, exactly; null until all that has to be known of it is. */
  readonly total: number | null
  readonly filesDone: number
  readonly leftOut: readonly LeftOut[]
  readonly needs: Need | null
  readonly end: SavingEnd | null
}

/** What a road and its opening thread have to say. */
export type RoadNews =
  /** The road did not take the first step; the browser let go. */
  | { type: 'not-started' | 'let-go' }
  /** All is known: the browser may be told to ask for it. `total`: bytes of the download. */
  | { type: 'ready'; total: number }
  | { type: 'progressed'; bytes: number; filesDone: number }
  /** Of a single file every byte has come; what is left is to open and compare the last of them. */
  | { type: 'arrived' }
  /** A file failed before its first byte: the archive goes on without it. */
  | ({ type: 'left-out' } & LeftOut)
  | { type: 'needs'; what: Need | null }
  /** Every byte is verified and with whoever saves it. */
  | { type: 'opened'; bytes: number }
  | { type: 'failed'; fault: Fault; entry: number | null }
  | { type: 'died' }

export type SavingInput = { readonly now: number } & (
  | { type: 'begin' | 'cancel' | 'go-on' | 'time' }
  /** The road: whether it can; everything is in its place. */
  | { type: 'road'; isOpen: boolean }
  | { type: 'handed-over' }
  | RoadNews
)

export type SavingEffect =
  | { do: 'take-road'; road: RoadName }
  | { do: 'open' }
  | { do: 'show'; total: number }
  | { do: 'hand-over' }
  | { do: 'go-on' }
  /** Lets go of the road and its thread, whatever they are doing. What has not been saved is thrown away. */
  | { do: 'leave' }
  | { do: 'tell'; state: SavingState }
