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
import { Banner } from '../../ui/messages/Banner.tsx'
import { Buttons, Muted } from '../../ui/theme/layout.ts'
import { SenderFingerprintWords } from '../../ui/values/SenderFingerprintWords.tsx'
import { useHeadingFocusOnChange } from '../../ui/hooks/useHeadingFocusOnChange.ts'
import { AddPersonDialog } from './AddPersonDialog.tsx'
import { CompareCodeDialog } from './CompareCodeDialog.tsx'
import {
  LeaveFolderDialog,
  NewFolderKeyDialog,
  RemoveMemberDialog,
  ChangeRoleDialog,
} from './memberDialogs.tsx'
import { MemberList } from './MemberList.tsx'
import { comparedNonMembers, listMembers, type PendingAction } from './members.ts'
import type { UploadLinkGetter } from './CopyNewUploadLink.tsx'
import { NewestStatement, RosterHistory } from './RosterHistory.tsx'
import { type UnlockedSharedFolder, type RosterDialogProps, useRosterActions } from './useRosterActions.ts'

interface PeopleManagementProps {
  sharedFolder: UnlockedSharedFolder
  roster: Roster
  getUploadLink: UploadLinkGetter
}

export function PeopleManagement({ sharedFolder, roster, getUploadLink }: PeopleManagementProps) {
  const { evaluated, key, folder } = sharedFolder
  const { changeRoster, runAndReload } = useRosterActions(sharedFolder)
  const [action, setAction] = useState<PendingAction | null>(null)
  const { members, key: folderKey } = newestStatement(roster).statement
  const me = members.find(({ fp }) => fp === key.fingerprint)
  const isOwner = me?.role === 'owner'
  const canChange = isOwner && isTrustedFolder(evaluated.trust) && evaluated.unconfirmed === null
  const isLeaving = me !== undefined && evaluated.leaving.includes(me.user)
  const isLastOwner = isOwner && members.filter(({ role }) => role === 'owner').length === 1
  // Show no words of a key that nobody known has signed.
  const senderWords = evaluated.trust.type === 'trusted' ? wordsOfFingerprint(folderKey) : null
  const unopenedKeys = unopenedKeysText(evaluated.closed)
  // Restores the focus when a dialog closes, or a button is removed by its action.
  useHeadingFocusOnChange(action, '#people-title')
  useHeadingFocusOnChange(evaluated, '#people-title')

  async function withdrawLeaving() {
    try {
      await runAndReload(() => callApi('withdrawLeaving', { params: { id: folder.id } }))
    } catch (error) {
      notifyError(error)
    }
  }

  return (
    <Stack spacing={2}>
      {unopenedKeys !== null && <Banner severity="warning">{unopenedKeys}</Banner>}
      {isLeaving && (
        <Banner
          severity="info"
          action={
            <Button size="small" onClick={() => void withdrawLeaving()}>
              {t('people.stay')}
            </Button>
          }
        >
          {t('people.leaving')}
        </Banner>
      )}
      <MemberList
        listed={listMembers({
          members,
          roster,
          evaluated,
          ownFingerprint: key.fingerprint,
          canChange,
          onAction: setAction,
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
      {senderWords && <SenderFingerprintWords words={senderWords} several />}
      <RosterHistory roster={roster} />
      <NewestStatement statement={statementSummary(newestStatement(roster))} />
      {action && (
        <PendingActionDialog
          action={action}
          {...{ sharedFolder, members, getUploadLink, changeRoster, runAndReload }}
          onClose={() => setAction(null)}
        />
      )}
    </Stack>
  )
}

interface PendingActionDialogProps extends RosterDialogProps {
  action: PendingAction
  sharedFolder: UnlockedSharedFolder
  members: readonly RosterMember[]
}

function PendingActionDialog({ action, sharedFolder, members, ...rest }: PendingActionDialogProps) {
  switch (action.type) {
    case 'add':
      return (
        <AddPersonDialog
          members={members}
          known={comparedNonMembers(sharedFolder.evaluated.contacts, members)}
          {...rest}
        />
      )
    case 'remove':
      return (
        <RemoveMemberDialog
          member={action.member}
          isLeaving={sharedFolder.evaluated.leaving.includes(action.member.user)}
          {...rest}
        />
      )
    case 'role':
      return <ChangeRoleDialog member={action.member} {...rest} />
    case 'compare': {
      const { user, name, fp } = action.member
      return <CompareCodeDialog person={{ user, name, fp }} {...rest} />
    }
    case 'new-key':
      return <NewFolderKeyDialog {...rest} />
    case 'leave':
      return <LeaveFolderDialog folderId={sharedFolder.folder.id} {...rest} />
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
