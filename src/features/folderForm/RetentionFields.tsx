import { useWatch } from 'react-hook-form'
import type { OperatorRules } from '../../../contract/operatorRules.ts'
import { FormSelect, FormText } from '../../forms/formFields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { TwoColumns } from '../../ui/theme/layout.ts'
import { type FolderFields, offeredRetention, type RetentionMode } from './folderFields.ts'

interface RetentionFieldsProps {
  form: FormOf<FolderFields>
  rules: OperatorRules
  /** The choice that the form began with. */
  current: RetentionMode
  isNew: boolean
}

/** When files of the folder are deleted. */
export function RetentionFields({ form, rules, current, isNew }: RetentionFieldsProps) {
  const { control, clearErrors } = form
  const mode = useWatch({ control, name: 'retention' })
  const max = rules.max_retention_days ?? null
  const hints = [
    max !== null && t('rules.atMostDays', { days: max }),
    !isNew && t('folderForm.retentionHint'),
  ]
  return (
    <TwoColumns>
      <FormSelect
        control={control}
        name="retention"
        label={t('folderForm.retention')}
        hint={hints.filter(Boolean).join(' ')}
        onChanged={() => clearErrors('retentionDays')}
        options={offeredRetention(rules, current).map((one) => [one, labelOf(one)])}
      />
      <div>
        {mode === 'own' && (
          <FormText
            control={control}
            name="retentionDays"
            label={t('folderForm.retentionDays')}
            type="number"
            required
            slotProps={{ htmlInput: { min: 1, max: max ?? undefined, step: 1, inputMode: 'numeric' } }}
          />
        )}
      </div>
    </TwoColumns>
  )
}

function labelOf(mode: RetentionMode): string {
  if (mode === 'never') return t('folderForm.retentionNever')
  return mode === 'own'
    ? t('folderForm.retentionOwn')
    : t('folderForm.retentionAfter', { days: Number(mode) })
}
