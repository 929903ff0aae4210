import type { z } from 'zod'
import { translateSchemaMessage } from '../../i18n/translateSchemaMessage.ts'
import { t } from '../../i18n/t.ts'

type IssueMessage = NonNullable<z.core.ParseContext<z.core.$ZodIssue>['error']>

/** The message of an issue whose rule has none in its schema. */
export const defaultIssueMessage: IssueMessage = (issue) => {
  if (issue.code !== 'too_big') return undefined
  if (issue.origin === 'string') return t('forms.tooLong', { limit: Number(issue.maximum) })
  return issue.origin === 'array' ? t('forms.tooMany', { limit: Number(issue.maximum) }) : undefined
}

/** The message about a value that does not fit a schema of the contract; null if it fits. */
export function schemaIssueMessage(schema: z.ZodType, value: unknown): string | null {
  const { error } = schema.safeParse(value, { error: defaultIssueMessage })
  return error ? error.issues.map(({ message }) => translateSchemaMessage(message)).join(' ') : null
}

/** Adds an issue for each field that has a message. A field in a list is named like its input: `list.0.field`. */
export function addIssues(context: z.RefinementCtx, messages: Record<string, string | null>): void {
  for (const [field, message] of Object.entries(messages))
    if (message !== null) context.addIssue({ code: 'custom', path: field.split('.'), message })
}
