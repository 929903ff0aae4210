import type { z } from 'zod'
import { formTexts, ownSentence } from '../../i18n/forms.ts'

type IssueSentence = NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>

/** For the rules that have no sentence of their own in a schema. */
export const sentenceOfIssue: IssueSentence = (issue) => {
  if (issue.code !== 'too_big') return undefined
  if (issue.origin === 'string') return formTexts.tooLong(Number(issue.maximum))
  return issue.origin === 'array' ? formTexts.tooMany(Number(issue.maximum)) : undefined
}

/** What a schema of the contract has against a value; null: nothing. */
export function problemOf(schema: z.ZodType, value: unknown): string | null {
  const { error } = schema.safeParse(value, { error: sentenceOfIssue })
  return error ? error.issues.map(({ message }) => ownSentence(message)).join(' ') : null
}

/** Says of each field what is against it; null: nothing. One of a list is named as its input is: `list.0.field`. */
export function report(context: z.RefinementCtx, problems: Record<string, string | null>): void {
  for (const [field, message] of Object.entries(problems))
    if (message !== null) context.addIssue({ code: 'custom', path: field.split('.'), message })
}
