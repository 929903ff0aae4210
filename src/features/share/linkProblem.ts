import { type TextArguments, type TextKey, t, type TextValues } from '../../../i18n/t.ts'
import { shownText } from '../../../contract/shownText.ts'
import { formatNames } from '../../../i18n/format.ts'

/** Formats the first few file names for a sentence. */
export const formatFileNames = (names: readonly string[]): string => formatNames(names.map(shownText), 5)

/** Reason why a link is refused or doubtful, formatted later in the language of the page. */
export interface LinkProblem {
  text: Extract<TextKey, `share.${string}`>
  names?: readonly string[]
  values?: TextValues
}

export const linkProblemText = ({ text, names = [], values }: LinkProblem): string =>
  t(text, ...([{ names: formatFileNames(names), ...values }] as TextArguments<TextKey, TextValues>))

/** Thrown if no link is made or copied. */
export class LinkRefusedError extends Error {
  override readonly name: string = 'LinkRefusedError'
  readonly problem: LinkProblem
  constructor(problem: LinkProblem) {
    super(problem.text)
    this.problem = problem
  }
}
