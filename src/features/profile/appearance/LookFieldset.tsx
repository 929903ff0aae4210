import { styled } from '@mui/material/styles'
import { FormText } from '../../../forms/fields.tsx'
import type { FormOf } from '../../../forms/schemaForm.ts'
import { t } from '../../../../i18n/t.ts'
import { FieldRow } from '../../../ui/layout.ts'
import { focusRing, theme } from '../../../ui/theme.ts'
import { accentOf, type LookFields } from './lookFields.ts'

const address = { type: 'url', slotProps: { htmlInput: { autoCapitalize: 'none', spellCheck: false } } }

/** Text fields of the appearance. */
export function LookFieldset({ form }: { form: FormOf<LookFields> }) {
  const { control } = form
  return (
    <>
      <FieldRow>
        <FormText
          control={control}
          name="name"
          label={t('look.name')}
          hint={t('look.nameHint')}
          autoComplete="off"
        />
        <Accent>
          <FormText
            control={control}
            name="accent"
            label={t('look.accent')}
            hint={t('look.accentHint')}
            autoComplete="off"
            slotProps={{ htmlInput: { spellCheck: false } }}
          />
          <input
            type="color"
            aria-label={t('look.pick')}
            value={accentOf(form.watch('accent')) ?? theme.palette.primary.main}
            onChange={({ target }) => {
              form.setValue('accent', target.value, { shouldDirty: true, shouldValidate: true })
            }}
          />
        </Accent>
      </FieldRow>
      <FormText
        control={control}
        name="greeting"
        label={t('look.greeting')}
        hint={t('look.greetingHint')}
        multiline
        minRows={2}
      />
      <FieldRow>
        <FormText
          control={control}
          name="imprint_url"
          label={t('look.imprint')}
          hint={t('look.imprintHint')}
          {...address}
        />
        <FormText
          control={control}
          name="privacy_url"
          label={t('look.privacy')}
          hint={t('look.privacyHint')}
          {...address}
        />
      </FieldRow>
      <FormText
        control={control}
        name="support"
        label={t('look.support')}
        hint={t('look.supportHint')}
        slotProps={address.slotProps}
      />
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
