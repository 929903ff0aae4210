import { useWatch } from 'react-hook-form'
import { FormText } from '../../forms/fields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { FieldRow } from '../../ui/layout.ts'
import type { LinkFields, UsesMode } from './linkForm.ts'

const modes = {
  unlimited: { label: 'Unlimited', hint: 'Whoever has the link can download as often as they like.' },
  once: {
    label: 'Once',
    hint: 'The first who downloads uses it up. In the same browser they can go on, and repeat it, for 24 hours.',
  },
  number: {
    label: 'A number',
    hint: 'Each who downloads takes one. In the same browser they can go on, and repeat it, for 24 hours.',
  },
} as const satisfies Record<UsesMode, { label: string; hint: string }>

/** How often a new link can be used. */
export function UsesFields({ form: { control, clearErrors }, disabled }: UsesFieldsProps) {
  const mode = useWatch({ control, name: 'uses' })
  return (
    <FieldRow>
      <FormText
        select
        fullWidth
        control={control}
        name="uses"
        label="How often it can be used"
        hint={modes[mode].hint}
        disabled={disabled}
        onChanged={() => clearErrors('useCount')}
        slotProps={{ select: { native: true } }}
      >
        {Object.entries(modes).map(([value, { label }]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FormText>
      {mode === 'number' && (
        <FormText
          control={control}
          name="useCount"
          label="Downloads"
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
