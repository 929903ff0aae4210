import { colourPattern } from '../../../../contract/accent.ts'
import { type Look, lookSettings, type LookSettings } from '../../../../contract/schemas/look.ts'
import { z } from '../../../../contract/schemas/zod.ts'
import { problemOf, addIssues } from '../../../forms/problems.ts'
import type { FormSchema } from '../../../forms/schemaForm.ts'

/** Values of the form as typed; '' for the default. */
export type LookFields = Record<keyof LookSettings, string>

const names = Object.keys(lookSettings.shape) as (keyof LookSettings)[]
const each = <T>(valueOf: (name: keyof LookSettings) => T) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<keyof LookSettings, T>

export const fieldsOf = (look: Look): LookFields => each((name) => look[name] ?? '')

export const settingsOf = (fields: LookFields): LookSettings =>
  each((name) => (fields[name].trim() === '' ? null : fields[name]))

export const lookSchema: FormSchema<LookFields> = z
  .object(each(() => z.string()))
  .superRefine((fields, context) => {
    const settings = settingsOf(fields)
    addIssues(
      context,
      each((name) => problemOf(lookSettings.shape[name], settings[name])),
    )
  })

export function accentOf(typed: string): string | null {
  const colour = typed.trim().toLowerCase()
  return colourPattern.test(colour) ? colour : null
}
