import type { Fault } from '../faults/fault.ts'
import type { LeftOutFile, Blocker, OpeningEnd, OpeningEvent } from '../open/openJob.ts'

/**
 * [Note: A download step by step]
 * One download: a file, an archive, or a folder. A sink is chosen, a thread opens, the browser saves; this
 * state has everything that is shown. Pure: see step.ts, carried out by runDownload.ts.
 */
export type SinkName = 'stream' | 'private-file' | 'streamsaver' | 'memory' | 'folder' | 'share'

/** Reason why a download waits. 'user-activation': browsers share files only shortly after a press of a person. */
export type DownloadBlocker = Blocker | 'user-activation'

export type DownloadEnd =
  | { readonly type: 'saved'; readonly bytes: number }
  | { readonly type: 'cancelled' }
  /** `entry` is the index of the file that failed; null if none. */
  | { readonly type: 'failed'; readonly fault: Fault; readonly entry: number | null }

export interface DownloadState {
  /** Sinks to try; the first one is in use. */
  readonly sinks: readonly SinkName[]
  readonly noSink: Fault
  readonly stage: 'sink' | 'starting' | 'running' | 'checking' | 'handing-over' | 'ended'
  /** Deadline for the browser to start, in milliseconds; null if there is none. */
  readonly startBy: number | null
  readonly bytes: number
  /** Exact size of the download in bytes; null until known. */
  readonly total: number | null
  readonly filesDone: number
  readonly leftOut: readonly LeftOutFile[]
  readonly blocker: DownloadBlocker | null
  readonly end: DownloadEnd | null
}

export type SinkEvent =
  | OpeningEvent
  | OpeningEnd
  /** The opened file is handed over by the next 'resume'. */
  | { readonly type: 'blocker'; readonly blocker: 'user-activation' }
  /** 'not-started': the sink did not start. 'died': its thread has ended unexpectedly. */
  | { readonly type: 'not-started' | 'died' }

export type DownloadInput = { readonly now: number } & (
  | { type: 'begin' | 'cancel' | 'resume' | 'network-back' | 'time' }
  /** 'sink': whether the sink could be opened. 'handed-over': everything is in place. */
  | { type: 'sink'; isOpen: boolean }
  | { type: 'handed-over' }
  | SinkEvent
)

export type DownloadEffect =
  | { do: 'open-sink'; sink: SinkName }
  | { do: 'open' }
  | { do: 'show'; total: number }
  | { do: 'hand-over' }
  | { do: 'resume' }
  /** Releases the sink and its thread at once, and discards unsaved data. */
  | { do: 'leave' }
  | { do: 'emit'; state: DownloadState }
