import { problemOfEmail } from '../../contract/emailAddress.ts'
import { maxAllowedEmails } from '../../contract/limits.ts'
import { formTexts } from '../../i18n/forms.ts'

/** Splits a list at commas, semicolons, whitespace and line breaks. */
export const splitEmails = (typed: string): string[] =>
  typed.split(/[,;\s]+/).filter((address) => address !== '')

/** The message of a list that has something else than addresses, or too many; null if it is valid. */
export function emailListProblem(typed: string): string | null {
  const texts = formTexts.emailList
  const addresses = splitEmails(typed)
  for (const address of addresses) {
    const problem = problemOfEmail(address)
    if (problem !== null) return texts.badAddress(address, problem)
  }
  return addresses.length > maxAllowedEmails ? texts.tooMany(maxAllowedEmails) : null
}
