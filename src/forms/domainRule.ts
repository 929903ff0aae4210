import { addressesNotAllowed, type OperatorRules } from '../../contract/operatorRules.ts'
import { t } from '../../i18n/t.ts'

/** Says which domains the operator allows; undefined if all. */
export const domainsHint = ({ email_domains }: OperatorRules): string | undefined =>
  email_domains === null ? undefined : t('rules.onlyDomains', { domains: email_domains.join(', ') })

/** The message for the first address that is not allowed; null if there is none. Those in `before` may stay. */
export function domainProblem(
  rules: OperatorRules,
  addresses: readonly string[],
  currentAddresses: readonly string[] = [],
): string | null {
  const [address] = addressesNotAllowed(rules, addresses, currentAddresses)
  return address === undefined
    ? null
    : t('rules.notAllowed', { address, domains: (rules.email_domains ?? []).join(', ') })
}
