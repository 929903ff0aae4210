import { folderPayload } from '../../../contract/schemas/folders.ts'
import { GiB, maxQuotaBytes, maxRuleDays } from '../../../contract/limits.ts'
import { senderFieldKinds } from '../../../contract/schemas/senderFields.ts'
import {
  noRules,
  type OperatorRules,
  ruleBrokenByFolder,
  type RuledFolder,
} from '../../../contract/operatorRules.ts'
import { z } from '../../../contract/schemas/zod.ts'
import { domainProblem } from '../../forms/domainRule.ts'
import { splitEmails } from '../../../contract/typedText.ts'
import { emailListProblem } from '../../forms/emailList.ts'
import { schemaIssueMessage, addIssues } from '../../forms/schemaIssues.ts'
import type { FormSchema } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { parseGigabytes, type FolderFields, retentionDaysOf, toRuledFolder } from './folderFields.ts'
import { draftProblems } from './senderFieldDrafts.ts'

const payload = folderPayload.shape
const localDateTime = /^\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/
const days = payload.expires_in_days.unwrap().unwrap()

/**
 * Returns the schema of the form. Fields of disabled options are not validated.
 * @param hasPassword true if the folder has a password, so that a blank one removes it
 * @param before the folder as it is, which may break rules; absent for a new one
 */
export const folderSchema = (
  hasPassword: boolean,
  rules: OperatorRules = noRules,
  before?: RuledFolder,
): FormSchema<FolderFields> =>
  z
    .object({
      title: payload.title,
      description: payload.description.unwrap().unwrap(),
      passwordProtection: z.boolean(),
      password: payload.link_password.unwrap(),
      confirmPassword: z.string(),
      requireEmail: z.boolean(),
      allowedEmails: z.string(),
      performMimeCheck: z.boolean(),
      privateNames: z.boolean(),
      notifyByEmail: z.boolean(),
      expirationMode: z.enum(['none', 'date', 'days']),
      expirationDate: z.string(),
      expiresInDays: z.string(),
      isActive: z.boolean(),
      limitsSize: z.boolean(),
      maxSize: z.string(),
      senderFields: z.array(
        z.object({
          label: z.string(),
          kind: z.enum(senderFieldKinds),
          required: z.boolean(),
          options: z.string(),
        }),
      ),
      retention: z.enum(['never', '7', '30', '90', 'own']),
      retentionDays: z.string(),
    })
    .superRefine((fields, context) =>
      addIssues(context, {
        ...(ruleBrokenByFolder(rules, toRuledFolder(fields, hasPassword), before) ===
          'uploadGateRequired' && {
          passwordProtection: t('rules.gateRequired'),
        }),
        ...(fields.passwordProtection && passwordProblem(fields, hasPassword)),
        ...(fields.requireEmail && {
          allowedEmails:
            emailListProblem(fields.allowedEmails) ??
            domainProblem(rules, splitEmails(fields.allowedEmails), before?.addresses ?? []),
        }),
        ...(fields.expirationMode === 'date' && { expirationDate: dateProblem(fields) }),
        ...(fields.expirationMode === 'days' && { expiresInDays: daysProblem(fields) }),
        ...(fields.limitsSize && { maxSize: sizeProblem(fields) }),
        ...draftProblems(fields.senderFields),
        ...(fields.retention === 'own' && { retentionDays: retentionProblem(fields, rules, before) }),
      }),
    )

function passwordProblem({ password, confirmPassword }: FolderFields, hasPassword: boolean) {
  if (password === '' && !hasPassword) return { password: t('forms.passwordMissing') }
  return { confirmPassword: password === confirmPassword ? null : t('forms.passwordsDiffer') }
}

function dateProblem({ expirationDate }: FolderFields): string | null {
  if (!localDateTime.test(expirationDate)) return t('forms.badDate')
  const time = new Date(expirationDate)
  return schemaIssueMessage(payload.expiration_date, Number.isNaN(time.getTime()) ? '' : time.toISOString())
}

function daysProblem({ expiresInDays }: FolderFields): string | null {
  const count = Number(expiresInDays)
  if (!Number.isInteger(count) || count < 1) return t('forms.noDays')
  return schemaIssueMessage(days, count) === null
    ? null
    : t('forms.tooManyDays', { limit: Number(days.maxValue) })
}

function retentionProblem(
  fields: FolderFields,
  { max_retention_days }: OperatorRules,
  before?: RuledFolder,
): string | null {
  const count = retentionDaysOf(fields)
  const max = max_retention_days ?? maxRuleDays
  if (!Number.isInteger(count) || Number(count) < 1 || Number(count) > maxRuleDays)
    return t('forms.noCount', { limit: max })
  return Number(count) <= max || count === before?.retentionDays ? null : t('rules.atMostDays', { days: max })
}

function sizeProblem({ maxSize }: FolderFields): string | null {
  const bytes = parseGigabytes(maxSize)
  return bytes >= 1 && bytes <= maxQuotaBytes ? null : t('forms.noSize', { limit: maxQuotaBytes / GiB })
}
