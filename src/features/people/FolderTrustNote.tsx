import Button from '@mui/material/Button'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { type Unlock, useUnlock } from '../../session/useUnlock.tsx'
import { t } from '../../../i18n/t.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { ContactsAlarm } from '../../../core/trust/contactsAlarm.ts'
import { isShared, type SharedFolderKeyFields } from '../../../core/trust/folderKeyFields.ts'
import { type SharedFolderState, useSharedFolder } from '../../trust/useSharedFolder.ts'
import { AlarmNote } from './AlarmNote.tsx'
import { Banner } from '../../ui/messages/Banner.tsx'
import { ContactsAlarmNote } from './ContactsAlarmNote.tsx'
import { InvitationNote } from './InvitationNote.tsx'
import { UnconfirmedChangeNote } from './UnconfirmedChangeNote.tsx'
import { useHeadingFocusOnChange } from '../../ui/hooks/useHeadingFocusOnChange.ts'
import type { UnlockedSharedFolder } from './useRosterActions.ts'

/** Note at the top of a shared folder that is not trusted: the reason, and what to do. */
export function FolderTrustNote({ folder }: { folder: Folder }) {
  return isShared(folder) ? <SharedFolderNote folder={folder} /> : null
}

function SharedFolderNote({ folder }: { folder: SharedFolderKeyFields }) {
  const shared = useSharedFolder(folder)
  // Here, so that the result is announced after the note is gone.
  const { unlock, dialog } = useUnlock()
  // Moves the focus when a confirmed note disappears.
  useHeadingFocusOnChange(noteKey(shared))
  return (
    <>
      <TrustNotes {...{ folder, shared, unlock }} />
      {dialog}
    </>
  )
}

function TrustNotes({
  folder,
  shared,
  unlock,
}: { folder: SharedFolderKeyFields; shared: SharedFolderState } & Pick<Unlock, 'unlock'>) {
  if (shared.type === 'locked') return <LockedNote unlock={unlock} />
  if (shared.type === 'failed') return <FailureNote error={shared.error} folderId={folder.id} />
  if (shared.type !== 'open') return null
  const sharedFolder: UnlockedSharedFolder = { folder, evaluated: shared.folder, key: shared.key }
  const { trust, unconfirmed } = shared.folder
  return (
    <>
      {trust.type === 'alarm' && <AlarmNote alarm={trust.alarm} sharedFolder={sharedFolder} />}
      {(trust.type === 'invitation' || trust.type === 'unsure') && (
        <InvitationNote trust={trust} sharedFolder={sharedFolder} />
      )}
      {trust.type !== 'alarm' && unconfirmed && (
        <UnconfirmedChangeNote unconfirmed={unconfirmed} sharedFolder={sharedFolder} />
      )}
    </>
  )
}

/** Other failures, such as a lost connection, are told by what meets them. */
function FailureNote({ error, folderId }: { error: unknown; folderId: number }) {
  if (error instanceof ContactsAlarm) return <ContactsAlarmNote alarm={error} folderId={folderId} />
  const failure = faultOf(error)
  return failure.code === 'newer-version' ? <Banner severity="warning">{faultText(failure)}</Banner> : null
}

/** Note while the key is locked: only an open key tells whether this is an invitation or a changed folder. */
function LockedNote({ unlock }: Pick<Unlock, 'unlock'>) {
  return (
    <Banner
      severity="info"
      action={
        <Button size="small" onClick={() => void unlock(() => t('people.unlockPurpose'))}>
          {t('session.unlock')}
        </Button>
      }
    >
      {t('people.lockedNote')}
    </Banner>
  )
}

function noteKey(shared: SharedFolderState): string {
  if (shared.type !== 'open') return shared.type
  const { trust, unconfirmed } = shared.folder
  const mayAccept = 'signer' in trust && trust.signer.isCompared
  return `${trust.type} ${mayAccept} ${unconfirmed === null}`
}
