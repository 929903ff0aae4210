import { type Given, type Key, t, type Values } from '../../../i18n/t.ts'
import { shownText } from '../../../contract/shownText.ts'
import { someNames } from '../../../i18n/format.ts'

const maxNamed = 5

/** Formats the first few file names for a sentence. */
export const namesOf = (names: readonly string[]): string => someNames(names.map(shownText), maxNamed)

/** Reason why a link is refused or doubtful, formatted later in the language of the page. */
export interface LinkProblem {
  text: Extract<Key, `share.${string}`>
  /** Names of the files concerned. */
  names?: readonly string[]
  values?: Values
}

/** Formats a problem in one or two sentences that name the cause. */
export const linkProblemText = ({ text, names = [], values }: LinkProblem): string =>
  t(text, ...([{ names: namesOf(names), ...values }] as Given<Key, Values>))

/** Thrown if no link is made or copied. */
export class LinkRefusedError extends Error {
  override readonly name: string = 'LinkRefusedError'
  readonly problem: LinkProblem
  constructor(problem: LinkProblem) {
    super(problem.text)
    this.problem = problem
  }
}
