import { emailSentences, problemOfEmail } from '../contract/emailAddress.ts'
import { GiB, KiB, maxAllowedEmails, MiB } from '../contract/limits.ts'
import { shownText } from '../contract/shownText.ts'
import { splitEmails } from '../contract/typedText.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'

/** The value of an option that occurs once. */
export function textOption({ options }: Pick<Context, 'options'>, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The values of an option that may occur several times; undefined if it does not occur. */
export function listOption(
  { options }: Pick<Context, 'options'>,
  name: string,
): readonly string[] | undefined {
  const values = options[name]
  return typeof values === 'object' ? values : undefined
}

const byteUnits: Readonly<Record<string, number>> = { '': 1, K: KiB, M: MiB, G: GiB }

/** Bytes of '500', '500K', '2M' or '1G'; NaN for any other text. */
export function parseBytes(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,12})([KMG]?)$/i.exec(text) ?? []
  return Number(digits) * (byteUnits[unit.toUpperCase()] ?? NaN)
}

/** Addresses of --for, each once. @throws CommandError 'usage' */
export function readAllowedEmails(context: Pick<Context, 'options'>): string[] | null {
  const texts = listOption(context, 'for')
  if (!texts) return null
  const addresses = [...new Set(texts.flatMap(splitEmails))]
  if (addresses.length === 0) throw usageError(`--for: ${emailSentences['no-email']}`)
  for (const address of addresses) {
    const problem = problemOfEmail(address)
    if (problem !== null) throw usageError(`--for '${shownText(address)}': ${emailSentences[problem]}`)
  }
  if (addresses.length > maxAllowedEmails)
    throw usageError(`--for takes at most ${maxAllowedEmails} addresses.`)
  return addresses
}
