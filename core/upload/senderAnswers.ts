import { dayIn } from '../../contract/day.ts'
import { type EmailProblem, maxEmailLength, problemOfEmail } from '../../contract/emailAddress.ts'
import { maxAnswerLength } from '../../contract/limits.ts'
import type { SenderField } from '../../contract/schemas/senderFields.ts'
import type { Answer } from '../crypto/index.ts'

/** What can be wrong with an answer. */
export type AnswerProblem = 'missing' | 'too-long' | EmailProblem | 'no-option' | 'no-date'

export const longestAnswer = (kind: SenderField['kind']): number =>
  kind === 'email' ? maxEmailLength : maxAnswerLength

/** As it is sealed: what cannot be seen, and came along when it was pasted, is a space. */
const plain = (typed: string | undefined): string =>
  (typed ?? '')
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()

/** As an input of that kind gives it; '' for nothing. Null: it can be sent. */
export function problemOfAnswer(
  { kind, required, options }: SenderField,
  typed: string | undefined,
): AnswerProblem | null {
  const value = plain(typed)
  if (value === '') return required ? 'missing' : null
  if (value.length > longestAnswer(kind)) return 'too-long'
  if (kind === 'email') return problemOfEmail(value)
  if (kind === 'choice' && options?.includes(value) !== true) return 'no-option'
  if (kind === 'date' && dayIn(value) === null) return 'no-date'
  return null
}

export const areComplete = (asked: readonly SenderField[], values: readonly string[]): boolean =>
  asked.every((field, at) => problemOfAnswer(field, values[at]) === null)

/** With the questions as they were shown; null where nothing was answered. */
export function answersOf(asked: readonly SenderField[], values: readonly string[]): Answer[] | null {
  const answers = asked.map(({ label }, at) => ({ label, value: plain(values[at]) }))
  return answers.some(({ value }) => value !== '') ? answers : null
}
