import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { idleLockMinutes, idleLockChoices, setIdleLockMinutes } from '../../session/idleLock.ts'
import {
  removeOfflineLists,
  enableOfflineLists,
  areOfflineListsEnabled,
  type OfflineUser,
} from '../../session/offlineLists.ts'
import { removeNameIndexes } from '../../session/nameIndexStore.ts'
import { t } from '../../../i18n/t.ts'
import { CheckboxOption } from '../../ui/fields/CheckboxOption.tsx'
import { SelectField } from '../../ui/fields/textFields.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { OutcomeBanner, type OutcomeText } from './common/OutcomeBanner.tsx'

const listsNotDeleted: OutcomeText = { severity: 'error', text: () => t('profile.listsNotDeleted') }
const nothingStored: OutcomeText = { severity: 'error', text: () => t('profile.nothingStored') }

/** Data stored in this browser; see [Note: Offline lists] and [Note: A key that nobody uses is forgotten]. */
export function DeviceSection({ user }: { user: OfflineUser }) {
  const { id, username } = user
  const [keepsLists, setKeepsLists] = useState<boolean | null>(null)
  const [lockMinutes, setLockMinutes] = useState(idleLockMinutes)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)

  useEffect(() => {
    let isUnmounted = false
    void areOfflineListsEnabled(id).then((isEnabled) => {
      if (!isUnmounted) setKeepsLists(isEnabled)
    })
    return () => void (isUnmounted = true)
  }, [id])

  function changeLock(value: string) {
    const choice = idleLockChoices.find((one) => String(one) === value) ?? null
    setOutcome(null)
    if (setIdleLockMinutes(choice)) setLockMinutes(choice)
    else setOutcome(nothingStored)
  }

  async function changeLists(isOn: boolean) {
    setOutcome(null)
    setKeepsLists(isOn)
    try {
      if (isOn) await enableOfflineLists({ id, username })
      else {
        await removeOfflineLists({ choice: true })
        setOutcome({ severity: 'success', text: () => t('profile.listsDeleted') })
      }
    } catch {
      setKeepsLists(!isOn)
      setOutcome(isOn ? nothingStored : listsNotDeleted)
    }
  }

  async function forgetNames() {
    setOutcome(null)
    try {
      await removeNameIndexes()
      setOutcome({ severity: 'success', text: () => t('profile.namesForgotten') })
    } catch {
      setOutcome(nothingStored)
    }
  }

  return (
    <Section id="device" title={t('profile.device')}>
      <Stack spacing={2.5} sx={{ mt: 2 }}>
        <CheckboxOption
          label={t('profile.keepLists')}
          name="keepLists"
          checked={keepsLists ?? false}
          disabled={keepsLists === null}
          hint={t('profile.keepListsHint')}
          onChange={(wanted) => void changeLists(wanted)}
        />
        <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
          <Typography variant="body2">{t('profile.namesKept')}</Typography>
          <Button size="small" variant="outlined" onClick={() => void forgetNames()}>
            {t('profile.forgetNames')}
          </Button>
        </Stack>
        <SelectField
          label={t('profile.lockAfter')}
          name="idleLockMinutes"
          sx={{ '& .MuiInputBase-root': { maxWidth: 240 } }}
          value={String(lockMinutes)}
          helperText={t('profile.lockAfterHint')}
          onChange={({ target }) => changeLock(target.value)}
          options={idleLockChoices.map((choice) => [
            String(choice),
            choice === null ? t('ui.never') : t('profile.lockMinutes', { minutes: choice }),
          ])}
        />
      </Stack>
      <OutcomeBanner outcome={outcome} />
    </Section>
  )
}
