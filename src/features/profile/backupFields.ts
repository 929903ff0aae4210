import { z } from '../../../contract/schemas/zod.ts'
import type { FormSchema } from '../../forms/schemaForm.ts'
import { formTexts } from '../../../i18n/forms.ts'
import { isBackupType } from './backupFile.ts'

export interface BackupFields {
  file: File | null
  password: string
}

const texts = formTexts.backup

export const backupSchema: FormSchema<BackupFields> = z.object({
  file: z
    .custom<File | null>((file) => file instanceof File, texts.noFile)
    .refine((file) => file === null || isBackupType(file), { error: texts.type }),
  password: z.string().min(1, texts.noPassword),
})
