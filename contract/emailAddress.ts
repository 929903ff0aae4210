/** Characters of an address: RFC 5321 allows no more. */
export const maxEmailLength = 254
const maxLocalPartLength = 64

/** The part before the @: dot-atom of RFC 5322. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** A host name of at least two labels; the last does not begin with a digit, so IP addresses do not match. */
const asciiDomain =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/
/** Checks only the ASCII characters of an internationalized domain; the conversion checks the rest. */
const internationalDomain = /^(?:[A-Za-z0-9.-]|[^\0-\x7f])+$/
const ascii = /^[\0-\x7f]*$/

/**
 * Converts the domain to the ASCII form of DNS (UTS 46, as in URLs), in lower case: `bücher.example` becomes
 * `xn--bcher-kva.example`. The part before the @, and text that is no address, are returned unchanged.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (ascii.test(domain)) return address.slice(0, at) + domain.toLowerCase()
  if (at === 0 || address.length > maxEmailLength || !internationalDomain.test(domain)) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? address.slice(0, at) + new URL(url).hostname : address
}

/** The part behind the last @. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Problems of an address: it is invalid, or has letters before the @ that need SMTPUTF8 (RFC 6531). */
export type EmailProblem = 'no-email' | 'local-part'

/** Messages of schemas and the command line. */
export const emailProblemTexts: Readonly<Record<EmailProblem, string>> = {
  'no-email': 'Please enter a valid e-mail address.',
  'local-part': 'Letters with accents or of other alphabets cannot be used before the @ here.',
}

/** Null if mail can be sent to the address. It must be trimmed. */
export function problemOfEmail(address: string): EmailProblem | null {
  if (address.length > maxEmailLength) return 'no-email'
  const converted = withAsciiDomain(address)
  const at = converted.lastIndexOf('@')
  const local = converted.slice(0, Math.max(at, 0))
  if (converted.length > maxEmailLength || !asciiDomain.test(converted.slice(at + 1))) return 'no-email'
  if (!ascii.test(local))
    return localPart.test(local.replaceAll(/[\p{L}\p{M}\p{N}]/gu, 'x')) ? 'local-part' : 'no-email'
  return local.length <= maxLocalPartLength && localPart.test(local) ? null : 'no-email'
}
