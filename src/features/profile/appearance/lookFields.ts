import { colourPattern } from '../../../../contract/accent.ts'
import { type Look, lookSettings, type LookSettings } from '../../../../contract/schemas/look.ts'
import { z } from '../../../../contract/schemas/zod.ts'
import { schemaIssueMessage, addIssues } from '../../../forms/schemaIssues.ts'
import type { FormSchema } from '../../../forms/schemaForm.ts'

/** Values of the form as typed; '' for the default. */
export type LookFields = Record<keyof LookSettings, string>

const names = Object.keys(lookSettings.shape) as (keyof LookSettings)[]
const forEachField = <T>(valueOf: (name: keyof LookSettings) => T) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<keyof LookSettings, T>

export const lookFieldsOf = (look: Look): LookFields => forEachField((name) => look[name] ?? '')

export const lookSettingsOf = (fields: LookFields): LookSettings =>
  forEachField((name) => (fields[name].trim() === '' ? null : fields[name]))

export const lookSchema: FormSchema<LookFields> = z
  .object(forEachField(() => z.string()))
  .superRefine((fields, context) => {
    const settings = lookSettingsOf(fields)
    addIssues(
      context,
      forEachField((name) => schemaIssueMessage(lookSettings.shape[name], settings[name])),
    )
  })

export function parseAccent(typed: string): string | null {
  const colour = typed.trim().toLowerCase()
  return colourPattern.test(colour) ? colour : null
}
