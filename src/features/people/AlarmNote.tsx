import Button from '@mui/material/Button'
import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import type { Alarm } from '../../../core/trust/evaluateTrust.ts'
import { useHeadingFocusOnChange } from '../../ui/hooks/useHeadingFocusOnChange.ts'
import { ComparableStatement } from './RosterHistory.tsx'
import { alarmText } from '../../../i18n/trustTexts.ts'
import { TrustNotice } from './TrustNotice.tsx'
import { type UnlockedSharedFolder, useRosterActions } from './useRosterActions.ts'
import { RestoredServerDialog } from './RestoredServerDialog.tsx'

/** Explains why nothing in the folder is opened, and how to recover if that is possible. */
export function AlarmNote({ alarm, sharedFolder }: { alarm: Alarm; sharedFolder: UnlockedSharedFolder }) {
  const [isAsking, setAsking] = useState(false)
  const { runAndReload } = useRosterActions(sharedFolder)
  useHeadingFocusOnChange(isAsking)
  const canCompare = alarm.type === 'rollback' || alarm.type === 'fork'
  const consequences = canCompare ? alarm.consequences : null
  const statements = canCompare && (
    <>
      {alarm.seen && <ComparableStatement statement={alarm.seen} kind="seen" />}
      <ComparableStatement statement={alarm.shown} kind="given" />
    </>
  )
  return (
    <TrustNotice
      severity="error"
      text={alarmText(alarm)}
      actions={
        consequences && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('people.restoredBegin')}
          </Button>
        )
      }
    >
      {statements}
      {canCompare && !consequences && <p>{t('people.noWayBack')}</p>}
      {consequences && isAsking && (
        <RestoredServerDialog
          returning={consequences.returning.map(({ name }) => name)}
          regaining={consequences.regaining.map(({ name }) => name)}
          acceptOlder={() => runAndReload((trust) => trust.acceptOlder(sharedFolder.evaluated))}
          onClose={() => setAsking(false)}
        >
          {statements}
        </RestoredServerDialog>
      )}
    </TrustNotice>
  )
}
