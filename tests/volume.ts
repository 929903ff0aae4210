/** How many cases a property is tried with: few in every run, many with `TEST_VOLUME=full`. */
export function caseCount(quick: number, full: number): number {
  return process.env.TEST_VOLUME === 'full' ? full : quick
}
