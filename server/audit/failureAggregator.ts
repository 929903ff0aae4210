import type { Counters } from '../db/counters.ts'
import type { Db } from '../db/schema.ts'
import { findUserByName } from '../db/accounts/users.ts'
import type { AuditActor, NewAuditEvent, PendingEvent } from './audit.ts'

const hourSeconds = 3600
/** Maximum number of lines per hour of one kind about one object, of all visitors together. */
const maxLinesPerHour = 30
/** Maximum number of failures that are collected at a time. Further ones are dropped. */
export const maxCollectedFailures = 1000

export type RefusedAttempt =
  | NewAuditEvent
  /** The name as typed is stored only if an account has it: it may be a password. */
  | { kind: 'sign-in-failed'; username: string }

/**
 * Aggregates failures, which anybody can cause. Per visitor and object there is a line for the first, the
 * tenth, the hundredth … failure in an hour. All visitors of an object get at most thirty lines, followed by
 * one without an address for the hundredth, the thousandth … line that there would be.
 */
export function createFailureAggregator(db: Db, counters: Counters) {
  let collected = new Map<string, { by: AuditActor; failed: RefusedAttempt; count: number; at: string }>()

  /** Adds to a count. Undefined unless it has passed a power of ten, which is reported. */
  async function countIfReported(key: string, count: number): Promise<number | undefined> {
    const { points } = await counters.add(key, count, hourSeconds)
    return passesPowerOfTen(points - count, points) ? points : undefined
  }

  async function toPendingEvent(
    by: AuditActor,
    event: NewAuditEvent,
    count: number,
  ): Promise<PendingEvent | undefined> {
    const { kind, accountId, folderId, details } = event
    const object = `audit ${kind} ${accountId ?? ''} ${folderId ?? ''} ${details?.link ?? ''}`
    const times = await countIfReported(`${object} ${by.address}`, count)
    if (times === undefined) return undefined
    const { points: lines } = await counters.add(object, 1, hourSeconds)
    if (lines <= maxLinesPerHour) return { actor: by, event: { ...event, details: { ...details, times } } }
    if (!passesPowerOfTen(lines - 1, lines)) return undefined
    return { actor: { ...by, address: null }, event: { ...event, details: { ...details, times: lines } } }
  }

  /** Replaces a typed user name by its account. Undefined if there is none. */
  async function withAccount(failed: RefusedAttempt): Promise<NewAuditEvent | undefined> {
    if (!('username' in failed)) return failed
    const user = await findUserByName(db, failed.username)
    return user && { kind: failed.kind, accountId: user.id }
  }

  return {
    /** @param at time of the failure. Of repeated failures, the first is recorded. */
    add(by: AuditActor, failed: RefusedAttempt, at: string): void {
      const key = JSON.stringify([by, failed])
      const existing = collected.get(key)
      if (existing !== undefined) existing.count++
      else if (collected.size < maxCollectedFailures) collected.set(key, { by, failed, count: 1, at })
    },
    async takeAll(): Promise<PendingEvent[]> {
      const attempts = collected
      collected = new Map()
      const lines: PendingEvent[] = []
      for (const { by, failed, count, at } of attempts.values()) {
        const event = await withAccount(failed)
        const line = event && (await toPendingEvent(by, { ...event, at }, count))
        if (line !== undefined) lines.push(line)
      }
      return lines
    },
  }
}

/** True if a count reaches a power of ten between `before` and `after`. */
const passesPowerOfTen = (before: number, after: number): boolean =>
  before === 0 || String(after).length > String(before).length
