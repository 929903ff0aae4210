import { emailProblemTexts, problemOfEmail } from '../contract/emailAddress.ts'
import { maxAllowedEmails } from '../contract/limits.ts'
import { shownText } from '../contract/shownText.ts'
import { splitEmails } from '../contract/typedText.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'
import { listOption, textOption } from './optionValues.ts'

/** The address of --email; undefined without it. @throws CommandError 'usage' */
export function emailOption(context: Pick<Context, 'options'>): string | undefined {
  const text = textOption(context, 'email')
  return text === undefined ? undefined : requireEmail(text)
}

/** Returns the one address in a text. @throws CommandError 'usage' for an invalid one, or several */
export function requireEmail(text: string): string {
  const [address = text.trim(), ...others] = splitEmails(text)
  if (others.length > 0) throw usageError(emailProblemTexts['no-email'])
  const problem = problemOfEmail(address)
  if (problem !== null) throw usageError(emailProblemTexts[problem])
  return address
}

/** The distinct addresses of --for; null without it. @throws CommandError 'usage' */
export function readAllowedEmails(context: Pick<Context, 'options'>): string[] | null {
  const texts = listOption(context, 'for')
  if (!texts) return null
  const addresses = [...new Set(texts.flatMap(splitEmails))]
  if (addresses.length === 0) throw usageError(`--for: ${emailProblemTexts['no-email']}`)
  for (const address of addresses) {
    const problem = problemOfEmail(address)
    if (problem !== null) throw usageError(`--for '${shownText(address)}': ${emailProblemTexts[problem]}`)
  }
  if (addresses.length > maxAllowedEmails)
    throw usageError(`--for takes at most ${maxAllowedEmails} addresses.`)
  return addresses
}
