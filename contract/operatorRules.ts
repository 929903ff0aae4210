import type { z } from 'zod'
import { domainOf, withAsciiDomain } from './emailAddress.ts'
import type { ApiCode } from './errors.ts'
import type { FolderKind } from './schemas/folders.ts'
import type { operatorRules } from './schemas/operatorRules.ts'

/**
 * [Note: Operator's rules]
 * An operator may require settings of folders and download links. The server applies the rules to what is made or
 * changed, and forms show them before; both decide with these functions. What exists stays as it is: a change is
 * refused only if it sets something that breaks a rule. Without schemas, so that forms load no more than they need.
 */
export type OperatorRules = z.output<typeof operatorRules>
export type RuleName = keyof OperatorRules

export const noRules: OperatorRules = {
  require_link_password: false,
  max_link_days: null,
  require_named_people: false,
  max_link_uses: null,
  require_upload_gate: false,
  email_domains: null,
  default_retention_days: null,
  max_retention_days: null,
}
export const ruleNames = Object.keys(noRules) as RuleName[]

export type RuleCode = Extract<
  ApiCode,
  | 'linkPasswordRequired'
  | 'linkLastsTooLong'
  | 'namedPeopleRequired'
  | 'linkUsesRequired'
  | 'uploadGateRequired'
  | 'domainNotAllowed'
  | 'retentionTooLong'
>

const dayMs = 24 * 3600 * 1000

/** The latest expiration that a new link may have; null for any. */
export const latestExpiration = ({ max_link_days }: OperatorRules, now: Date): Date | null =>
  max_link_days === null ? null : new Date(now.getTime() + max_link_days * dayMs)

/**
 * Days until files of a new folder are deleted, unless its maker says otherwise; null: they stay. What was sent stays as
 * long as its links may last.
 */
export function defaultRetention(rules: OperatorRules, kind: FolderKind = 'request'): number | null {
  const { default_retention_days = null, max_retention_days: max = null } = rules
  const byDefault = kind === 'sent' ? null : default_retention_days
  return max !== null && (byDefault ?? Infinity) > max ? max : byDefault
}

/** The latest time to which a file that arrived at `uploadTime` may be kept; null for any. */
export const latestExpiry = (
  { max_retention_days: max = null }: OperatorRules,
  uploadTime: string,
): string | null => (max === null ? null : expiryAfter(uploadTime, max))

/** Time so many days after a file arrived. */
export const expiryAfter = (uploadTime: string, days: number): string =>
  new Date(Date.parse(uploadTime) + days * dayMs).toISOString()

/** Addresses outside of the allowed domains. Those in `before` may stay. */
export function addressesNotAllowed(
  { email_domains }: OperatorRules,
  addresses: readonly string[],
  before: readonly string[] = [],
): string[] {
  if (email_domains === null) return []
  const kept = new Set(before.map(withAsciiDomain))
  return addresses.filter((typed) => {
    const address = withAsciiDomain(typed)
    return !kept.has(address) && !email_domains.includes(domainOf(address))
  })
}

/** Days until a download link expires, unless its maker says otherwise. */
const defaultLinkDays = 3

/**
 * An expiration in so many days at this time of day, or the latest that a new link may have.
 * @param clockErrorMs by how much `now` may be ahead of the server's clock, in milliseconds
 */
export function expirationIn(days: number, rules: OperatorRules, now: Date, clockErrorMs = 0): Date {
  const wanted = new Date(now)
  wanted.setDate(wanted.getDate() + days)
  const latest = latestExpiration(rules, new Date(now.getTime() - clockErrorMs))
  return latest !== null && latest < wanted ? latest : wanted
}

/** For a new link whose maker names none, see `expirationIn`. */
export const defaultExpiration = (rules: OperatorRules, now: Date, clockErrorMs = 0): Date =>
  expirationIn(defaultLinkDays, rules, now, clockErrorMs)

interface RuledLink {
  hasPassword: boolean
  expiration: Date | null
  maxDownloads: number | null
  /** Addresses of the people who may use it; null for anybody with the link. */
  addresses: readonly string[] | null
}

/** The first rule that a new download link breaks; null if none. */
export function ruleBrokenByLink(rules: OperatorRules, link: RuledLink, now: Date): RuleCode | null {
  const latest = latestExpiration(rules, now)
  if (rules.require_link_password && !link.hasPassword) return 'linkPasswordRequired'
  if (latest !== null && (link.expiration === null || link.expiration > latest)) return 'linkLastsTooLong'
  if (rules.require_named_people && link.addresses === null) return 'namedPeopleRequired'
  return ruleBrokenByUses(rules, link)
}

/**
 * The first rule that a change of a download link breaks; null if none. A link that is extended, or loses its password,
 * has to obey all rules, as if it was made now: otherwise it would outlast them for ever.
 * @param before the link before the change
 */
export function ruleBrokenByLinkChange(
  rules: OperatorRules,
  after: RuledLink,
  before: RuledLink,
  now: Date,
): RuleCode | null {
  const isExtended = (after.expiration?.getTime() ?? Infinity) > (before.expiration?.getTime() ?? Infinity)
  const isOpened = before.hasPassword && !after.hasPassword
  return isExtended || isOpened ? ruleBrokenByLink(rules, after, now) : ruleBrokenByUses(rules, after, before)
}

function ruleBrokenByUses(
  rules: OperatorRules,
  { maxDownloads, addresses }: RuledLink,
  before?: RuledLink,
): RuleCode | null {
  const max = rules.max_link_uses
  if (max !== null && (maxDownloads ?? Infinity) > max && maxDownloads !== before?.maxDownloads)
    return 'linkUsesRequired'
  return addressesNotAllowed(rules, addresses ?? [], before?.addresses ?? []).length > 0
    ? 'domainNotAllowed'
    : null
}

export interface RuledFolder {
  /** True if the upload link takes uploads now: the folder is active and has not expired. */
  isOpen: boolean
  hasPassword: boolean
  requiresEmail: boolean
  /** Addresses that may pass; null for all that are verified. */
  addresses: readonly string[] | null
  /** Days until files are deleted that arrive; null: they stay. */
  retentionDays: number | null
}

const isUngated = ({ isOpen, hasPassword, requiresEmail }: RuledFolder) =>
  isOpen && !hasPassword && !requiresEmail

/**
 * The first rule that a folder breaks by its creation or a change; null if none.
 * @param before settings before the change; absent for a new folder
 */
export function ruleBrokenByFolder(
  rules: OperatorRules,
  folder: RuledFolder,
  before?: RuledFolder,
): RuleCode | null {
  const wasUngated = before !== undefined && isUngated(before)
  if (rules.require_upload_gate && isUngated(folder) && !wasUngated) return 'uploadGateRequired'
  const isRetentionChanged = before === undefined || folder.retentionDays !== before.retentionDays
  if (isRetentionChanged && (folder.retentionDays ?? Infinity) > (rules.max_retention_days ?? Infinity))
    return 'retentionTooLong'
  return addressesNotAllowed(rules, folder.addresses ?? [], before?.addresses ?? []).length > 0
    ? 'domainNotAllowed'
    : null
}
