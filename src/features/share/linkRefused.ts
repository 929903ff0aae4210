import { type Given, type Key, t, type Values } from '../../../i18n/t.ts'
import { namesOf } from './fileNames.ts'

/** What keeps a link from being made or copied, or makes it doubtful: to be said in the language of the page. */
export interface LinkProblem {
  text: Extract<Key, `share.${string}`>
  /** Of the files that it is about. */
  names?: readonly string[]
  values?: Values
}

/** In a sentence or two that name the cause. */
export const linkProblemText = ({ text, names = [], values }: LinkProblem): string =>
  t(text, ...([{ names: namesOf(names), ...values }] as Given<Key, Values>))

/** Why no link was made or copied. */
export class LinkRefusedError extends Error {
  override readonly name: string = 'LinkRefusedError'
  readonly problem: LinkProblem
  constructor(problem: LinkProblem) {
    super(problem.text)
    this.problem = problem
  }
}
