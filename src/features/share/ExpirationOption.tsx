import Stack from '@mui/material/Stack'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { serverTimeIfDifferent } from '../../api/serverClock.ts'
import { ClockNote } from '../../forms/ClockNote.tsx'
import { FormCheckbox, FormText } from '../../forms/formFields.tsx'
import { t } from '../../../i18n/t.ts'
import { SelectField } from '../../ui/fields/textFields.tsx'
import { FieldRow } from '../../ui/theme/layout.ts'
import { offeredLifetimes, type LinkOptionProps } from './linkFormFields.ts'

interface LifetimeProps extends LinkOptionProps {
  /** Time at which the form was opened. */
  now: Date
}

/** A lifetime to choose, and the date that it sets, which can be changed. */
export function ExpirationOption({ form, rules, disabled, now }: LifetimeProps) {
  const { control } = form
  const maxDays = rules.max_link_days
  return (
    <FormCheckbox
      control={control}
      name="expires"
      label={t('share.expires')}
      disabled={disabled || maxDays !== null}
      hint={(isOn) =>
        maxDays !== null
          ? t('rules.atMostDays', { days: maxDays })
          : isOn
            ? undefined
            : t('share.expiresNever')
      }
    >
      <Stack spacing={1.5}>
        <FieldRow>
          <LifetimeField form={form} rules={rules} disabled={disabled} now={now} />
          <FormText
            control={control}
            name="expiration"
            type="datetime-local"
            label={t('share.validUntil')}
            slotProps={{ htmlInput: { readOnly: disabled } }}
          />
        </FieldRow>
        <ClockNote serverTime={serverTimeIfDifferent()} />
      </Stack>
    </FormCheckbox>
  )
}

export function LifetimeField({ form, rules, disabled, now }: LifetimeProps) {
  const { control, setValue, clearErrors } = form
  const offered = useMemo(() => offeredLifetimes(now, rules), [now, rules])
  const expiration = useWatch({ control, name: 'expiration' })
  const chosen = offered.find((lifetime) => lifetime.expiration === expiration)
  return (
    <SelectField
      label={t('share.validFor')}
      value={chosen?.expiration ?? ''}
      disabled={disabled}
      onChange={({ target }) => {
        setValue('expiration', target.value)
        clearErrors('expiration')
      }}
      options={[
        ...offered.map(
          (lifetime) => [lifetime.expiration, t('share.days', { count: lifetime.days })] as const,
        ),
        ...(chosen ? [] : [['', t('share.otherDate')] as const]),
      ]}
    />
  )
}
