/** Of an address, in characters: RFC 5321 has room for no more on the wire. */
export const maxEmailLength = 254
const maxLocalPartLength = 64

/** Dot-atom of RFC 5322 before the @. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Host name of at least two labels, the last of which does not begin with a digit: an IP address is none. */
const asciiDomain =
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/
/** What an internationalized domain has of ASCII. The rest is judged by the conversion. */
const internationalDomain = /^(?:[A-Za-z0-9.-]|[^\0-\x7f])+$/
const ascii = /^[\0-\x7f]*$/

/**
 * The address with its domain in the ASCII form that DNS and mail servers know (UTS 46, as URLs are read): in lower
 * case, `bücher.example` as `xn--bcher-kva.example`. The part before the @ is left as it is, and so is what is no
 * address.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (ascii.test(domain)) return address.slice(0, at) + domain.toLowerCase()
  if (at === 0 || address.length > maxEmailLength || !internationalDomain.test(domain)) return address
  const url = `http://${domain}`
  return URL.canParse(url) ? address.slice(0, at) + new URL(url).hostname : address
}

/** What can be wrong with an address: it is none, or it has letters before the @ that need SMTPUTF8 (RFC 6531). */
export type EmailProblem = 'no-email' | 'local-part'

/** What schemas and the command line say of it. */
export const emailSentences: Readonly<Record<EmailProblem, string>> = {
  'no-email': 'Please enter a valid e-mail address.',
  'local-part': 'Letters with accents or of other alphabets cannot be used before the @ here.',
}

/** Null: mail can be sent to it. Blanks around it are not dropped here. */
export function problemOfEmail(address: string): EmailProblem | null {
  if (address.length > maxEmailLength) return 'no-email'
  const reached = withAsciiDomain(address)
  const at = reached.lastIndexOf('@')
  const local = reached.slice(0, Math.max(at, 0))
  if (reached.length > maxEmailLength || !asciiDomain.test(reached.slice(at + 1))) return 'no-email'
  if (!ascii.test(local))
    return localPart.test(local.replaceAll(/[\p{L}\p{M}\p{N}]/gu, 'x')) ? 'local-part' : 'no-email'
  return local.length <= maxLocalPartLength && localPart.test(local) ? null : 'no-email'
}
