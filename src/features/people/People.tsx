import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { RosterMember } from '../../../contract/roster.ts'
import { callApi } from '../../api/client.ts'
import { type Roster, wordsOfFingerprint } from '../../../core/crypto/index.ts'
import { notifyError } from '../../store/hooks.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/t.ts'
import { statementSummary, newestStatement } from '../../../core/trust/evaluateTrust.ts'
import type { ClosedGeneration } from '../../../core/trust/openSharedFolder.ts'
import { isTrustedFolder } from '../../../core/trust/trust.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Buttons, Muted } from '../../ui/layout.ts'
import { SenderWords } from '../../ui/SenderWords.tsx'
import { useHeadingFocusOnChange } from '../../ui/useHeadingFocusOnChange.ts'
import { AddPersonDialog } from './AddPersonDialog.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { LeaveDialog, NewKeyDialog, RemoveDialog, RoleDialog } from './memberDialogs.tsx'
import { MemberList } from './MemberList.tsx'
import { knownPeople, listedMembers, type PendingAction } from './members.ts'
import type { CopyUploadLink } from './NewUploadLink.tsx'
import { NewestStatement, RosterHistory } from './RosterHistory.tsx'
import { type OpenSharedFolder, type RosterDialogProps, useRosterActions } from './useRosterActions.ts'

interface PeopleProps {
  sharedFolder: OpenSharedFolder
  roster: Roster
  copyUploadLink: CopyUploadLink
}

export function People({ sharedFolder, roster, copyUploadLink }: PeopleProps) {
  const { evaluated, key, folder } = sharedFolder
  const { change, act } = useRosterActions(sharedFolder)
  const [action, setAction] = useState<PendingAction | null>(null)
  const { members, key: folderKey } = newestStatement(roster).statement
  const me = members.find(({ fp }) => fp === key.fingerprint)
  const isOwner = me?.role === 'owner'
  const canChange = isOwner && isTrustedFolder(evaluated.trust) && evaluated.unconfirmed === null
  const isLeaving = me !== undefined && evaluated.leaving.includes(me.user)
  const isLastOwner = isOwner && members.filter(({ role }) => role === 'owner').length === 1
  // Show no words of a key that nobody known has signed.
  const senderWords = evaluated.trust.type === 'trusted' ? wordsOfFingerprint(folderKey) : null
  const closed = unopenedKeysText(evaluated.closed)
  // Restores the focus when a dialog closes, or a button is removed by its action.
  useHeadingFocusOnChange(action, '#people-title')
  useHeadingFocusOnChange(evaluated, '#people-title')

  async function stay() {
    try {
      await act(() => callApi('withdrawLeaving', { params: { id: folder.id } }))
    } catch (error) {
      notifyError(error)
    }
  }

  return (
    <Stack spacing={2}>
      {closed !== null && <Banner severity="warning">{closed}</Banner>}
      {isLeaving && (
        <Banner
          severity="info"
          action={
            <Button size="small" onClick={() => void stay()}>
              {t('people.stay')}
            </Button>
          }
        >
          {t('people.leaving')}
        </Banner>
      )}
      <MemberList
        listed={listedMembers({
          members,
          roster,
          evaluated,
          me: key.fingerprint,
          canChange,
          begin: setAction,
        })}
      />
      <Buttons>
        {isOwner && (
          <>
            <Button variant="contained" disabled={!canChange} onClick={() => setAction({ type: 'add' })}>
              {t('people.add')}
            </Button>
            <Button disabled={!canChange} onClick={() => setAction({ type: 'new-key' })}>
              {t('people.newKeyBegin')}
            </Button>
          </>
        )}
        {me && !isLeaving && !isLastOwner && (
          <Button onClick={() => setAction({ type: 'leave' })}>{t('people.leaveBegin')}</Button>
        )}
      </Buttons>
      {isOwner && !canChange && <Muted>{t('people.answerFirst')}</Muted>}
      {senderWords && <SenderWords words={senderWords} several />}
      <RosterHistory roster={roster} />
      <NewestStatement statement={statementSummary(newestStatement(roster))} />
      {action && (
        <PendingActionDialog
          action={action}
          {...{ sharedFolder, members, copyUploadLink, change, act }}
          onClose={() => setAction(null)}
        />
      )}
    </Stack>
  )
}

interface PendingActionDialogProps extends RosterDialogProps {
  action: PendingAction
  sharedFolder: OpenSharedFolder
  members: readonly RosterMember[]
}

function PendingActionDialog({ action, sharedFolder, members, ...rest }: PendingActionDialogProps) {
  switch (action.type) {
    case 'add':
      return (
        <AddPersonDialog
          members={members}
          known={knownPeople(sharedFolder.evaluated.contacts, members)}
          {...rest}
        />
      )
    case 'remove':
      return (
        <RemoveDialog
          member={action.member}
          isLeaving={sharedFolder.evaluated.leaving.includes(action.member.user)}
          {...rest}
        />
      )
    case 'role':
      return <RoleDialog member={action.member} {...rest} />
    case 'compare': {
      const { user, name, fp } = action.member
      return <CompareDialog person={{ user, name, fp }} {...rest} />
    }
    case 'new-key':
      return <NewKeyDialog {...rest} />
    case 'leave':
      return <LeaveDialog folderId={sharedFolder.folder.id} {...rest} />
  }
}

/** Returns a text about keys of a folder that do not open; null if all do. */
export function unopenedKeysText(closed: readonly ClosedGeneration[]): string | null {
  if (closed.length === 0) return null
  const numbers = closed.toSorted((a, b) => a.gen - b.gen).map(({ gen }) => formatNumber(gen))
  return t('people.keysClosed', {
    count: closed.length,
    numbers: numbers.slice(0, -1).join(', '),
    last: numbers.at(-1) ?? '',
    isExchanged: closed.some(({ problem }) => problem === 'exchanged') ? 'yes' : 'no',
  })
}
