import type { z } from 'zod'
import { translateSchemaMessage } from '../../i18n/translateSchemaMessage.ts'
import { t } from '../../i18n/t.ts'

type IssueMessage = NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>

/** Messages for rules without one in their schema. */
export const issueMessage: IssueMessage = (issue) => {
  if (issue.code !== 'too_big') return undefined
  if (issue.origin === 'string') return t('forms.tooLong', { limit: Number(issue.maximum) })
  return issue.origin === 'array' ? t('forms.tooMany', { limit: Number(issue.maximum) }) : undefined
}

/** The message of a value that does not fit a schema of the contract; null if it does. */
export function schemaProblem(schema: z.ZodType, value: unknown): string | null {
  const { error } = schema.safeParse(value, { error: issueMessage })
  return error ? error.issues.map(({ message }) => translateSchemaMessage(message)).join(' ') : null
}

/** Adds an issue for each field with a message. A field of a list is named like its input: `list.0.field`. */
export function addIssues(context: z.RefinementCtx, problems: Record<string, string | null>): void {
  for (const [field, message] of Object.entries(problems))
    if (message !== null) context.addIssue({ code: 'custom', path: field.split('.'), message })
}
