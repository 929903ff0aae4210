/**
 * [Note: The server's clock]
 * Expiry counts by the server's clock, and a device's may differ: if it is days behind, a link for three days
 * would be refused; if ahead, it would live longer than shown. So times that are proposed and checked here
 * count from the server's, taken from the `Date` header of its responses.
 */

/** Smaller differences may come from slow responses and whole seconds. */
const noticeableMs = 2 * 60_000
/** A slower response tells too little about the time. */
const maxResponseMs = 30_000

let aheadMs = 0

/** @param date a response's `Date` header @param sent when the request was made, by this device's clock */
export function updateServerClock(date: string | null, sent: number, now = Date.now()): void {
  const time = Date.parse(date ?? '')
  if (Number.isNaN(time) || now < sent || now - sent > maxResponseMs) return
  aheadMs = Math.round(time - (sent + now) / 2)
}

/** The server's time as far as known, otherwise this device's. */
export const serverNow = (now = Date.now()): number => (clocksDiffer() ? now + aheadMs : now)

/** The server's time if it differs noticeably from this device's, otherwise null. */
export const serverTimeIfDifferent = (): number | null => (clocksDiffer() ? serverNow() : null)

const clocksDiffer = (): boolean => Math.abs(aheadMs) > noticeableMs
