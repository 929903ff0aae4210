import { timingSafeEqualTexts } from '../util/tokens.ts'

/*
 * Hashes of the codes that were mailed to somebody, newest first, each with the time of its issue: mails arrive late and
 * out of order, so each counts until it expires. In one text, as they share tries and are used up together.
 */

/** Maximum number of stored codes: the number of mails to an address in an hour. */
const maxSentCodes = 3

interface SentCode {
  hash: string
  /** ISO 8601. */
  at: string
}

const parse = (stored: string): SentCode[] =>
  stored.split(' ').flatMap((entry) => {
    const [hash = '', at = ''] = entry.split('@')
    return hash === '' ? [] : [{ hash, at }]
  })

/** @param createdAfter issue time of codes that have not expired */
export function addSentCode(stored: string | undefined, added: SentCode, createdAfter: string): string {
  const earlier = parse(stored ?? '').filter(({ at }) => at > createdAfter)
  return [added, ...earlier]
    .slice(0, maxSentCodes)
    .map(({ hash, at }) => `${hash}@${at}`)
    .join(' ')
}

export const isSentCode = (stored: string, hash: string, createdAfter: string): boolean =>
  parse(stored).some((sent) => sent.at > createdAfter && timingSafeEqualTexts(sent.hash, hash))
