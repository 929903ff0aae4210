import { errorDetails } from '../contract/errors.ts'
import {
  latestExpiration,
  type OperatorRules,
  type RuledFolder,
  type RuleCode,
} from '../contract/operatorRules.ts'
import type { InstalledRules } from '../contract/schemas/operatorRules.ts'
import { allowedEmails } from './db/folders/folders.ts'
import {
  countFoldersBreakingRules,
  countLinksBreakingRules,
  findRules,
} from './db/installation/operatorRules.ts'
import type { Db, FolderRow } from './db/schema.ts'
import { unprocessable } from './http/errors.ts'
import type { RouteSettings } from './config/config.ts'
import type { DbDep } from './db/database.ts'
import type { ClockDep } from './util/isoTime.ts'
import { fromFlag } from './db/flag.ts'

/** Rules in force: those of the environment take precedence (see [Note: Operator's rules]). */
export const rulesInForce = async (
  { fixedRules }: Pick<RouteSettings, 'fixedRules'>,
  db: Db,
): Promise<OperatorRules> => ({ ...(await findRules(db)), ...fixedRules })

/** @param broken rule that a request breaks; null for none @throws HttpError 422 */
export function requireNoBrokenRule(broken: RuleCode | null): void {
  if (broken !== null) throw unprocessable(errorDetails[broken])
}

/** Converts the row of a folder for the rules of the contract. */
export const toRuledFolder = (
  folder: Pick<
    FolderRow,
    | 'is_active'
    | 'expiration_date'
    | 'link_password_hash'
    | 'require_email_verification'
    | 'allowed_emails'
    | 'retention_days'
  >,
  now: string,
): RuledFolder => ({
  isOpen: fromFlag(folder.is_active) && (folder.expiration_date === null || folder.expiration_date > now),
  hasPassword: folder.link_password_hash !== null,
  requiresEmail: fromFlag(folder.require_email_verification),
  addresses: allowedEmails(folder),
  retentionDays: folder.retention_days,
})

/** Reports the rules in force, and how many folders and links break them. */
export async function reportOperatorRules({
  db,
  fixedRules,
  now,
}: DbDep & ClockDep & Pick<RouteSettings, 'fixedRules'>): Promise<InstalledRules> {
  const rules = await rulesInForce({ fixedRules }, db)
  const time = now()
  const bounds = { now: time.toISOString(), latest: latestExpiration(rules, time)?.toISOString() ?? null }
  return {
    rules,
    fixed: Object.keys(fixedRules) as InstalledRules['fixed'],
    broken: {
      folders: await countFoldersBreakingRules(db, rules, bounds.now),
      links: await countLinksBreakingRules(db, rules, bounds),
    },
  }
}
