import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { styled } from '@mui/material/styles'
import { useId, useRef } from 'react'
import { useController } from 'react-hook-form'
import type { FormOf } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { FileName } from '../../ui/FileName.tsx'
import { FieldLabel, Muted } from '../../ui/layout.ts'
import type { BackupFields } from './backupFields.ts'

/** A button that opens the file picker, since the browser's own control cannot be translated. */
export function BackupFileField({ form, disabled }: { form: FormOf<BackupFields>; disabled: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'file' })
  const { error } = fieldState
  const file = field.value
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const hintId = useId()
  return (
    <div>
      <FieldLabel id={labelId}>{t('keys.backupFile')}</FieldLabel>
      <Chosen>
        <Button
          name="file"
          variant="outlined"
          disabled={disabled}
          aria-describedby={`${labelId} ${hintId}`}
          onClick={() => input.current?.click()}
        >
          {t('keys.chooseBackup')}
        </Button>
        {file ? (
          <span>
            <FileName name={file.name} whole />
          </span>
        ) : (
          <Muted>{t('keys.noBackup')}</Muted>
        )}
      </Chosen>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        onChange={({ target }) => {
          field.onChange(target.files?.item(0))
          void form.trigger('file')
          // Allow the same file to be chosen again after a change.
          target.value = ''
        }}
      />
      <FormHelperText id={hintId} error={error !== undefined} role={error ? 'alert' : undefined}>
        {error?.message ?? t('keys.backupHint')}
      </FormHelperText>
    </div>
  )
}

const Chosen = styled('div')(({ theme: { typography, spacing } }) => ({
  ...typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: spacing(1, 1.5),
  '& > button': { flex: 'none' },
  '& > span': { minWidth: 0 },
}))
