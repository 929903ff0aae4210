import InputAdornment from '@mui/material/InputAdornment'
import { FormOption, FormText } from '../../forms/fields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import type { FolderFields } from './folderFields.ts'

/** How much the folder takes. */
export function SizeOption({ form: { control } }: { form: FormOf<FolderFields> }) {
  return (
    <FormOption control={control} name="limitsSize" label="Limit how much it takes" hint={hint}>
      <FormText
        control={control}
        name="maxSize"
        label="At most"
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

const hint = (isOn: boolean) =>
  isOn
    ? 'Uploaders are told before they send when there is not enough room. What is here already stays.'
    : 'It takes as much as the server has room for.'
