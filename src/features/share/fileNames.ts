import { shownText } from '../../../contract/shownText.ts'
import { formatNumber } from '../../ui/format.ts'

const named = 5

/** The first few names of files that a sentence is about. */
export function namesOf(names: readonly string[]): string {
  const more = names.length > named ? ` and ${formatNumber(names.length - named)} more` : ''
  return names.slice(0, named).map(shownText).join(', ') + more
}
