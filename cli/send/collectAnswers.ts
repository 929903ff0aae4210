import { emailProblemTexts } from '../../contract/emailAddress.ts'
import { shownText } from '../../contract/shownText.ts'
import type { SenderField } from '../../contract/schemas/senderFields.ts'
import type { Answer } from '../../core/crypto/index.ts'
import { type AnswerProblem, answersOf, problemOfAnswer } from '../../core/upload/senderAnswers.ts'
import type { Context } from '../context.ts'
import { type CommandError, refusedError, usageError } from '../exitCodes.ts'
import { textOption } from '../optionValues.ts'
import { readTextFile } from '../secrets.ts'
import { maxTerminalAttempts } from '../terminal.ts'

/**
 * Collects the answers to the folder's questions: from the file of --answers-file, with lines 'Question: answer', and
 * missing ones from the terminal.
 * @returns null without answers
 * @throws CommandError 'usage', also without a terminal; 'refused' if a required answer is missing
 */
export async function collectAnswers(
  context: Context,
  fields: readonly SenderField[],
): Promise<Answer[] | null> {
  const path = textOption(context, 'answers-file')
  const fromFile =
    path === undefined ? new Map<string, string>() : readAnswers(await readTextFile(path), fields)
  const values: string[] = []
  for (const field of fields) values.push(fromFile.get(field.label) ?? (await askAnswer(context, field)))
  return answersOf(fields, values)
}

/**
 * Reads a file of answers, by question. A long answer continues in the lines below, up to the next line with a question.
 * @throws CommandError 'usage' for an unknown question, or an invalid answer
 */
function readAnswers(text: string, fields: readonly SenderField[]): Map<string, string> {
  const answers: { field: SenderField; value: string }[] = []
  for (const rawLine of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const line = rawLine.normalize('NFC')
    const field = fields.find(({ label }) => line.startsWith(`${label}:`))
    const last = answers.at(-1)
    if (field) answers.push({ field, value: line.slice(field.label.length + 1).trim() })
    else if (last?.field.kind === 'long_text') last.value += `\n${line}`
    else if (line.trim() !== '') throw unknownQuestionError(line, fields)
  }
  for (const { field, value } of answers) {
    const problem = problemOfAnswer(field, value)
    if (problem !== null) throw usageError(`${field.label}: ${problemSentence(problem, field)}`)
  }
  return new Map(answers.map(({ field, value }) => [field.label, value]))
}

function unknownQuestionError(line: string, fields: readonly SenderField[]): CommandError {
  const questions = fields.map(({ label }) => `'${label}: …'`).join(', ')
  const asksText = fields.length === 0 ? 'The folder has no questions' : `The folder asks for ${questions}`
  return usageError(`'${shownText(line)}' answers no question of the folder. ${asksText}.`)
}

async function askAnswer(context: Context, field: SenderField): Promise<string> {
  const { terminal, report } = context
  if (!terminal.canAsk) {
    if (!field.required) return ''
    const message = `The folder asks for '${field.label}', and there is no terminal to ask at. Answer by --answers-file.`
    throw usageError(message)
  }
  for (let attempt = 0; attempt < maxTerminalAttempts; attempt++) {
    const value = await terminal.ask(questionOf(field))
    const problem = problemOfAnswer(field, value)
    if (problem === null) return value.trim()
    report.emit({ event: 'warning', message: problemSentence(problem, field) })
  }
  throw refusedError(`'${field.label}' was not answered. Nothing was sent.`)
}

function questionOf(field: SenderField): string {
  const { label, required } = field
  const hints = [hintOf(field), required ? '' : 'may be left empty'].filter((hint) => hint !== '')
  return hints.length === 0 ? `${label}:` : `${label} (${hints.join('; ')}):`
}

function hintOf({ kind, options = [] }: SenderField): string {
  const hints: Partial<Record<SenderField['kind'], string>> = {
    choice: options.join(', '),
    date: 'as 2026-11-24',
    long_text: 'one line; several by --answers-file',
  }
  return hints[kind] ?? ''
}

function problemSentence(problem: AnswerProblem, { options = [] }: SenderField): string {
  const sentences: Readonly<Record<AnswerProblem, string>> = {
    missing: 'This must be answered.',
    'too-long': 'The answer is too long.',
    'too-many-bytes': 'The answer is too long for characters of its script.',
    ...emailProblemTexts,
    'no-option': `Choose one of: ${options.join(', ')}.`,
    'no-date': 'That is no date. Write it as 2026-11-24.',
  }
  return sentences[problem]
}
