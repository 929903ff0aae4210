import type { RequestLabels } from './labels.ts'

/**
 * What the server tells of its work while it works. Whoever tells knows neither the names of figures nor who reads them;
 * where nobody does (`METRICS_PORT` is not set), telling does nothing.
 */
export interface Meters {
  /** A request has begun. @returns to be called once, when it is over */
  begun(request: RequestLabels): (end: RequestEnd) => void
  /** Bytes of files have come from a visitor, encrypted as they are. */
  received(bytes: number): void
  /** Bytes of files are with the network. */
  sent(bytes: number): void
  /** Files have come into a folder, for the first time and not as a repeat. */
  confirmed(files: number): void
  /** A file has reached its end in somebody's browser. */
  delivered(to: 'owner' | 'link'): void
  /** A sweep is over, with what it removed by kind; undefined: it failed. */
  swept(removed: Readonly<Record<string, number>> | undefined, seconds: number): void
}

export interface RequestEnd {
  /** Undefined: the connection ended before the answer did. */
  status: number | undefined
  seconds: number
}

const nothing = (): void => undefined

export const noMeters: Meters = {
  begun: () => nothing,
  received: nothing,
  sent: nothing,
  confirmed: nothing,
  delivered: nothing,
  swept: nothing,
}
