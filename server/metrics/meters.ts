import type { RequestLabels } from './labels.ts'

/** Events that are counted as metrics, whose names callers do not know. They do nothing if `METRICS_PORT` is unset. */
export interface Meters {
  /** @returns a function to call once at the end of the request */
  begun(request: RequestLabels): (end: RequestEnd) => void
  /** Encrypted bytes of files were received. */
  received(bytes: number): void
  sent(bytes: number): void
  /** Files were added to a folder. Repeated requests do not count. */
  confirmed(files: number): void
  delivered(to: 'owner' | 'link'): void
  /** A sweep has ended, with the number of removed items by kind. Undefined if it failed. */
  swept(removed: Readonly<Record<string, number>> | undefined, seconds: number): void
}

interface RequestEnd {
  /** Undefined if the connection was closed before the response. */
  status: number | undefined
  seconds: number
}

const noop = (): void => undefined

export const noMeters: Meters = {
  begun: () => noop,
  received: noop,
  sent: noop,
  confirmed: noop,
  delivered: noop,
  swept: noop,
}
