import Divider from '@mui/material/Divider'
import { useState } from 'react'
import { callApi } from '../../../api/client.ts'
import { notifyUserChanged, updateUser } from '../../../session/session.ts'
import { t } from '../../../../i18n/t.ts'
import { CheckboxOption } from '../../../ui/fields/CheckboxOption.tsx'
import { errorOutcome, OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'

/** Switches reminders by mail on and off, at once. */
export function RemindersOption({ isOn }: { isOn: boolean }) {
  const [isSaving, setSaving] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)

  async function change(wants_reminders: boolean) {
    setSaving(true)
    setOutcome(null)
    try {
      updateUser((await callApi('setOwnReminders', { body: { wants_reminders } })).user)
      notifyUserChanged()
    } catch (error) {
      setOutcome(errorOutcome(error))
    }
    setSaving(false)
  }

  return (
    <>
      <Divider sx={{ my: 2 }} />
      <CheckboxOption
        label={t('profile.reminders')}
        name="reminders"
        checked={isOn}
        disabled={isSaving}
        hint={t('profile.remindersHint')}
        onChange={(wanted) => void change(wanted)}
      />
      <OutcomeBanner outcome={outcome} />
    </>
  )
}
