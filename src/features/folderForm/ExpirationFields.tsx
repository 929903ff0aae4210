import { useWatch } from 'react-hook-form'
import { serverTimeIfDifferent } from '../../api/serverClock.ts'
import { ClockNote } from '../../forms/ClockNote.tsx'
import { FormSelect, FormText } from '../../forms/formFields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { TwoColumns } from '../../ui/theme/layout.ts'
import { type ExpirationMode, type FolderFields, isPast, withExpirationMode } from './folderFields.ts'

const modeLabels = {
  none: 'folderForm.expiresNever',
  date: 'folderForm.expiresOnDate',
  days: 'folderForm.expiresInDays',
} as const satisfies Record<ExpirationMode, TextKey>

export function ExpirationFields({ form }: { form: FormOf<FolderFields> }) {
  const mode = useWatch({ control: form.control, name: 'expirationMode' })

  function handleModeChanged(chosen: string) {
    const { expirationDate, expiresInDays } = withExpirationMode(form.getValues(), chosen as ExpirationMode)
    form.setValue('expirationDate', expirationDate)
    form.setValue('expiresInDays', expiresInDays)
    form.clearErrors(['expirationDate', 'expiresInDays'])
  }

  return (
    <>
      <TwoColumns>
        <FormSelect
          control={form.control}
          name="expirationMode"
          label={t('folderForm.expiration')}
          onChanged={handleModeChanged}
          options={Object.entries(modeLabels).map(([value, text]) => [value, t(text)])}
        />
        <div>
          {mode === 'date' && <ExpirationDate form={form} />}
          {mode === 'days' && (
            <FormText
              control={form.control}
              name="expiresInDays"
              label={t('folderForm.days')}
              type="number"
              required
              slotProps={{ htmlInput: { min: 1, step: 1, inputMode: 'numeric' } }}
            />
          )}
        </div>
      </TwoColumns>
      {mode !== 'none' && <ClockNote serverTime={serverTimeIfDifferent()} />}
    </>
  )
}

/** Past times are allowed, with a note. */
function ExpirationDate({ form: { control } }: { form: FormOf<FolderFields> }) {
  const past = isPast(useWatch({ control, name: 'expirationDate' }))
  return (
    <FormText
      control={control}
      name="expirationDate"
      label={t('folderForm.expiresOn')}
      type="datetime-local"
      required
      hint={past && t('folderForm.expiresInPast')}
      color={past ? 'warning' : 'primary'}
      slotProps={{ formHelperText: past ? { sx: { color: 'warning.main' } } : {} }}
    />
  )
}
