import { useWatch } from 'react-hook-form'
import { FormSelect, FormText } from '../../forms/formFields.tsx'
import { type TextKey, t } from '../../../i18n/t.ts'
import { FieldRow } from '../../ui/theme/layout.ts'
import type { LinkOptionProps, UsesMode } from './linkFormFields.ts'

const modes: Record<UsesMode, { label: TextKey; hint?: TextKey; namedHint?: TextKey }> = {
  unlimited: { label: 'share.unlimited' },
  once: { label: 'share.once', hint: 'share.onceHint', namedHint: 'share.onceNamedHint' },
  number: { label: 'share.aNumber', hint: 'share.aNumberHint', namedHint: 'share.aNumberNamedHint' },
}

/** Returns the modes that the operator's limit leaves; null for no limit. */
export const allowedUsesModes = (max: number | null): UsesMode[] =>
  max === null ? ['unlimited', 'once', 'number'] : max === 1 ? ['once'] : ['once', 'number']

export function UsesFields({ form: { control, clearErrors }, rules, disabled }: LinkOptionProps) {
  const max = rules.max_link_uses
  const mode = useWatch({ control, name: 'uses' })
  const isNamed = useWatch({ control, name: 'isNamed' })
  const hint = modes[mode][isNamed ? 'namedHint' : 'hint']
  return (
    <FieldRow>
      <FormSelect
        control={control}
        name="uses"
        label={t('share.uses')}
        hint={max === null ? hint && t(hint) : t('rules.atMostUses', { max })}
        disabled={disabled}
        onChanged={() => clearErrors('useCount')}
        options={allowedUsesModes(max).map((value) => [value, t(modes[value].label)])}
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
