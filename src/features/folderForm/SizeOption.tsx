import InputAdornment from '@mui/material/InputAdornment'
import { FormOption, FormText } from '../../forms/fields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import type { FolderFields } from './folderFields.ts'

/** Quota of the folder. */
export function SizeOption({ form: { control } }: { form: FormOf<FolderFields> }) {
  return (
    <FormOption control={control} name="limitsSize" label={t('folderForm.limit')} hint={hint}>
      <FormText
        control={control}
        name="maxSize"
        label={t('folderForm.atMost')}
        required
        sx={{ maxWidth: 200 }}
        slotProps={{
          htmlInput: { inputMode: 'decimal' },
          input: { endAdornment: <InputAdornment position="end">GB</InputAdornment> },
        }}
      />
    </FormOption>
  )
}

const hint = (isOn: boolean) => (isOn ? t('folderForm.limitOn') : undefined)
