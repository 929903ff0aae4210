import type { Fault } from '../faults/fault.ts'
import type { LeftOut, Blocker, OpeningEnd, OpeningNews } from '../open/job.ts'

export type { LeftOut, Blocker } from '../open/job.ts'

/**
 * [Note: A download step by step]
 * One download of a person: a file, an archive, or a folder. Its sink is chosen, an opening thread works, the browser
 * takes the bytes; what is said of it is what this state says. Pure: see saving.ts, carried out by run.ts.
 */
export type SinkName = 'stream' | 'private-file' | 'streamsaver' | 'memory' | 'folder'

export type SavingEnd =
  | { readonly type: 'saved'; readonly bytes: number }
  | { readonly type: 'cancelled' }
  /** `entry`: index of the file that failed; null when it was none of them. */
  | { readonly type: 'failed'; readonly fault: Fault; readonly entry: number | null }

export interface SavingState {
  /** Still to be tried; the first is the one at work. */
  readonly sinks: readonly SinkName[]
  /** What to say where none of them can. */
  readonly noSink: Fault
  readonly stage: 'sink' | 'starting' | 'running' | 'checking' | 'handing-over' | 'ended'
  /** Until when the browser has to take the first step, in milliseconds; null where nobody waits for that. */
  readonly startBy: number | null
  /** Opened so far. */
  readonly bytes: number
  /** Of the download, exactly; null until all that has to be known of it is. */
  readonly total: number | null
  readonly filesDone: number
  readonly leftOut: readonly LeftOut[]
  readonly needs: Blocker | null
  readonly end: SavingEnd | null
}

/** What a sink and its opening thread have to say. */
export type SinkEvent =
  | OpeningNews
  | OpeningEnd
  /** The sink did not take the first step; its thread has ended without a word. */
  | { readonly type: 'not-started' | 'died' }

export type SavingInput = { readonly now: number } & (
  | { type: 'begin' | 'cancel' | 'go-on' | 'network-back' | 'time' }
  /** The sink: whether it can; everything is in its place. */
  | { type: 'sink'; isOpen: boolean }
  | { type: 'handed-over' }
  | SinkEvent
)

export type SavingEffect =
  | { do: 'take-sink'; sink: SinkName }
  | { do: 'open' }
  | { do: 'show'; total: number }
  | { do: 'hand-over' }
  | { do: 'go-on' }
  /** Lets go of the sink and its thread, whatever they are doing. What has not been saved is thrown away. */
  | { do: 'leave' }
  | { do: 'tell'; state: SavingState }
