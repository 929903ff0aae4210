import { z } from '../../../contract/schemas/zod.ts'
import { t } from '../../../i18n/t.ts'
import { isBackupType } from './backupFile.ts'

export const backupSchema = z.object({
  file: z
    .custom<File | null>((file) => file instanceof File, { error: () => t('forms.backupMissing') })
    .refine((file) => file === null || isBackupType(file), { error: () => t('forms.backupType') }),
  password: z.string().min(1, { error: () => t('forms.backupNeedsPassword') }),
})

export type BackupFields = z.output<typeof backupSchema>
