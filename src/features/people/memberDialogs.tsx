import type { RosterMember } from '../../../contract/roster.ts'
import { shownText } from '../../../contract/shownText.ts'
import { callApi } from '../../api/client.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { CopyNewUploadLink } from './CopyNewUploadLink.tsx'
import type { RosterDialogProps } from './useRosterActions.ts'

interface MemberDialogProps extends RosterDialogProps {
  member: RosterMember
}

export function RemoveMemberDialog(props: MemberDialogProps & { isLeaving: boolean }) {
  const { member, isLeaving, changeRoster, getUploadLink, onClose } = props
  const name = shownText(member.name)
  return (
    <ActionDialog
      title={t('people.removePerson', { name })}
      doneTitle={t('people.wasRemoved', { name })}
      confirmLabel={t('ui.remove')}
      busyLabel={t('people.removing')}
      destructive
      onConfirm={() => changeRoster({ type: 'remove', fp: member.fp })}
      onClose={onClose}
      done={<CopyNewUploadLink getUploadLink={getUploadLink} text={t('people.wasRemovedText', { name })} />}
    >
      {isLeaving && <p>{t('people.askedToLeave', { name })}</p>}
      <p>{t('people.removeText', { name })}</p>
      <p>{rich('people.replacesLinks')}</p>
      <p>
        {t('people.removeEnds', { name })} {member.role === 'owner' && t('people.webhookEnds', { name })}
      </p>
      <p>{t('people.removeLeaves', { name })}</p>
    </ActionDialog>
  )
}

export function ChangeRoleDialog({ member, changeRoster, onClose }: MemberDialogProps) {
  const name = shownText(member.name)
  const becomesOwner = member.role === 'member'
  return (
    <ActionDialog
      title={becomesOwner ? t('people.makePersonOwner', { name }) : t('people.makePersonMember', { name })}
      confirmLabel={t(becomesOwner ? 'people.makeOwner' : 'people.makeMember')}
      busyLabel={t('people.signing')}
      onConfirm={() => changeRoster({ type: 'role', fp: member.fp, role: becomesOwner ? 'owner' : 'member' })}
      onClose={onClose}
    >
      {becomesOwner ? (
        <>
          <p>{t('people.makeOwnerText', { name })}</p>
          <p>{t('people.handOverText', { name })}</p>
        </>
      ) : (
        <>
          <p>{t('people.makeMemberText', { name })}</p>
          <p>{t('people.webhookEnds', { name })}</p>
        </>
      )}
    </ActionDialog>
  )
}

export function NewFolderKeyDialog({ changeRoster, getUploadLink, onClose }: RosterDialogProps) {
  return (
    <ActionDialog
      title={t('people.newKey')}
      doneTitle={t('people.hasNewKey')}
      confirmLabel={t('people.makeNewKey')}
      busyLabel={t('people.makingKey')}
      onConfirm={() => changeRoster({ type: 'rotate' })}
      onClose={onClose}
      done={<CopyNewUploadLink getUploadLink={getUploadLink} text={t('people.hasNewKeyText')} />}
    >
      <p>{t('people.newKeyText')}</p>
      <p>{rich('people.replacesLinks')}</p>
    </ActionDialog>
  )
}

/** Notifies the owners that a member wants to leave; only an owner's removal takes effect. */
export function LeaveFolderDialog({
  folderId,
  runAndReload,
  onClose,
}: RosterDialogProps & { folderId: number }) {
  return (
    <ActionDialog
      title={t('people.leave')}
      confirmLabel={t('people.tellOwners')}
      busyLabel={t('people.telling')}
      onConfirm={() => runAndReload(() => callApi('announceLeaving', { params: { id: folderId } }))}
      onClose={onClose}
    >
      <p>{t('people.leaveText')}</p>
    </ActionDialog>
  )
}
