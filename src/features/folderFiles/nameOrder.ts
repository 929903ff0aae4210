import { isStreamSafe } from '../../../contract/names.ts'

const isAscii = /^[\u0020-\u007e]*$/

/** Case and accents do not count when names are looked for. */
export function foldName(name: string): string {
  if (isAscii.test(name)) return name.toLowerCase()
  const parts = isStreamSafe(name) ? name.normalize('NFKD') : name
  return parts.replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * A text that sorts as people expect: 'page 9' stands before 'page 10'. Comparing 20 000 names by a collator with
 * numbers would hold the page for a third of a second.
 * @param folded see `foldName`
 */
export const nameSortKey = (folded: string): string =>
  folded.replace(/\d+/g, (digits) => digits.padStart(16, '0'))
