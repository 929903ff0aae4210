import { noRules, type OperatorRules, type RuleName } from '../../../contract/operatorRules.ts'
import { countRows } from '../rowCounts.ts'
import { fromFlag, toFlag } from '../flag.ts'
import type { Db } from '../schema.ts'

export async function findRules(db: Db): Promise<OperatorRules> {
  const row = await db.selectFrom('operator_rules').selectAll().executeTakeFirst()
  if (row === undefined) return noRules
  return {
    require_link_password: fromFlag(row.require_link_password),
    max_link_days: row.max_link_days,
    require_named_people: fromFlag(row.require_named_people),
    max_link_uses: row.max_link_uses,
    require_upload_gate: fromFlag(row.require_upload_gate),
    email_domains: row.email_domains === null ? null : (JSON.parse(row.email_domains) as string[]),
    default_retention_days: row.default_retention_days,
    max_retention_days: row.max_retention_days,
  }
}

/** Saves the rules named in `changed`, as other rules may be changed at the same time. */
export async function saveRules(db: Db, rules: OperatorRules, changed: readonly RuleName[], now: string) {
  const values = {
    require_link_password: toFlag(rules.require_link_password),
    max_link_days: rules.max_link_days,
    require_named_people: toFlag(rules.require_named_people),
    max_link_uses: rules.max_link_uses,
    require_upload_gate: toFlag(rules.require_upload_gate),
    email_domains: rules.email_domains === null ? null : JSON.stringify(rules.email_domains),
    default_retention_days: rules.default_retention_days ?? null,
    max_retention_days: rules.max_retention_days ?? null,
  }
  const changes = Object.fromEntries(changed.map((name) => [name, values[name]]))
  await db
    .insertInto('operator_rules')
    .values({ id: 1, ...values, changed_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changes, changed_at: now }))
    .execute()
}

/** Number of folders that take uploads and break a rule other than that on domains. */
export const countFoldersBreakingRules = (db: Db, rules: OperatorRules, now: string): Promise<number> => {
  const { require_upload_gate, max_retention_days: max = null } = rules
  return countRows(
    db
      .selectFrom('folder')
      .where('is_active', '=', 1)
      .where('trashed_at', 'is', null)
      .where((e) => e.or([e('expiration_date', 'is', null), e('expiration_date', '>', now)]))
      .where((e) =>
        e.or([
          ...(require_upload_gate
            ? [e.and([e('link_password_hash', 'is', null), e('require_email_verification', '=', 0)])]
            : []),
          ...(max === null ? [] : [e('retention_days', 'is', null), e('retention_days', '>', max)]),
        ]),
      ),
  )
}

/**
 * Number of download links in use that break a rule other than that on domains.
 * @param latest latest expiration that the rules allow; null for any
 */
export function countLinksBreakingRules(
  db: Db,
  rules: OperatorRules,
  { now, latest }: { now: string; latest: string | null },
): Promise<number> {
  const { max_link_uses, require_link_password, require_named_people } = rules
  return countRows(
    db
      .selectFrom('download_link')
      .where('ended_at', 'is', null)
      .where('file_count', '>', 0)
      .where((e) => e.or([e('expiration_date', 'is', null), e('expiration_date', '>', now)]))
      .where((e) => e.or([e('max_downloads', 'is', null), e('used_downloads', '<', e.ref('max_downloads'))]))
      .where((e) =>
        e.or([
          ...(require_link_password ? [e('password_hash', 'is', null)] : []),
          ...(latest === null ? [] : [e('expiration_date', 'is', null), e('expiration_date', '>', latest)]),
          ...(require_named_people ? [e('requires_email', '=', 0)] : []),
          ...(max_link_uses === null
            ? []
            : [e('max_downloads', 'is', null), e('max_downloads', '>', max_link_uses)]),
        ]),
      ),
  )
}
