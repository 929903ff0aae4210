import { isStreamSafe } from '../../../../contract/fileNames.ts'

const isAscii = /^[\u0020-\u007e]*$/

/** Folds case and accents for searches. */
export function foldName(name: string): string {
  if (isAscii.test(name)) return name.toLowerCase()
  const parts = isStreamSafe(name) ? name.normalize('NFKD') : name
  return parts.replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * Returns a key that sorts in natural order ('page 9' before 'page 10'). A numeric collator would block the
 * page for a third of a second on 20 000 names.
 */
export const nameSortKey = (folded: string): string =>
  folded.replace(/\d+/g, (digits) => digits.padStart(16, '0'))
