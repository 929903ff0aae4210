import { maxApiTokenNameLength } from '../../../contract/limits.ts'
import { admissions, type Scope, scopes } from '../../../contract/scopes.ts'
import { z } from '../../../contract/zod.ts'
import type { FormSchema } from '../../forms/schemaForm.ts'
import { formTexts } from '../../texts/forms.ts'

/** What each scope lets a script do. */
export const scopeTexts: Readonly<Record<Scope, { label: string; hint: string }>> = {
  'files:read': {
    label: 'Read folders and files',
    hint: 'Lists, wrapped keys and encrypted contents. Nothing opens without your private key.',
  },
  'files:delete': { label: 'Delete files', hint: 'And end unfinished uploads. It cannot be undone.' },
  'folders:write': {
    label: 'Make and change folders',
    hint: 'With the right to delete files it deletes folders, too.',
  },
  'audit:read': { label: 'Read the audit trail', hint: 'Who did what, and when.' },
  'key:read': {
    label: 'Read the sealed private key',
    hint: 'It stays sealed with your password. Whoever has it can try out passwords at leisure.',
  },
}

/** Those that a call of this server takes. */
export const offeredScopes: readonly Scope[] = scopes.filter((scope) =>
  Object.values(admissions).some((needed) => needed.includes(scope)),
)

export const lifetimes = { '7': 'A week', '30': '30 days', '90': '90 days', '365': 'A year' } as const
type Days = keyof typeof lifetimes

export type ApiTokenFields = Record<Scope, boolean> & {
  name: string
  /** '' until somebody has chosen. */
  days: Days | ''
  password: string
}

export const noFields: ApiTokenFields = {
  name: '',
  'files:read': true,
  'files:delete': false,
  'folders:write': false,
  'audit:read': false,
  'key:read': false,
  days: '',
  password: '',
}

const texts = formTexts.apiToken

export const apiTokenSchema: FormSchema<ApiTokenFields> = z.object({
  name: z
    .string()
    .trim()
    .min(1, texts.noName)
    .max(maxApiTokenNameLength, formTexts.tooLong(maxApiTokenNameLength)),
  'files:read': z.boolean(),
  'files:delete': z.boolean(),
  'folders:write': z.boolean(),
  'audit:read': z.boolean(),
  'key:read': z.boolean(),
  days: z.enum(['', ...(Object.keys(lifetimes) as Days[])]).refine((days) => days !== '', texts.noLifetime),
  password: z.string().min(1, formTexts.noCurrentPassword),
})

export const chosenScopes = (fields: ApiTokenFields): Scope[] =>
  offeredScopes.filter((scope) => fields[scope])
