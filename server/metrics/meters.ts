import type { RequestLabels } from './requestLabels.ts'

/** Events that are counted as metrics, whose names callers do not know. They do nothing if `METRICS_PORT` is unset. */
export interface Meters {
  /** @returns a function to call once at the end of the request */
  requestBegun(request: RequestLabels): (end: RequestEnd) => void
  /** Encrypted bytes of files were received. */
  bytesReceived(bytes: number): void
  bytesSent(bytes: number): void
  /** Files were added to a folder. Repeated requests do not count. */
  filesConfirmed(files: number): void
  downloadCompleted(to: 'owner' | 'link'): void
  /** A sweep has ended, with the number of removed items by kind. Undefined if it failed. */
  sweepEnded(removed: Readonly<Record<string, number>> | undefined, seconds: number): void
}

export interface MetersDep {
  meters: Meters
}

interface RequestEnd {
  /** Undefined if the connection was closed before the response. */
  status: number | undefined
  seconds: number
}

const noop = (): void => undefined

export const noMeters: Meters = {
  requestBegun: () => noop,
  bytesReceived: noop,
  bytesSent: noop,
  filesConfirmed: noop,
  downloadCompleted: noop,
  sweepEnded: noop,
}
