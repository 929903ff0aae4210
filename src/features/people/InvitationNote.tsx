import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'
import { acceptedHeadOf, newestStatement, type FolderTrust } from '../../../core/trust/evaluateTrust.ts'
import { useHeadingFocusOnChange } from '../../ui/hooks/useHeadingFocusOnChange.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { CompareCodeDialog } from './CompareCodeDialog.tsx'
import { changesSince } from './rosterChanges.ts'
import { invitationText, unsureText } from '../../../i18n/trustTexts.ts'
import { TrustNotice } from './TrustNotice.tsx'
import { type UnlockedSharedFolder, useRosterActions } from './useRosterActions.ts'

type PendingTrust = Extract<FolderTrust, { type: 'invitation' | 'unsure' }>

/** Asks to accept an invitation: the newest statement's signer must be compared first. */
export function InvitationNote({
  trust,
  sharedFolder,
}: {
  trust: PendingTrust
  sharedFolder: UnlockedSharedFolder
}) {
  const [openDialog, setOpenDialog] = useState<'compare' | 'accept' | null>(null)
  const { runAndReload } = useRosterActions(sharedFolder)
  const acceptButton = useRef<HTMLButtonElement>(null)
  const lastDialog = useRef(openDialog)
  // After the comparison, focus the next step.
  useEffect(() => {
    const closed = lastDialog.current === 'compare' && openDialog === null
    lastDialog.current = openDialog
    if (closed && document.activeElement === document.body) acceptButton.current?.focus()
  }, [openDialog])
  useHeadingFocusOnChange(openDialog)
  const { evaluated, folder } = sharedFolder
  const { roster } = evaluated
  if (!roster) return null
  const { signer, type } = trust
  const { statement } = newestStatement(roster)
  const previousStatement = roster.statements.at(-2)?.statement ?? null
  const user = (previousStatement ?? statement).members.find(({ fp }) => fp === signer.fp)?.user
  // Statements not accepted yet are accepted together.
  const accepted = acceptedHeadOf(evaluated.contacts.folders, evaluated.folder)
  const isInvitation = type === 'invitation'
  return (
    <TrustNotice
      severity={isInvitation ? 'info' : 'warning'}
      text={isInvitation ? invitationText(signer, folder.title) : unsureText(signer)}
      actions={
        <>
          {!signer.isCompared && user !== undefined && (
            <Button size="small" variant="contained" onClick={() => setOpenDialog('compare')}>
              {t('people.compareCodeBegin', { name: shownText(signer.name) })}
            </Button>
          )}
          {signer.isCompared && (
            <Button
              ref={acceptButton}
              size="small"
              variant="contained"
              onClick={() => setOpenDialog('accept')}
            >
              {t(isInvitation ? 'people.acceptBegin' : 'people.acceptChangeBegin')}
            </Button>
          )}
        </>
      }
    >
      {/* Scrollable by keyboard as well. */}
      <ChangeList tabIndex={0} aria-label={t(isInvitation ? 'people.soFar' : 'people.changes')}>
        {changesSince(roster, accepted?.seq ?? 0).map((sentence, i) => (
          <li key={i}>{sentence}</li>
        ))}
      </ChangeList>
      {openDialog === 'compare' && user !== undefined && (
        <CompareCodeDialog
          person={{ user, name: signer.name, fp: signer.fp }}
          runAndReload={runAndReload}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'accept' && (
        <ActionDialog
          title={t(isInvitation ? 'people.acceptInvitation' : 'people.acceptChange')}
          confirmLabel={t('people.accept')}
          busyLabel={t('people.accepting')}
          onConfirm={() => runAndReload((trust) => trust.accept(evaluated))}
          onClose={() => setOpenDialog(null)}
        >
          <p>
            {isInvitation
              ? t('people.acceptInvitationText', { title: shownText(folder.title) })
              : t('people.acceptChangeText')}
          </p>
        </ActionDialog>
      )}
    </TrustNotice>
  )
}

const ChangeList = styled('ul')({ maxHeight: 220, overflow: 'auto' })
