import { useController } from 'react-hook-form'
import type { FormOf } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { FilePicker } from '../../ui/FilePicker.tsx'
import type { BackupFields } from './backupFields.ts'

export function BackupFileField({ form, disabled }: { form: FormOf<BackupFields>; disabled: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'file' })
  return (
    <FilePicker
      label={t('keys.backupFile')}
      name="file"
      accept=".json,application/json"
      chooseLabel={t('keys.chooseBackup')}
      file={field.value}
      none={t('keys.noBackup')}
      hint={t('keys.backupHint')}
      error={fieldState.error?.message ?? null}
      disabled={disabled}
      onChoose={(file) => {
        field.onChange(file)
        void form.trigger('file')
      }}
    />
  )
}
