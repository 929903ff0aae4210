import { maxAnswerLength } from '../../../contract/limits.ts'

/** An answer in one line; a long one is cut. */
export function truncateAnswer(value: string): string {
  const line = value.replaceAll(/\s*\n\s*/g, ' ')
  if (line.length <= maxAnswerLength) return line
  // Half a surrogate pair would be shown as a hidden character.
  return `${line.slice(0, maxAnswerLength).replace(/[\uD800-\uDBFF]$/, '')}…`
}
