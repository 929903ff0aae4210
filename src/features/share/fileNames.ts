import { shownText } from '../../../contract/shownText.ts'
import { someNames } from '../../../i18n/format.ts'

const namedAtMost = 5

/** The first few names of files that a sentence is about. */
export const namesOf = (names: readonly string[]): string => someNames(names.map(shownText), namedAtMost)
