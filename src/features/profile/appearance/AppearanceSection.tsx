import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { maxLogoPixels } from '../../../../contract/limits.ts'
import type { Look } from '../../../../contract/schemas/look.ts'
import { api } from '../../../api/api.ts'
import { callApi, fetchApi } from '../../../api/client.ts'
import { useLookQuery } from '../../../api/serverApi.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { submitHandler, useSchemaForm } from '../../../forms/schemaForm.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { t } from '../../../../i18n/t.ts'
import { useAppDispatch } from '../../../store/hooks.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { FilePicker } from '../../../ui/fields/FilePicker.tsx'
import { Buttons } from '../../../ui/theme/layout.ts'
import { applyLook } from '../../../ui/theme/applyTheme.ts'
import { QueryContent } from '../../../ui/messages/QueryContent.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { parseAccent, lookFieldsOf, lookSchema, lookSettingsOf } from './lookFields.ts'
import { LookFieldset } from './LookFieldset.tsx'
import { LookPreview } from './LookPreview.tsx'
import { useLogoField } from './useLogoField.ts'

export function AppearanceSection() {
  const query = useLookQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Section id="appearance" title={t('look.section')} intro={t('look.intro')}>
      <Stack spacing={2.5} sx={{ mt: 2.5 }}>
        <QueryContent query={query} loading={t('look.loading')}>
          {(look) => <LookForm look={look} />}
        </QueryContent>
      </Stack>
    </Section>
  )
}

function LookForm({ look }: { look: Look }) {
  const dispatch = useAppDispatch()
  const form = useSchemaForm(lookSchema, lookFieldsOf(look))
  const logo = useLogoField(look.logo)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const { name, accent, greeting } = form.watch()
  const saving = form.formState.isSubmitting

  function showSaved(savedLook: Look, text: () => string) {
    dispatch(api.util.invalidateTags(['ServerLook']))
    applyLook(savedLook)
    form.reset(lookFieldsOf(savedLook))
    logo.resetToStored()
    setOutcome({ severity: 'success', text })
  }

  const send = submitHandler(form, async (fields) => {
    setOutcome(null)
    try {
      // First what the server may refuse, so that nothing is changed in that case.
      if (logo.isChanged && !(await sendLogo())) return
      showSaved(await callApi('setLook', { body: lookSettingsOf(fields) }), () => t('look.saved'))
    } catch (error) {
      setOutcome(errorOutcome(error))
    }
  })

  /** @returns false if the logo was refused, which is shown @throws FaultError for other failures */
  async function sendLogo(): Promise<boolean> {
    const { file } = logo.chosen
    try {
      if (file === null) await callApi('deleteLogo')
      else await fetchApi('setLogo', { body: file, headers: { 'content-type': 'image/png' } })
      return true
    } catch (error) {
      const fault = faultOf(error)
      if (fault.status !== 422 && fault.status !== 413) throw error
      logo.refuse(() => faultText(fault))
      return false
    }
  }

  async function reset(): Promise<void> {
    setOutcome(null)
    try {
      showSaved(await callApi('resetLook'), () => t('look.wasReset'))
    } catch (error) {
      setOutcome(errorOutcome(error))
    }
  }

  return (
    <form noValidate aria-label={t('look.section')} onChange={() => setOutcome(null)} onSubmit={send}>
      <Stack spacing={2.5}>
        <LookFieldset form={form} />
        <FilePicker
          label={t('look.logo')}
          name="logo"
          accept="image/png"
          chooseLabel={t('look.chooseLogo')}
          file={logo.chosen.file}
          none={t(logo.chosen.shown === null ? 'look.noLogo' : 'look.keptLogo')}
          hint={t('look.logoHint', { pixels: maxLogoPixels })}
          error={logo.error}
          disabled={saving}
          onChoose={(file) => void logo.choose(file)}
          removal={logo.chosen.shown && { label: t('ui.remove'), onRemove: logo.remove }}
        />
        <LookPreview look={{ name, greeting, accent: parseAccent(accent), logo: logo.chosen.shown }} />
        <OutcomeBanner outcome={outcome} />
        <Buttons>
          <BusyButton type="submit" busy={saving}>
            {saving ? t('ui.saving') : t('look.save')}
          </BusyButton>
          <ResetLook disabled={saving} onConfirm={() => void reset()} />
        </Buttons>
      </Stack>
    </form>
  )
}

function ResetLook({ disabled, onConfirm }: { disabled: boolean; onConfirm: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="text" color="error" disabled={disabled} onClick={() => setAsking(true)}>
        {t('look.reset')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('look.resetTitle')}
        confirmLabel={t('look.resetConfirm')}
        destructive
        onConfirm={() => {
          setAsking(false)
          onConfirm()
        }}
        onCancel={() => setAsking(false)}
      >
        {t('look.resetText')}
      </ConfirmDialog>
    </>
  )
}
