import type { RosterMember } from '../../../contract/roster.ts'
import { shownText } from '../../../contract/shownText.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { type CopyUploadLink, NewUploadLink } from './NewUploadLink.tsx'
import type { RosterActions } from './useRosterActions.ts'

/** Dialogs in which an owner changes a member or the folder's key. */

interface MemberDialogProps extends Pick<RosterActions, 'change'> {
  member: RosterMember
  onClose: () => void
}

interface NewKeyDialogProps {
  copyUploadLink: CopyUploadLink
}

export function RemoveDialog(props: MemberDialogProps & NewKeyDialogProps & { isOpen: boolean }) {
  const { member, isOpen, change, copyUploadLink, onClose } = props
  const name = shownText(member.name)
  return (
    <ConfirmDialog
      title={t('people.removePerson', { name })}
      doneTitle={t('people.wasRemoved', { name })}
      confirmLabel={t('ui.remove')}
      busyLabel={t('people.removing')}
      destructive
      onConfirm={() => change({ type: 'remove', fp: member.fp })}
      onClose={onClose}
      done={<NewUploadLink copy={copyUploadLink} text={t('people.wasRemovedText', { name })} />}
    >
      {isOpen && <p>{t('people.askedToLeave', { name })}</p>}
      <p>{t('people.removeText', { name })}</p>
      <p>{rich('people.replacesLinks')}</p>
      <p>
        {t('people.removeEnds', { name })} {member.role === 'owner' && t('people.webhookEnds', { name })}
      </p>
      <p>{t('people.removeLeaves', { name })}</p>
    </ConfirmDialog>
  )
}

export function RoleDialog({ member, change, onClose }: MemberDialogProps) {
  const name = shownText(member.name)
  const becomesOwner = member.role === 'member'
  return (
    <ConfirmDialog
      title={becomesOwner ? t('people.makePersonOwner', { name }) : t('people.makePersonMember', { name })}
      confirmLabel={t(becomesOwner ? 'people.makeOwner' : 'people.makeMember')}
      busyLabel={t('people.signing')}
      onConfirm={() => change({ type: 'role', fp: member.fp, role: becomesOwner ? 'owner' : 'member' })}
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
    </ConfirmDialog>
  )
}

export function NewKeyDialog({
  change,
  copyUploadLink,
  onClose,
}: Pick<RosterActions, 'change'> & NewKeyDialogProps & { onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('people.newKey')}
      doneTitle={t('people.hasNewKey')}
      confirmLabel={t('people.makeNewKey')}
      busyLabel={t('people.makingKey')}
      onConfirm={() => change({ type: 'rotate' })}
      onClose={onClose}
      done={<NewUploadLink copy={copyUploadLink} text={t('people.hasNewKeyText')} />}
    >
      <p>{t('people.newKeyText')}</p>
      <p>{rich('people.replacesLinks')}</p>
    </ConfirmDialog>
  )
}
