import { useController } from 'react-hook-form'
import type { FormOf } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import type { BackupFields } from './backupFields.ts'
import { FileChoice } from './FileChoice.tsx'

export function BackupFileField({ form, disabled }: { form: FormOf<BackupFields>; disabled: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'file' })
  return (
    <FileChoice
      name="file"
      label={t('keys.backupFile')}
      choose={t('keys.chooseBackup')}
      accept=".json,application/json"
      file={field.value}
      none={t('keys.noBackup')}
      hint={t('keys.backupHint')}
      error={fieldState.error?.message}
      disabled={disabled}
      onChoose={(file) => {
        field.onChange(file)
        void form.trigger('file')
      }}
    />
  )
}
