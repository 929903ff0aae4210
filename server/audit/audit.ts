import type { FastifyRequest } from 'fastify'
import type { AuditDetails } from '../../contract/schemas/audit.ts'
import type { AuditKind } from '../../contract/auditKinds.ts'
import { insertEvent, insertEvents } from '../db/audit.ts'
import type { AuditEventRow, Db } from '../db/schema.ts'
import type { RouteSettings } from '../config/config.ts'
import { visitorAddress } from '../http/ipAddresses.ts'
import type { ClockDep } from '../util/isoTime.ts'

/**
 * [Note: Audit trail]
 *
 * A change records its event in the same transaction, so neither exists without the other. Failures and downloads, which
 * change nothing, are collected in `AuditBuffer`, within limits. The database refuses changes of events, except of the
 * figures of a download that goes on. The sweep removes events older than AUDIT_DAYS; if that is 0, none is recorded.
 *
 * An event is dated when the activity began, and sorted by that. It says who, what, when and from where: names at that
 * time, counts and verified addresses. It contains no secrets, no keys and no file names.
 */
export interface Audit {
  /** Records an event. Call it in the transaction of the change. @returns its id; undefined if AUDIT_DAYS is 0 */
  record(trx: Db, actor: AuditActor, event: NewAuditEvent): Promise<number | undefined>
  /** Binds `record` to an actor, for code that knows what happens but not who does it. */
  recorder(actor: AuditActor): RecordEvent
}

export interface AuditDep {
  audit: Audit
}

export type RecordEvent = (trx: Db, ...events: readonly NewAuditEvent[]) => Promise<unknown>

/** Actor of an event and the address of the client. */
export type AuditActor = Pick<AuditEventRow, 'by' | 'actor_id' | 'api_token' | 'address'>

export interface NewAuditEvent {
  kind: AuditKind
  accountId?: number
  folderId?: number
  /** Time when it began, if earlier than the time of recording. */
  at?: string
  details?: AuditDetails
}

export interface PendingEvent {
  actor: AuditActor
  event: NewAuditEvent
}

export function createAudit({ auditDays, now }: Pick<RouteSettings, 'auditDays'> & ClockDep): Audit {
  const rowOf = (actor: AuditActor, event: NewAuditEvent) => {
    const { kind, accountId = null, folderId = null, at = now().toISOString(), details = {} } = event
    return { kind, ...actor, account_id: accountId, folder_id: folderId, details, at }
  }
  return {
    record: async (trx, actor, event) =>
      auditDays === 0 ? undefined : insertEvent(trx, rowOf(actor, event)),
    recorder:
      (actor) =>
      async (trx, ...events) => {
        if (auditDays === 0) return
        const rows = events.map((event) => rowOf(actor, event))
        await insertEvents(trx, rows)
      },
  }
}

/** Actor of a request: the signed-in account, the API token, or a visitor. */
export function callerActor({ signedIn, ip }: FastifyRequest): AuditActor {
  return {
    by: signedIn === null ? 'visitor' : signedIn.session === null ? 'api-token' : 'account',
    actor_id: signedIn?.user.id ?? null,
    api_token: signedIn?.apiToken ?? null,
    address: visitorAddress(ip),
  }
}

/** Anonymous actor, regardless of a session. */
export const anonymousActor = ({ ip }: FastifyRequest): AuditActor => ({
  ...{ by: 'visitor', actor_id: null, api_token: null },
  address: visitorAddress(ip),
})

/** Actor of a request that has just authenticated this user, before the session exists. */
export const userActor = (request: FastifyRequest, userId: number): AuditActor => ({
  ...{ by: 'account', actor_id: userId, api_token: null },
  address: visitorAddress(request.ip),
})

export const commandLineActor: AuditActor = {
  by: 'command-line',
  actor_id: null,
  api_token: null,
  address: null,
}

/** The server by itself. */
export const serverActor: AuditActor = { ...commandLineActor, by: 'server' }

/** Members `at` and `ended_at` of an event; without `ended_at` if it took no time. */
export const timeSpan = (at: string, ended: string): { at: string; ended_at?: string } =>
  ended > at ? { at, ended_at: ended } : { at }

/** Prefix of a link's token: enough to tell links apart, far too short to open one. */
export const tokenPrefix = (linkToken: string): string => linkToken.slice(0, 6)
