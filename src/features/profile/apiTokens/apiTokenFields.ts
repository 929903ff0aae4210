import { maxApiTokenNameLength } from '../../../../contract/limits.ts'
import { admissions, type Scope, scopes } from '../../../../contract/scopes.ts'
import { z } from '../../../../contract/schemas/zod.ts'
import type { FormSchema } from '../../../forms/schemaForm.ts'
import { type TextKey, t } from '../../../../i18n/t.ts'

export const scopeTexts = {
  'files:read': { label: 'tokens.readFiles', hint: 'tokens.readFilesHint' },
  'files:delete': { label: 'tokens.deleteFiles', hint: 'tokens.deleteFilesHint' },
  'folders:write': { label: 'tokens.writeFolders', hint: 'tokens.writeFoldersHint' },
  'links:write': { label: 'tokens.writeLinks', hint: 'tokens.writeLinksHint' },
  'webhooks:write': { label: 'tokens.writeWebhooks', hint: 'tokens.writeWebhooksHint' },
  'audit:read': { label: 'tokens.readAudit', hint: 'tokens.readAuditHint' },
  'key:read': { label: 'tokens.readKey', hint: 'tokens.readKeyHint' },
} as const satisfies Record<Scope, Record<'label' | 'hint', TextKey>>

/** Scopes that some call of this server accepts. */
export const offeredScopes: readonly Scope[] = scopes.filter((scope) =>
  Object.values(admissions).some((needed) => needed.includes(scope)),
)

export const tokenLifetimes = {
  '7': 'tokens.week',
  '30': 'tokens.days',
  '90': 'tokens.days',
  '365': 'tokens.year',
} as const satisfies Record<string, TextKey>
type Days = keyof typeof tokenLifetimes

type ApiTokenFields = Record<Scope, boolean> & {
  name: string
  /** Validity in days; '' until one is chosen. */
  days: Days | ''
  password: string
}

const forEachScope = <T>(valueOf: (scope: Scope) => T) =>
  Object.fromEntries(scopes.map((scope) => [scope, valueOf(scope)])) as Record<Scope, T>

export const initialTokenFields: ApiTokenFields = {
  name: '',
  ...forEachScope((scope) => scope === 'files:read'),
  days: '',
  password: '',
}

export const apiTokenSchema: FormSchema<ApiTokenFields> = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => t('forms.tokenNameMissing') })
    .max(maxApiTokenNameLength, { error: () => t('forms.tooLong', { limit: maxApiTokenNameLength }) }),
  ...forEachScope(() => z.boolean()),
  days: z
    .enum(['', ...(Object.keys(tokenLifetimes) as Days[])])
    .refine((days) => days !== '', { error: () => t('forms.tokenLifetimeMissing') }),
  password: z.string().min(1, { error: () => t('forms.currentPasswordMissing') }),
})

export const chosenScopes = (fields: ApiTokenFields): Scope[] =>
  offeredScopes.filter((scope) => fields[scope])
