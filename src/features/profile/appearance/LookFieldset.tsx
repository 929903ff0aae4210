import { styled } from '@mui/material/styles'
import type { TextFieldProps } from '@mui/material/TextField'
import { FormText } from '../../../forms/formFields.tsx'
import type { FormOf } from '../../../forms/schemaForm.ts'
import { type TextKey, t } from '../../../../i18n/t.ts'
import { FieldRow } from '../../../ui/theme/layout.ts'
import { defaultTheme } from '../../../ui/theme/defaultTheme.ts'
import { focusRing } from '../../../ui/theme/theme.ts'
import { parseAccent, type LookFields } from './lookFields.ts'

type LookFieldProps = Pick<TextFieldProps, 'type' | 'autoComplete' | 'multiline' | 'minRows' | 'slotProps'>

const withoutCorrection = { htmlInput: { autoCapitalize: 'none', spellCheck: false } }
const urlField = { type: 'url', slotProps: withoutCorrection }

export function LookFieldset({ form }: { form: FormOf<LookFields> }) {
  const field = (name: keyof LookFields, label: TextKey, hint: TextKey, extraProps: LookFieldProps = {}) => (
    <FormText control={form.control} name={name} label={t(label)} hint={t(hint)} {...extraProps} />
  )
  return (
    <>
      <FieldRow>
        {field('name', 'look.name', 'look.nameHint', { autoComplete: 'off' })}
        <Accent>
          {field('accent', 'look.accent', 'look.accentHint', {
            autoComplete: 'off',
            slotProps: { htmlInput: { spellCheck: false } },
          })}
          <input
            type="color"
            aria-label={t('look.pick')}
            value={parseAccent(form.watch('accent')) ?? defaultTheme().palette.primary.main}
            onChange={({ target }) => {
              form.setValue('accent', target.value, { shouldDirty: true, shouldValidate: true })
            }}
          />
        </Accent>
      </FieldRow>
      {field('greeting', 'look.greeting', 'look.greetingHint', { multiline: true, minRows: 2 })}
      <FieldRow>
        {field('imprint_url', 'look.imprint', 'look.imprintHint', urlField)}
        {field('privacy_url', 'look.privacy', 'look.privacyHint', urlField)}
      </FieldRow>
      {field('support', 'look.support', 'look.supportHint', { slotProps: withoutCorrection })}
    </>
  )
}

const Accent = styled('div')(({ theme: { vars, spacing, shape } }) => ({
  display: 'flex',
  gap: spacing(1),
  width: '100%',
  // Beside the field, below its label.
  '& > input': {
    flex: 'none',
    width: 48,
    height: 40,
    marginTop: 25,
    padding: 4,
    border: `1px solid ${vars.palette.text.disabled}`,
    borderRadius: shape.borderRadius,
    backgroundColor: vars.palette.background.paper,
    cursor: 'pointer',
    '&:focus-visible': focusRing,
  },
}))
