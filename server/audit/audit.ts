import type { FastifyRequest } from 'fastify'
import type { AuditDetails } from '../../contract/schemas/audit.ts'
import type { AuditKind } from '../../contract/auditKinds.ts'
import { insertEvent } from '../db/audit.ts'
import type { AuditEventRow, Db } from '../db/schema.ts'
import { visitorAddress } from '../security/addresses.ts'

/**
 * [Note: Audit trail]
 *
 * What changes something writes its line in its own transaction: no change is without one, and no line without its
 * change. What is no change (failures, downloads) is gathered in `notes`, within bounds. Lines are added, never
 * changed (the database refuses that), and go with the sweep when they are older than AUDIT_DAYS; 0 writes none.
 *
 * A line has the time at which what it tells of began, and the time at which that ended where it took a while. A line
 * that is written later stands where it belongs. It holds who, what, when and from where: names as they were then,
 * counts, proven addresses. It holds nothing that a person typed as a secret, nothing that opens anything, and no name
 * of a file.
 */
export interface Audit {
  /** Call it in the transaction of what happened. */
  record(trx: Db, by: By, happened: Happened): Promise<void>
  /** `record` for who knows what happens, and not who does it. */
  teller(by: By): Tell
}

export type Tell = (trx: Db, happened: Happened) => Promise<void>

/** Who does it, and from where. */
export type By = Pick<AuditEventRow, 'by' | 'actor_id' | 'api_token' | 'address'>

export interface Happened {
  kind: AuditKind
  /** To which account, */
  accountId?: number
  /** or in which folder. */
  folderId?: number
  /** When it began, where that was before it is told. */
  at?: string
  details?: AuditDetails
}

/** What is still to be recorded. */
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
  return { record, teller: (by) => (trx, happened) => record(trx, by, happened) }
}

/** Who makes a call: as they are signed in, or anybody. */
export function byCaller({ signedIn, ip }: FastifyRequest): By {
  return {
    by: signedIn === null ? 'visitor' : signedIn.session === null ? 'api-token' : 'account',
    actor_id: signedIn?.user.id ?? null,
    api_token: signedIn?.apiToken ?? null,
    address: visitorAddress(ip),
  }
}

/** Whoever says to be somebody, signed in as somebody else or not. */
export const byStranger = ({ ip }: FastifyRequest): By => ({
  ...{ by: 'visitor', actor_id: null, api_token: null },
  address: visitorAddress(ip),
})

/** Who has just proven to be this user, and is not signed in yet. */
export const byUser = (request: FastifyRequest, userId: number): By => ({
  ...{ by: 'account', actor_id: userId, api_token: null },
  address: visitorAddress(request.ip),
})

/** Whoever has a shell on the server. */
export const byCommandLine: By = { by: 'command-line', actor_id: null, api_token: null, address: null }

/** Of what took its time: when it began, and for its details when it ended. */
export const beginAndEnd = (at: string, ended: string): { at: string; ended_at?: string } =>
  ended > at ? { at, ended_at: ended } : { at }

/** Enough of a link's token to tell links apart, far too little to open one. */
export const shortToken = (linkToken: string): string => linkToken.slice(0, 6)
