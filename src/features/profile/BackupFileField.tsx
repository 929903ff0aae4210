import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useRef } from 'react'
import { useController } from 'react-hook-form'
import type { FormOf } from '../../forms/schemaForm.ts'
import { FileName } from '../../ui/FileName.tsx'
import type { BackupFields } from './backupFields.ts'

/** A button, since the browser's own control cannot be told which language to speak. */
export function BackupFileField({ form, disabled }: { form: FormOf<BackupFields>; disabled: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'file' })
  const { error } = fieldState
  const file = field.value
  const input = useRef<HTMLInputElement>(null)
  const labelId = useId()
  const hintId = useId()
  return (
    <div>
      <Typography id={labelId} sx={{ fontSize: '0.8125rem', fontWeight: 560, lineHeight: 1.45, mb: 0.75 }}>
        Backup file
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
        <Button
          name="file"
          variant="outlined"
          disabled={disabled}
          aria-describedby={`${labelId} ${hintId}`}
          onClick={() => input.current?.click()}
        >
          Choose .json file
        </Button>
        <Box
          component="span"
          sx={{ fontSize: '0.875rem', color: file ? 'text.primary' : 'text.secondary', minWidth: 0 }}
        >
          {file ? <FileName name={file.name} whole /> : 'No file chosen'}
        </Box>
      </Stack>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        onChange={({ target }) => {
          field.onChange(target.files?.item(0))
          void form.trigger('file')
          // The same file, mended meanwhile, can be chosen again.
          target.value = ''
        }}
      />
      <FormHelperText id={hintId} error={error !== undefined} role={error ? 'alert' : undefined}>
        {error?.message ?? 'The file named private-key-backup that you downloaded with your key pair.'}
      </FormHelperText>
    </div>
  )
}
