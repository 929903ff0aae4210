import { updateCurrentUser, type User } from '../../../../contract/schemas/auth.ts'
import type { CallBody } from '../../../../contract/call.ts'
import { minPasswordLength } from '../../../../contract/limits.ts'
import { z } from '../../../../contract/schemas/zod.ts'
import { schemaIssueMessage, addIssues } from '../../../forms/schemaIssues.ts'
import type { FormSchema } from '../../../forms/schemaForm.ts'
import { t } from '../../../../i18n/t.ts'
import { hasBackupFileType } from '../backup/backupFile.ts'
import { type KeySize, keySizes } from '../keyPair/newKeyPair.ts'

export interface ProfileFields {
  username: string
  displayName: string
  email: string
  currentPassword: string
}

export const fieldsOfUser = ({ username, display_name, email }: User): ProfileFields => ({
  username,
  displayName: display_name ?? '',
  email: email ?? '',
  currentPassword: '',
})

export type ProfileChanges = Omit<CallBody<typeof updateCurrentUser>, 'current_password'>

/** Returns the changed values; null if there are none. A blank e-mail removes the address. */
export function profileChanges(fields: ProfileFields, user: User): ProfileChanges | null {
  const username = fields.username.trim()
  const email = fields.email.trim() === '' ? null : fields.email.trim()
  const display_name = fields.displayName.trim() === '' ? null : fields.displayName.trim()
  const changes: ProfileChanges = {
    ...(username !== user.username && { username }),
    ...(email !== user.email && { email }),
    ...(display_name !== user.display_name && { display_name }),
  }
  return Object.keys(changes).length === 0 ? null : changes
}

const bodyShape = updateCurrentUser.body.shape

/** An address and a name are validated only if they were changed. */
export const profileSchema = (user: User): FormSchema<ProfileFields> =>
  z
    .object({
      username: z
        .string()
        .trim()
        .min(1, { error: () => t('forms.usernameMissing') })
        .pipe(bodyShape.username.unwrap()),
      displayName: z.string().trim(),
      email: z.string().trim(),
      currentPassword: z.string().min(1, { error: () => t('forms.saveNeedsPassword') }),
    })
    .superRefine((fields, context) =>
      addIssues(context, {
        email: schemaIssueMessage(bodyShape.email, profileChanges(fields, user)?.email),
        displayName: schemaIssueMessage(bodyShape.display_name, profileChanges(fields, user)?.display_name),
      }),
    )

export const passwordSchema = (missing: { error: () => string }): FormSchema<{ password: string }> =>
  z.object({ password: z.string().min(1, missing) })

export const keyPairSchema = z.object({
  keySize: z.enum(Object.keys(keySizes) as KeySize[]),
  password: z.string().min(1, { error: () => t('keys.passwordRequired') }),
})

export const olderPasswordsSchema = z.object({
  /** Password that the stored key is sealed with. */
  older: z.string().min(1),
  current: z.string().min(1),
})
export type OlderPasswords = z.output<typeof olderPasswordsSchema>

export const backupSchema = z.object({
  file: z
    .custom<File | null>((file) => file instanceof File, { error: () => t('forms.backupMissing') })
    .refine((file) => file === null || hasBackupFileType(file), { error: () => t('forms.backupType') }),
  password: z.string().min(1, { error: () => t('forms.backupNeedsPassword') }),
})
export type BackupFields = z.output<typeof backupSchema>

export const keyPasswordSchema = z
  .object({
    newPassword: z
      .string()
      .min(minPasswordLength, { error: () => t('forms.keyPasswordTooShort', { limit: minPasswordLength }) }),
    confirmation: z.string(),
  })
  .superRefine(({ newPassword, confirmation }, context) =>
    addIssues(context, {
      confirmation: newPassword === confirmation ? null : t('forms.passwordsDiffer'),
    }),
  )

export const newPasswordSchema = z
  .object({
    oldPassword: z.string().min(1, { error: () => t('forms.currentPasswordMissing') }),
    newPassword: z
      .string()
      .min(minPasswordLength, { error: () => t('forms.newPasswordTooShort', { limit: minPasswordLength }) }),
    confirmation: z.string(),
  })
  .superRefine(({ oldPassword, newPassword, confirmation }, context) =>
    addIssues(context, {
      // Compare in NFKC form, as the passwords are derived from it.
      newPassword:
        newPassword.normalize('NFKC') === oldPassword.normalize('NFKC') ? t('forms.passwordAsBefore') : null,
      confirmation: newPassword === confirmation ? null : t('forms.newPasswordsDiffer'),
    }),
  )

export type NewPasswordFields = z.output<typeof newPasswordSchema>

export const isFilledAndMatching = ({ oldPassword, newPassword, confirmation }: NewPasswordFields): boolean =>
  oldPassword !== '' && newPassword !== '' && newPassword === confirmation
