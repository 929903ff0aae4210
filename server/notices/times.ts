/** When something is told again that did not get through, and when no more. In seconds. */

const minute = 60
const hour = 60 * minute

/** After the first failure, the second …; the last of these from then on. */
const pauses = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour] as const
const longest = 12 * hour

/** Until so long after it was made the last try is begun. */
export const giveUpSeconds = 48 * hour

/** Who is told of something by a server that dies meanwhile is told again after this. */
export const leaseSeconds = 10 * minute

/** Mails to one person about one folder lie so far apart, and say what happened in between. */
export const mailGapSeconds = 5 * minute

export const after = (time: Date, seconds: number): string =>
  new Date(time.getTime() + seconds * 1000).toISOString()

/** When to try again after so many attempts; undefined: never. */
export function nextTry(attempts: number, madeAt: string, now: Date): string | undefined {
  const next = after(now, pauses[attempts - 1] ?? longest)
  return Date.parse(next) - Date.parse(madeAt) > giveUpSeconds * 1000 ? undefined : next
}

/** When somebody is mailed of what happens now. */
export function mailDue(mailedAt: string | null, now: Date): string {
  const earliest = mailedAt === null ? now.toISOString() : after(new Date(mailedAt), mailGapSeconds)
  return earliest > now.toISOString() ? earliest : now.toISOString()
}
