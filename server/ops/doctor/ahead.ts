/** By how many ms another clock is ahead, against the middle of the question that began at `before`. */
export const ahead = (theirs: Date, before: number): number =>
  Math.round(theirs.getTime() - (before + Date.now()) / 2)

/** The same by the Date of an answer of HTTP; null where it names none. */
export function aheadByDate(date: string | null, before: number): number | null {
  const theirs = new Date(date ?? '')
  // It names whole seconds.
  return Number.isNaN(theirs.getTime()) ? null : ahead(new Date(theirs.getTime() + 500), before)
}
