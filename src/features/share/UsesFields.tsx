import { useWatch } from 'react-hook-form'
import { FormSelect, FormText } from '../../forms/fields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { type Key, t } from '../../../i18n/t.ts'
import { FieldRow } from '../../ui/layout.ts'
import type { LinkFields, UsesMode } from './linkForm.ts'

const modes = {
  unlimited: { label: 'share.unlimited', hint: 'share.unlimitedHint' },
  once: { label: 'share.once', hint: 'share.onceHint' },
  number: { label: 'share.aNumber', hint: 'share.aNumberHint' },
} as const satisfies Record<UsesMode, { label: Key; hint: Key }>

/** Fields for the number of uses of a new link. */
export function UsesFields({ form: { control, clearErrors }, disabled }: UsesFieldsProps) {
  const mode = useWatch({ control, name: 'uses' })
  return (
    <FieldRow>
      <FormSelect
        control={control}
        name="uses"
        label={t('share.uses')}
        hint={t(modes[mode].hint)}
        disabled={disabled}
        onChanged={() => clearErrors('useCount')}
        options={Object.entries(modes).map(([value, { label }]) => [value, t(label)])}
      />
      {mode === 'number' && (
        <FormText
          control={control}
          name="useCount"
          label={t('share.downloads')}
          type="number"
          required
          disabled={disabled}
          slotProps={{ htmlInput: { min: 1, step: 1, inputMode: 'numeric' } }}
        />
      )}
    </FieldRow>
  )
}

interface UsesFieldsProps {
  form: FormOf<LinkFields>
  disabled: boolean
}
