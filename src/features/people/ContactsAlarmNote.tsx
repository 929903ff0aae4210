import Button from '@mui/material/Button'
import { useState } from 'react'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import type { ContactsAlarm } from '../../../core/trust/contactsAlarm.ts'
import { evictSharedFolder, trustOf } from '../../trust/trustService.ts'
import { contactsText } from '../../../i18n/trustTexts.ts'
import { TrustNotice } from './TrustNotice.tsx'
import { RestoredServerDialog } from './RestoredServerDialog.tsx'

interface ContactsAlarmNoteProps {
  alarm: ContactsAlarm
  /** Id of the folder on screen, if any. */
  folderId?: number
  onAccepted?: () => void
}

export function ContactsAlarmNote({ alarm, folderId, onAccepted }: ContactsAlarmNoteProps) {
  const dispatch = useAppDispatch()
  const [isAsking, setAsking] = useState(false)

  async function acceptOlder() {
    const key = getUnlockedKey()
    if (!key) throw new FaultError(fault('key-not-loaded'))
    await dispatch(trustOf(key)).contacts.acceptOlder(alarm)
    if (folderId !== undefined) dispatch(evictSharedFolder(folderId))
    onAccepted?.()
  }

  return (
    <TrustNotice
      severity="error"
      text={contactsText(alarm.problem)}
      actions={
        alarm.shown && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('people.restoredBegin')}
          </Button>
        )
      }
    >
      {isAsking && (
        <RestoredServerDialog acceptOlder={acceptOlder} onClose={() => setAsking(false)}>
          <p>{t('people.restoredForgotten')}</p>
          <p>{t('people.restoredRemembered')}</p>
        </RestoredServerDialog>
      )}
    </TrustNotice>
  )
}
