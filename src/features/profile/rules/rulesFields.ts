import { noRules, type OperatorRules, type RuleName } from '../../../../contract/operatorRules.ts'
import { maxLinkDownloads, maxRuleDays } from '../../../../contract/limits.ts'
import { operatorRules } from '../../../../contract/schemas/operatorRules.ts'
import { z } from '../../../../contract/schemas/zod.ts'
import { schemaIssueMessage, addIssues } from '../../../forms/schemaIssues.ts'
import type { FormSchema } from '../../../forms/schemaForm.ts'
import { t } from '../../../../i18n/t.ts'

/** Values of the form as typed; '' for no limit. */
type RulesFields = {
  [Name in RuleName]-?: OperatorRules[Name] extends boolean ? boolean : string
}

export const rulesFieldsOf = (rules: OperatorRules): RulesFields => ({
  ...rules,
  max_link_days: String(rules.max_link_days ?? ''),
  max_link_uses: String(rules.max_link_uses ?? ''),
  email_domains: rules.email_domains?.join(', ') ?? '',
  default_retention_days: String(rules.default_retention_days ?? ''),
  max_retention_days: String(rules.max_retention_days ?? ''),
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
    default_retention_days: limitOf(fields.default_retention_days),
    max_retention_days: limitOf(fields.max_retention_days),
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
    default_retention_days: z.string(),
    max_retention_days: z.string(),
  })
  .superRefine((fields, context) => {
    const rules = rulesOf(fields)
    const { shape } = operatorRules
    const countProblem = (name: Extract<RuleName, `${string}_${'days' | 'uses'}`>, limit: number) =>
      shape[name].safeParse(rules[name]).success ? null : t('forms.noCount', { limit })
    addIssues(context, {
      max_link_days: countProblem('max_link_days', maxRuleDays),
      max_link_uses: countProblem('max_link_uses', maxLinkDownloads),
      default_retention_days: countProblem('default_retention_days', maxRuleDays),
      max_retention_days: countProblem('max_retention_days', maxRuleDays),
      email_domains: schemaIssueMessage(shape.email_domains, rules.email_domains),
    })
  })
