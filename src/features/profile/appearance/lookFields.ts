import { colourPattern } from '../../../../contract/accent.ts'
import { type Look, lookSettings, type LookSettings } from '../../../../contract/schemas/look.ts'
import { z } from '../../../../contract/schemas/zod.ts'
import { problemOf, report } from '../../../forms/problems.ts'
import type { FormSchema } from '../../../forms/schemaForm.ts'

/** 'Appearance' as it was typed; '' for what is as it comes. */
export type LookFields = Record<keyof LookSettings, string>

const names = Object.keys(lookSettings.shape) as (keyof LookSettings)[]
const each = <T>(valueOf: (name: keyof LookSettings) => T) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<keyof LookSettings, T>

export const fieldsOf = (look: Look): LookFields => each((name) => look[name] ?? '')

/** What is sent of it. */
export const settingsOf = (fields: LookFields): LookSettings =>
  each((name) => (fields[name].trim() === '' ? null : fields[name]))

export const lookSchema: FormSchema<LookFields> = z
  .object({
    ...{ name: z.string(), accent: z.string(), greeting: z.string() },
    ...{ imprint_url: z.string(), privacy_url: z.string(), support: z.string() },
  })
  .superRefine((fields, context) => {
    const settings = settingsOf(fields)
    report(
      context,
      each((name) => problemOf(lookSettings.shape[name], settings[name])),
    )
  })

/** What was typed, once it is a colour. */
export function accentOf(typed: string): string | null {
  const colour = typed.trim().toLowerCase()
  return colourPattern.test(colour) ? colour : null
}
