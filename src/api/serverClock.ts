/**
 * [Note: The server's clock]
 * What expires does so by the server's clock, and a device may have another: days behind, what was meant to expire in
 * three days would be refused; days ahead, it would live longer than anybody was told. So times that are proposed and
 * judged here are counted from the server's, which every answer has in its header `Date`.
 */

/** Below it is what a slow answer and whole seconds make. */
const noticeableMs = 2 * 60_000
/** An answer that took longer may have been made at any time in between. */
const mostMs = 30_000

let aheadMs = 0

/**
 * An answer has come.
 * @param date its header `Date`
 * @param sent when it was asked for, on this device's clock
 */
export function noteServerTime(date: string | null, sent: number, now = Date.now()): void {
  const time = Date.parse(date ?? '')
  if (Number.isNaN(time) || now < sent || now - sent > mostMs) return
  aheadMs = Math.round(time - (sent + now) / 2)
}

/** The server's time, as far as this page knows it; without an answer this device's. */
export const serverNow = (now = Date.now()): number => (clocksDiffer() ? now + aheadMs : now)

/** The server's time where it is noticeably another than this device's; else null. */
export const otherServerTime = (): number | null => (clocksDiffer() ? serverNow() : null)

const clocksDiffer = (): boolean => Math.abs(aheadMs) > noticeableMs
