import type { Counters } from '../db/counters.ts'
import type { Db } from '../db/schema.ts'
import { findUserByName } from '../db/users.ts'
import type { By, Happened, Line } from './audit.ts'

const hourSeconds = 3600
/** From all visitors together, of one kind at one object, in an hour. */
const linesAnHour = 30
/** That are gathered at a time; what comes beyond that is not told. */
export const mostGathered = 1000

/** What somebody was refused. */
export type Failed =
  | Happened
  /** A sign-in under a name as it was typed, which is kept only where an account has it: it may be a password. */
  | { kind: 'sign-in-failed'; username: string }

/**
 * Failures within bounds, for strangers make them: of one visitor at one object there is a line for the first, the
 * tenth, the hundredth … within an hour, and of all visitors at an object at most thirty, and then one for the
 * hundredth, the thousandth … of those that would follow, which names no address.
 */
export function createFailureLines(db: Db, counters: Counters) {
  let gathered = new Map<string, { by: By; failed: Failed; count: number; at: string }>()

  async function counted(key: string, count: number): Promise<number | undefined> {
    const { points } = await counters.add(key, count, hourSeconds)
    return isTold(points - count, points) ? points : undefined
  }

  async function lineOf(by: By, happened: Happened, count: number): Promise<Line | undefined> {
    const { kind, accountId, folderId, details } = happened
    const object = `audit ${kind} ${accountId ?? ''} ${folderId ?? ''} ${details?.link ?? ''}`
    const times = await counted(`${object} ${by.address}`, count)
    if (times === undefined) return undefined
    const { points: lines } = await counters.add(object, 1, hourSeconds)
    if (lines <= linesAnHour) return { by, happened: { ...happened, details: { ...details, times } } }
    if (!isTold(lines - 1, lines)) return undefined
    return { by: { ...by, address: null }, happened: { ...happened, details: { ...details, times: lines } } }
  }

  /** Undefined: nobody has this name. */
  async function ofAccount(failed: Failed): Promise<Happened | undefined> {
    if (!('username' in failed)) return failed
    const user = await findUserByName(db, failed.username)
    return user && { kind: failed.kind, accountId: user.id }
  }

  return {
    /** @param at when it happened; of repeats the first time is told */
    add(by: By, failed: Failed, at: string): void {
      const key = JSON.stringify([by, failed])
      const before = gathered.get(key)
      if (before !== undefined) before.count++
      else if (gathered.size < mostGathered) gathered.set(key, { by, failed, count: 1, at })
    },
    /** Lines of what was gathered; they are not given again. */
    async due(): Promise<Line[]> {
      const some = gathered
      gathered = new Map()
      const lines: Line[] = []
      for (const { by, failed, count, at } of some.values()) {
        const happened = await ofAccount(failed)
        const line = happened && (await lineOf(by, { ...happened, at }, count))
        if (line !== undefined) lines.push(line)
      }
      return lines
    },
  }
}

/** Whether a count has reached the first, the tenth, the hundredth …: each power of ten is told once. */
const isTold = (before: number, after: number): boolean =>
  before === 0 || String(after).length > String(before).length
