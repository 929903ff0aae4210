import type { FastifyRequest } from 'fastify'
import type { AuditDetails } from '../../contract/schemas/audit.ts'
import type { AuditKind } from '../../contract/auditKinds.ts'
import { insertEvent } from '../db/audit.ts'
import type { AuditEventRow, Db } from '../db/schema.ts'
import { visitorAddress } from '../security/addresses.ts'

/**
 * [Note: Audit trail]
 *
 * A change records its event in the same transaction, so neither exists without the other. Failures and
 * downloads, which change nothing, are collected in `notes`, within limits. Events are only added, never
 * changed (enforced by the database), and are swept when they are older than AUDIT_DAYS. With 0 none is
 * recorded.
 *
 * An event is dated when the activity began, and has an end time if it took a while; events recorded later
 * are sorted by their date. An event says who, what, when and from where: names at that time, counts and
 * verified addresses. It contains no secrets, no keys and no file names.
 */
export interface Audit {
  /** Call it in the transaction of the change. */
  record(trx: Db, by: By, happened: Happened): Promise<void>
  /** `record` bound to an actor, for code that knows what happens but not who does it. */
  recorder(by: By): RecordEvent
}

export type RecordEvent = (trx: Db, happened: Happened) => Promise<void>

/** Actor of an event and the address of the client. */
export type By = Pick<AuditEventRow, 'by' | 'actor_id' | 'api_token' | 'address'>

export interface Happened {
  kind: AuditKind
  /** Account that the event concerns. */
  accountId?: number
  /** Folder that the event concerns. */
  folderId?: number
  /** Time when it began, if earlier than the time of recording. */
  at?: string
  details?: AuditDetails
}

/** Event that is waiting to be recorded. */
export interface Line {
  by: By
  happened: Happened
}

export function createAudit({ auditDays, now }: { auditDays: number; now: () => Date }): Audit {
  const record: Audit['record'] = async (trx, by, happened) => {
    if (auditDays === 0) return
    const { kind, accountId = null, folderId = null, at = now().toISOString(), details = {} } = happened
    const event = { kind, ...by, account_id: accountId, folder_id: folderId, details }
    await insertEvent(trx, { ...event, at })
  }
  return { record, recorder: (by) => (trx, happened) => record(trx, by, happened) }
}

/** Actor of a request: the signed-in user, or anonymous. */
export function byCaller({ signedIn, ip }: FastifyRequest): By {
  return {
    by: signedIn === null ? 'visitor' : signedIn.session === null ? 'api-token' : 'account',
    actor_id: signedIn?.user.id ?? null,
    api_token: signedIn?.apiToken ?? null,
    address: visitorAddress(ip),
  }
}

/** Anonymous actor, regardless of a session. */
export const byStranger = ({ ip }: FastifyRequest): By => ({
  ...{ by: 'visitor', actor_id: null, api_token: null },
  address: visitorAddress(ip),
})

/** Actor of a request that has just authenticated this user, before the session exists. */
export const byUser = (request: FastifyRequest, userId: number): By => ({
  ...{ by: 'account', actor_id: userId, api_token: null },
  address: visitorAddress(request.ip),
})

/** Actor with shell access to the server. */
export const byCommandLine: By = { by: 'command-line', actor_id: null, api_token: null, address: null }

/** Start and end time of an activity that took a while. */
export const beginAndEnd = (at: string, ended: string): { at: string; ended_at?: string } =>
  ended > at ? { at, ended_at: ended } : { at }

/** Prefix of a link's token: enough to tell links apart, far too short to open one. */
export const shortToken = (linkToken: string): string => linkToken.slice(0, 6)
