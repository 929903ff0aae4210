import { parseDay } from '../../contract/parseDay.ts'
import { type EmailProblem, maxEmailLength, problemOfEmail } from '../../contract/emailAddress.ts'
import {
  maxAnswerLength,
  maxLongAnswerLength,
  maxLongAnswers,
  maxLongAnswersBytes,
} from '../../contract/limits.ts'
import type { SenderField, SenderFieldKind } from '../../contract/schemas/senderFields.ts'
import type { Answer } from '../crypto/index.ts'

export type AnswerProblem = 'missing' | 'too-long' | 'too-many-bytes' | EmailProblem | 'no-option' | 'no-date'

const otherMaxLengths: Partial<Record<SenderFieldKind, number>> = {
  long_text: maxLongAnswerLength,
  email: maxEmailLength,
}

export const maxAnswerLengthOf = (kind: SenderFieldKind): number => otherMaxLengths[kind] ?? maxAnswerLength

/** Normalizes an answer as it is sealed: invisible characters, as from pasting, become spaces. Long ones have lines. */
function normalizedAnswer({ kind }: SenderField, typed = ''): string {
  const text = typed.normalize('NFC')
  return (
    kind === 'long_text'
      ? text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ' ')
      : text.replaceAll(/\p{Cc}+/gu, ' ')
  ).trim()
}

/** True if long answers of this length fit into the sealed answers, however many are asked for. */
const isShortInBytes = (value: string): boolean =>
  new TextEncoder().encode(JSON.stringify(value)).length <= maxLongAnswersBytes / maxLongAnswers

/** @param typed the value of an input of that kind */
export function problemOfAnswer(field: SenderField, typed: string | undefined): AnswerProblem | null {
  const { kind, required, options } = field
  const value = normalizedAnswer(field, typed)
  if (value === '') return required ? 'missing' : null
  if (value.length > maxAnswerLengthOf(kind)) return 'too-long'
  if (kind === 'long_text' && !isShortInBytes(value)) return 'too-many-bytes'
  if (kind === 'email') return problemOfEmail(value)
  if (kind === 'choice' && options?.includes(value) !== true) return 'no-option'
  if (kind === 'date' && parseDay(value) === null) return 'no-date'
  return null
}

export const areAnswersComplete = (asked: readonly SenderField[], values: readonly string[]): boolean =>
  asked.every((field, at) => problemOfAnswer(field, values[at]) === null)

/** Pairs the values with the questions as shown. @returns null if nothing was answered */
export function answersOf(asked: readonly SenderField[], values: readonly string[]): Answer[] | null {
  const answers = asked.map((field, at) => ({
    label: field.label,
    value: normalizedAnswer(field, values[at]),
  }))
  return answers.some(({ value }) => value !== '') ? answers : null
}
