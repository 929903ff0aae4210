import { problemOfEmail } from '../../contract/emailAddress.ts'
import { maxAllowedEmails } from '../../contract/limits.ts'
import { splitEmails } from '../../contract/typedText.ts'
import { t } from '../../i18n/t.ts'

/** The message of a list that has something else than addresses, or too many; null if it is valid. */
export function emailListProblem(typed: string): string | null {
  const addresses = splitEmails(typed)
  for (const address of addresses) {
    const problem = problemOfEmail(address)
    if (problem !== null)
      return t(problem === 'no-email' ? 'forms.noAddress' : 'forms.noLocalPart', { typed: address })
  }
  return addresses.length > maxAllowedEmails ? t('forms.tooManyAddresses', { limit: maxAllowedEmails }) : null
}
