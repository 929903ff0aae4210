import { shownText } from '../../../contract/shownText.ts'
import { someNames } from '../../../i18n/format.ts'

const maxNamed = 5

/** Formats the first few file names for a sentence. */
export const namesOf = (names: readonly string[]): string => someNames(names.map(shownText), maxNamed)
