import { z } from '../../../contract/schemas/zod.ts'
import { formTexts } from '../../../i18n/forms.ts'
import { isBackupType } from './backupFile.ts'

const texts = formTexts.backup

export const backupSchema = z.object({
  file: z
    .custom<File | null>((file) => file instanceof File, texts.noFile)
    .refine((file) => file === null || isBackupType(file), { error: texts.type }),
  password: z.string().min(1, texts.noPassword),
})

export type BackupFields = z.output<typeof backupSchema>
