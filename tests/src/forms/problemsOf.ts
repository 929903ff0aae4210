import type { FieldValues } from 'react-hook-form'
import { defaultIssueMessage } from '../../../src/forms/schemaIssues.ts'
import type { FormSchema } from '../../../src/forms/schemaForm.ts'

/** What a form says of which field; empty when it can be sent. */
export function problemsOf<Fields extends FieldValues>(
  schema: FormSchema<Fields>,
  fields: Fields,
): Record<string, string> {
  const { error } = schema.safeParse(fields, { error: defaultIssueMessage })
  // The form shows the first of a field.
  const issues = error ? [...error.issues].reverse() : []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
}
