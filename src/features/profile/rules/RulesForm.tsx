import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { RuleName } from '../../../../contract/operatorRules.ts'
import type { InstalledRules } from '../../../../contract/schemas/operatorRules.ts'
import { api } from '../../../api/api.ts'
import { callApi } from '../../../api/client.ts'
import { FormCheckbox, FormText } from '../../../forms/formFields.tsx'
import { submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { useAppDispatch } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { Buttons, FieldRow } from '../../../ui/theme/layout.ts'
import { errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { rulesChanges, rulesFieldsOf, rulesSchema } from './rulesFields.ts'

/** Keeps the hint of a disabled field readable. */
const readableHint = { disabled: false }
const numericSlotProps = {
  htmlInput: { inputMode: 'numeric' },
  formHelperText: readableHint,
} as const

interface RulesFormProps {
  installed: InstalledRules
  sendsMail: boolean
}

export function RulesForm({ installed: { rules, fixed, broken }, sendsMail }: RulesFormProps) {
  const dispatch = useAppDispatch()
  // Not the newest rules, which may have been loaded again.
  const [shown, setShown] = useState(() => rulesFieldsOf(rules))
  const form = useSchemaForm(rulesSchema, shown)
  const { control } = form
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const saving = form.formState.isSubmitting

  const send = submitHandler(form, async (fields) => {
    setOutcome(null)
    try {
      const savedRules = await callApi('setOperatorRules', { body: rulesChanges(fields, shown) })
      const saved = rulesFieldsOf(savedRules.rules)
      setShown(saved)
      form.reset(saved)
      dispatch(api.util.invalidateTags(['OperatorRules']))
      setOutcome({ severity: 'success', text: () => t('rules.saved') })
    } catch (error) {
      setOutcome(errorOutcome(error))
    }
  })

  /** A rule of the environment is shown, with the name of its variable. */
  const field = <Name extends RuleName>(name: Name, hint?: string) => {
    const isFixed = fixed.includes(name)
    return {
      ...{ control, name, disabled: isFixed || saving },
      hint: isFixed ? t('rules.fixed', { variable: name.toUpperCase() }) : hint,
    }
  }
  const option = (name: Extract<RuleName, `require_${string}`>, hint?: string) => {
    const { hint: text, ...others } = field(name, hint)
    return { ...others, hint: () => text }
  }
  const canNotName = !sendsMail && !rules.require_named_people
  const namedPeople = option('require_named_people', canNotName ? t('rules.namedNeedMail') : undefined)

  return (
    <form noValidate aria-label={t('rules.section')} onChange={() => setOutcome(null)} onSubmit={send}>
      <Stack spacing={2.5}>
        <FormCheckbox {...option('require_upload_gate')} label={t('rules.uploadGate')} />
        <FormCheckbox {...option('require_link_password')} label={t('rules.linkPassword')} />
        <FormCheckbox
          {...namedPeople}
          disabled={namedPeople.disabled || canNotName}
          label={t('rules.namedPeople')}
        />
        <FieldRow>
          <FormText
            {...field('max_link_days', t('rules.blankForAny'))}
            label={t('rules.linkDays')}
            slotProps={numericSlotProps}
          />
          <FormText
            {...field('max_link_uses', t('rules.blankForAny'))}
            label={t('rules.linkUses')}
            slotProps={numericSlotProps}
          />
        </FieldRow>
        <FieldRow>
          <FormText
            {...field('default_retention_days', t('rules.defaultRetentionHint'))}
            label={t('rules.defaultRetention')}
            slotProps={numericSlotProps}
          />
          <FormText
            {...field('max_retention_days', t('rules.blankForAny'))}
            label={t('rules.maxRetention')}
            slotProps={numericSlotProps}
          />
        </FieldRow>
        <FormText
          {...field('email_domains', t('rules.domainsHint'))}
          label={t('rules.domains')}
          multiline
          maxRows={6}
          slotProps={{
            htmlInput: { autoCapitalize: 'none', spellCheck: false },
            formHelperText: readableHint,
          }}
        />
        {broken.folders + broken.links > 0 && <Banner severity="info">{t('rules.broken', broken)}</Banner>}
        <OutcomeBanner outcome={outcome} />
        <Buttons>
          <BusyButton type="submit" busy={saving}>
            {saving ? t('ui.saving') : t('rules.save')}
          </BusyButton>
        </Buttons>
      </Stack>
    </form>
  )
}
