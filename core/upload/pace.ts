import { MiB } from '../../contract/limits.ts'
import type { Pace, RequestQueue } from './state.ts'

/**
 * [Note: The pace of a line]
 * What is in flight follows the rate that answered requests show: the bytes that all requests sent while one was under
 * way, by its time, which includes the delay of the line. Requests that are small for the line show too little, so the
 * highest of the latest rates counts.
 *
 * A slow line has one request at a time, so that what was begun first is confirmed first, and stays when the page is
 * closed. A fast one has as many as fill it. Until the rate is known the first form is alone in flight.
 */
const ratesKept = 8
/** The line is occupied for this long by what is in flight: another request goes while it is less. */
const secondsInFlight = 4
/** Time that the line needs for the small files of a request: several such are sealed, sent and stored at once. */
const secondsPerForm = 0.5
/** Size of a request of small files while the rate is unknown, and at least. A larger file has one of its own. */
export const minFormBytes = MiB

export const initialPace: Pace = { answeredBytes: 0, rates: [] }

export const bytesPerSecond = ({ rates }: Pace): number | null =>
  rates.length > 0 ? Math.max(...rates) : null

/** @param sinceBegin bytes that all requests sent since this one began, and the time since then */
export function paceAfter(
  { answeredBytes, rates }: Pace,
  bytes: number,
  sinceBegin: { bytes: number; milliseconds: number },
): Pace {
  const rate = (Math.max(bytes, sinceBegin.bytes) * 1000) / Math.max(1, sinceBegin.milliseconds)
  return { answeredBytes: answeredBytes + bytes, rates: [...rates, rate].slice(-ratesKept) }
}

/** Bytes of bodies sent so far, answered or not. */
export const sentBytes = ({ answeredBytes }: Pace, { requests }: RequestQueue): number =>
  requests.reduce((sum, { state, sent }) => sum + (state === 'in-flight' ? sent : 0), answeredBytes)

/** Bytes in flight below which another body may go; one may always. */
export function bytesInFlightFor(pace: Pace, hasForms: boolean): number {
  const rate = bytesPerSecond(pace)
  if (rate !== null) return rate * secondsInFlight
  return hasForms ? 0 : Infinity
}

/** Bytes for the next request of small files. */
export function formBytesFor(pace: Pace): number {
  return Math.max(minFormBytes, (bytesPerSecond(pace) ?? 0) * secondsPerForm)
}
