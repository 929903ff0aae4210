import { type RawBuilder, sql } from 'kysely'
import { batchResultLifetimeSeconds } from '../../../contract/limits.ts'
import {
  codeRequestSeconds,
  emailCodeLifetimeSeconds,
  sessionIdleSeconds,
  sessionLifetimeSeconds,
  loginTicketLifetimeSeconds,
} from '../../util/lifetimes.ts'
import { removeSomeRows } from '../removeSomeRows.ts'
import type { Db, Tables } from '../schema.ts'
import { isoBefore } from '../../util/isoTime.ts'

const daySeconds = 24 * 3600
/** Lifetime of a former key pair, which is needed if a user is locked out while changing a password. */
const formerKeyPairLifetimeSeconds = 30 * daySeconds
/** Time in which recipients see that a link has expired. After that, the link is unknown. */
export const expiredLinkLifetimeSeconds = 30 * daySeconds
/** Time in which an expired API token is listed, so that the reason for a failing script can be seen. */
const expiredTokenLifetimeSeconds = 30 * daySeconds
/** Lifetime of a notice about being added; longer than it is retried and counted for the limits. */
const memberNoticeLifetimeSeconds = 3 * daySeconds
/** Time in which assets of a build that no server runs any more are kept, for pages that are still open. */
const assetLifetimeSeconds = 30 * daySeconds

/** Rows of a table that have expired. */
export interface ExpiredRows {
  table: keyof Tables
  where: RawBuilder<unknown>
  /** Columns of the table's key, if the rows are to be removed a few at a time. */
  key?: readonly string[]
}

/** Everything that expires by a time in its row, by the kind under which the sweep reports it. */
export function expiredRows(time: Date, auditDays: number) {
  const now = time.toISOString()
  const before = (seconds: number) => isoBefore(time, seconds)
  const auditStart = before(auditDays * daySeconds)
  return {
    batchResults: {
      table: 'batch_result',
      where: sql`created_at < ${before(batchResultLifetimeSeconds)}`,
      key: ['folder_id', 'batch_id', 'batch_index'],
    },
    linkUses: { table: 'link_use', where: sql`until <= ${now}`, key: ['link_id', 'visitor_hash'] },
    linkPasses: { table: 'link_pass', where: sql`until <= ${now}`, key: ['token_hash'] },
    counts: { table: 'rate_limit', where: sql`expire <= ${time.getTime()}`, key: ['key'] },
    sessions: {
      table: 'session',
      where: sql`last_seen_at < ${before(sessionIdleSeconds)} or created_at < ${before(sessionLifetimeSeconds)}`,
    },
    apiTokens: { table: 'api_token', where: sql`expires_at <= ${before(expiredTokenLifetimeSeconds)}` },
    loginTickets: { table: 'login_ticket', where: sql`created_at <= ${before(loginTicketLifetimeSeconds)}` },
    formerKeyPairs: {
      table: 'former_key_pair',
      where: sql`replaced_at < ${before(formerKeyPairLifetimeSeconds)}`,
    },
    codes: { table: 'upload_code', where: sql`created_at <= ${before(emailCodeLifetimeSeconds)}` },
    emailCodes: { table: 'email_code', where: sql`created_at <= ${before(emailCodeLifetimeSeconds)}` },
    codeRequests: { table: 'code_request', where: sql`last_at < ${before(codeRequestSeconds)}` },
    gatePasses: {
      table: 'gate_pass',
      where: sql`(password_until is null or password_until <= ${now}) and (email_until is null or email_until <= ${now})`,
      key: ['token_hash'],
    },
    auditEvents: { table: 'audit_event', where: sql`at < ${auditStart}`, key: ['id'] },
    auditOwners: {
      table: 'deleted_folder_owner',
      where: sql`deleted_at < ${auditStart}`,
      key: ['user_id', 'folder_id'],
    },
    memberNotices: {
      table: 'member_notice',
      where: sql`made_at < ${before(memberNoticeLifetimeSeconds)}`,
      key: ['folder_id', 'user_id'],
    },
    assets: { table: 'asset', where: sql`last_run_at < ${before(assetLifetimeSeconds)}` },
  } as const satisfies Record<string, ExpiredRows>
}

/** Removes expired rows: a few if they have a `key`, otherwise all. @returns their number */
export async function removeExpiredRows(db: Db, { table, where, key }: ExpiredRows): Promise<number> {
  if (key) return removeSomeRows(db, table, key, where)
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${where}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
