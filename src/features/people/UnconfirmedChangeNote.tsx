import Button from '@mui/material/Button'
import { useState } from 'react'
import { readStatement } from '../../../contract/roster.ts'
import { t } from '../../../i18n/t.ts'
import { newestStatement } from '../../../core/trust/evaluateTrust.ts'
import type { UnconfirmedStatement } from '../../../core/trust/trust.ts'
import { useHeadingFocusOnChange } from '../../ui/hooks/useHeadingFocusOnChange.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { describeChanges } from './rosterChanges.ts'
import { TrustNotice } from './TrustNotice.tsx'
import { type UnlockedSharedFolder, useRosterActions } from './useRosterActions.ts'

/** Says that the server may or may not have stored what this person signed. */
export function UnconfirmedChangeNote({
  unconfirmed,
  sharedFolder,
}: {
  unconfirmed: UnconfirmedStatement
  sharedFolder: UnlockedSharedFolder
}) {
  const [openDialog, setOpenDialog] = useState<'send' | 'give-up' | null>(null)
  const { runAndReload } = useRosterActions(sharedFolder)
  useHeadingFocusOnChange(openDialog)
  const { evaluated } = sharedFolder
  const statement = readStatement(unconfirmed.signed.statement)
  const newestConfirmed = evaluated.roster ? newestStatement(evaluated.roster).statement : null
  const canSend = unconfirmed.change !== null
  return (
    <TrustNotice
      severity="warning"
      text={{
        title: t('people.unconfirmed'),
        body: [t(canSend ? 'people.unconfirmedHere' : 'people.unconfirmedElsewhere')],
      }}
      actions={
        <>
          {canSend && (
            <Button size="small" variant="contained" onClick={() => setOpenDialog('send')}>
              {t('people.sendAgainBegin')}
            </Button>
          )}
          <Button size="small" onClick={() => setOpenDialog('give-up')}>
            {t('people.giveUpBegin')}
          </Button>
        </>
      }
    >
      {statement && newestConfirmed && (
        <ul>
          {describeChanges(newestConfirmed, statement).map((sentence, i) => (
            <li key={i}>{sentence}</li>
          ))}
        </ul>
      )}
      {openDialog === 'send' && (
        <ActionDialog
          title={t('people.sendChangeAgain')}
          confirmLabel={t('people.sendAgain')}
          busyLabel={t('people.sending')}
          onConfirm={() => runAndReload((trust) => trust.sendAgain(evaluated))}
          onClose={() => setOpenDialog(null)}
        >
          <p>{t('people.sendAgainText')}</p>
        </ActionDialog>
      )}
      {openDialog === 'give-up' && (
        <ActionDialog
          title={t('people.giveChangeUp')}
          confirmLabel={t('people.giveUp')}
          busyLabel={t('people.givingUp')}
          destructive
          onConfirm={() => runAndReload((trust) => trust.giveUp(evaluated))}
          onClose={() => setOpenDialog(null)}
        >
          <p>{t('people.giveUpText')}</p>
        </ActionDialog>
      )}
    </TrustNotice>
  )
}
