import { dayIn } from '../../contract/day.ts'
import { type EmailProblem, maxEmailLength, problemOfEmail } from '../../contract/emailAddress.ts'
import { maxAnswerLength } from '../../contract/limits.ts'
import type { SenderField } from '../../contract/schemas/senderFields.ts'
import type { Answer } from '../crypto/index.ts'

/** Reasons why an answer is invalid. */
export type AnswerProblem = 'missing' | 'too-long' | EmailProblem | 'no-option' | 'no-date'

export const maxAnswerLengthOf = (kind: SenderField['kind']): number =>
  kind === 'email' ? maxEmailLength : maxAnswerLength

/** Normalizes an answer as it is sealed: invisible characters, as from pasting, become spaces. */
const plain = (typed: string | undefined): string =>
  (typed ?? '')
    .normalize('NFC')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()

/** Validates the value of an input of that kind ('' if empty). @returns null if valid */
export function problemOfAnswer(
  { kind, required, options }: SenderField,
  typed: string | undefined,
): AnswerProblem | null {
  const value = plain(typed)
  if (value === '') return required ? 'missing' : null
  if (value.length > maxAnswerLengthOf(kind)) return 'too-long'
  if (kind === 'email') return problemOfEmail(value)
  if (kind === 'choice' && options?.includes(value) !== true) return 'no-option'
  if (kind === 'date' && dayIn(value) === null) return 'no-date'
  return null
}

export const areComplete = (asked: readonly SenderField[], values: readonly string[]): boolean =>
  asked.every((field, at) => problemOfAnswer(field, values[at]) === null)

/** Pairs the values with the questions as shown. @returns null if nothing was answered */
export function answersOf(asked: readonly SenderField[], values: readonly string[]): Answer[] | null {
  const answers = asked.map(({ label }, at) => ({ label, value: plain(values[at]) }))
  return answers.some(({ value }) => value !== '') ? answers : null
}
