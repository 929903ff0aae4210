/** Milliseconds that the other clock is ahead, compared with the middle of a request begun at `before`. */
export const clockOffset = (theirs: Date, before: number): number =>
  Math.round(theirs.getTime() - (before + Date.now()) / 2)

/** Clock offset from the Date header of a response. Null without a valid header. */
export function clockOffsetByDate(date: string | null, before: number): number | null {
  const theirs = new Date(date ?? '')
  // The header has whole seconds.
  return Number.isNaN(theirs.getTime()) ? null : clockOffset(new Date(theirs.getTime() + 500), before)
}
