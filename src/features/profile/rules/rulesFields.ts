import { noRules, type OperatorRules, type RuleName } from '../../../../contract/operatorRules.ts'
import { maxLinkDownloads, maxRuleDays } from '../../../../contract/limits.ts'
import { operatorRules } from '../../../../contract/schemas/operatorRules.ts'
import { z } from '../../../../contract/schemas/zod.ts'
import { schemaIssueMessage, addIssues } from '../../../forms/schemaIssues.ts'
import type { FormSchema } from '../../../forms/schemaForm.ts'
import { t } from '../../../../i18n/t.ts'

/** Values of the form as typed; '' for no limit. */
type RulesFields = {
  [Name in RuleName]: OperatorRules[Name] extends boolean ? boolean : string
}

export const rulesFieldsOf = (rules: OperatorRules): RulesFields => ({
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

/** Returns the rules that differ from those that the form began with. Others may have been set elsewhere meanwhile. */
export function rulesChanges(fields: RulesFields, initialFields: RulesFields): Partial<OperatorRules> {
  const isChanged = ([name]: [string, unknown]) =>
    fields[name as RuleName] !== initialFields[name as RuleName]
  return Object.fromEntries(Object.entries(rulesOf(fields)).filter(isChanged))
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
    const { max_link_days, max_link_uses, email_domains } = rulesOf(fields)
    const { shape } = operatorRules
    const noCount = (isWrong: boolean, limit: number) => (isWrong ? t('forms.noCount', { limit }) : null)
    addIssues(context, {
      max_link_days: noCount(!shape.max_link_days.safeParse(max_link_days).success, maxRuleDays),
      max_link_uses: noCount(!shape.max_link_uses.safeParse(max_link_uses).success, maxLinkDownloads),
      email_domains: schemaIssueMessage(shape.email_domains, email_domains),
    })
  })
