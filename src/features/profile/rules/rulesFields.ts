import { noRules, type OperatorRules, type RuleName, ruleNames } from '../../../../contract/operatorRules.ts'
import { operatorRules } from '../../../../contract/schemas/operatorRules.ts'
import { z } from '../../../../contract/schemas/zod.ts'
import { problemOf, report } from '../../../forms/problems.ts'
import type { FormSchema } from '../../../forms/schemaForm.ts'

/** Values of the form as typed; '' for no limit. */
export type RulesFields = {
  [Name in RuleName]: OperatorRules[Name] extends boolean ? boolean : string
}

export const fieldsOf = (rules: OperatorRules): RulesFields => ({
  ...rules,
  max_link_days: String(rules.max_link_days ?? ''),
  max_link_uses: String(rules.max_link_uses ?? ''),
  email_domains: rules.email_domains?.join(', ') ?? '',
})

/** Converts the values to rules; a number that cannot be read is NaN. */
export function rulesOf(fields: RulesFields): OperatorRules {
  const domains = fields.email_domains.split(/[,;\s]+/).filter((domain) => domain !== '')
  return {
    ...noRules,
    ...fields,
    max_link_days: limitOf(fields.max_link_days),
    max_link_uses: limitOf(fields.max_link_uses),
    email_domains: domains.length === 0 ? null : domains,
  }
}

const limitOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

export const rulesSchema: FormSchema<RulesFields> = z
  .object({
    require_link_password: z.boolean(),
    max_link_days: z.string(),
    require_named_people: z.boolean(),
    max_link_uses: z.string(),
    require_upload_gate: z.boolean(),
    email_domains: z.string(),
  })
  .superRefine((fields, context) => {
    const rules = rulesOf(fields)
    report(
      context,
      Object.fromEntries(ruleNames.map((name) => [name, problemOf(operatorRules.shape[name], rules[name])])),
    )
  })
