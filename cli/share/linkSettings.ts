import type { ResponseOf } from '../../contract/calls.ts'
import {
  addressesNotAllowed,
  defaultExpiration,
  noRules,
  type OperatorRules,
  type RuleCode,
  ruleBrokenByLink,
} from '../../contract/operatorRules.ts'
import { fault } from '../../core/faults/fault.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { AccountCalls } from '../account/accountCalls.ts'
import { refusedError } from '../exitCodes.ts'
import { countText } from '../texts.ts'
import type { ShareOptions } from './shareOptions.ts'

/** Settings of a link, by its options and the operator's rules. */
export interface LinkSettings extends Pick<ShareOptions, 'maxDownloads' | 'allowedEmails'> {
  /** ISO 8601; null for never. */
  readonly expires: string | null
}

type LinkOptions = Pick<ShareOptions, 'expires' | 'maxDownloads' | 'allowedEmails' | 'hasPassword'>

/** The most by which the clock of this machine may be ahead of that of the server. */
const clockErrorMs = 5 * 60_000

/**
 * Returns the settings of a link. Settings without an option get the longest time and the most uses that the rules allow,
 * as in the browser's form.
 * @throws CommandError 'refused' if the server would refuse the link; its text names the option to give
 */
export function linkSettings(
  { hasPassword, allowedEmails, ...options }: LinkOptions,
  { rules, sends_mail }: ResponseOf<'getServerInfo'>,
  now: Date,
): LinkSettings {
  const expiration =
    options.expires === undefined
      ? defaultExpiration(rules, now, clockErrorMs)
      : options.expires === null
        ? null
        : new Date(options.expires)
  const maxDownloads = options.maxDownloads ?? rules.max_link_uses
  const link = { hasPassword, expiration, maxDownloads, addresses: allowedEmails }
  const code = ruleBrokenByLink(rules, link, now)
  if (code !== null)
    throw refusedError(
      `${faultText(fault(code))} ${ruleRemedies[code](rules, allowedEmails ?? [])} Nothing was sent, and no link was made.`,
    )
  if (allowedEmails !== null && !sends_mail)
    throw refusedError(`${faultText(fault('noMailServer'))} Nothing was sent, and no link was made.`)
  return { expires: expiration?.toISOString() ?? null, maxDownloads, allowedEmails }
}

/** Which options obey a rule. */
export const ruleRemedies: Readonly<
  Record<RuleCode, (rules: OperatorRules, addresses: readonly string[]) => string>
> = {
  linkPasswordRequired: () => 'Give --with-password.',
  linkLastsTooLong: ({ max_link_days: days }) =>
    `Give --expires with at most ${countText(days ?? 0, 'day')}.`,
  namedPeopleRequired: () => 'Give their addresses with --for.',
  linkUsesRequired: ({ max_link_uses: uses }) => `Give --max-downloads with at most ${uses ?? 0}.`,
  domainNotAllowed: (rules, addresses) =>
    `These addresses of --for are not allowed: ${addressesNotAllowed(rules, addresses).join(', ')}. Use addresses at ${(rules.email_domains ?? []).join(', ')}.`,
  // Only folders have gates.
  uploadGateRequired: () => '',
  retentionTooLong: ({ max_retention_days: days }) =>
    `Give --keep with ${days ? `at most ${countText(days, 'day')}` : 'a smaller number of days'}.`,
}

/** Reads the operator's rules, which tokens that make no links may not. */
export const readRules = (calls: Pick<AccountCalls, 'getServerInfo'>): Promise<OperatorRules> =>
  calls.getServerInfo().then(
    (info) => info.rules,
    () => noRules,
  )
