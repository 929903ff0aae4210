import type { RosterMember } from '../../../contract/roster.ts'
import { shownText } from '../../../contract/shownText.ts'
import { ActDialog } from './ActDialog.tsx'
import { type CopyUploadLink, NewUploadLink } from './NewUploadLink.tsx'
import type { Acting } from './useActing.ts'

/** What an owner does with somebody who is in the folder, and with its key. */

interface MemberDialogProps extends Pick<Acting, 'change'> {
  member: RosterMember
  onClose: () => void
}

interface NewKeyDialogProps {
  copyUploadLink: CopyUploadLink
}

export function RemoveDialog(props: MemberDialogProps & NewKeyDialogProps & { asked: boolean }) {
  const { member, asked, change, copyUploadLink, onClose } = props
  const name = shownText(member.name)
  return (
    <ActDialog
      title={`Remove ${name}`}
      doneTitle={`${name} Was Removed`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      destructive
      act={() => change({ type: 'remove', fp: member.fp })}
      onClose={onClose}
      done={<NewUploadLink copy={copyUploadLink} text={`${name} is not in this folder any more.`} />}
    >
      {asked && (
        <p>{`${name} asked to leave, says the server. Ask them, by another way, before you remove them.`}</p>
      )}
      <p>{`The folder gets a new key, and ${name} can open nothing that comes from now on.`}</p>
      <p>
        <strong>This replaces the upload links.</strong> The old one answers ‘This link was replaced.’;
        uploads that have begun finish.
      </p>
      <p>
        {`Download links that ${name} knows keep working until you delete them. What ${name} could open until now may have been copied.`}
      </p>
    </ActDialog>
  )
}

export function RoleDialog({ member, change, onClose }: MemberDialogProps) {
  const name = shownText(member.name)
  const becomesOwner = member.role === 'member'
  return (
    <ActDialog
      title={becomesOwner ? `Make ${name} an Owner` : `Make ${name} a Member`}
      confirmLabel={becomesOwner ? 'Make an Owner' : 'Make a Member'}
      busyLabel="Signing..."
      act={() => change({ type: 'role', fp: member.fp, role: becomesOwner ? 'owner' : 'member' })}
      onClose={onClose}
    >
      {becomesOwner ? (
        <>
          <p>
            {`${name} will be able to do everything that you can: add and remove people, you too, change and delete the folder and its files.`}
          </p>
          <p>
            {`To hand the folder over, make ${name} an owner, then leave: ${name} confirms it by removing you.`}
          </p>
        </>
      ) : (
        <p>{`${name} will still list and download files, and make and copy download links.`}</p>
      )}
    </ActDialog>
  )
}

export function NewKeyDialog({
  change,
  copyUploadLink,
  onClose,
}: Pick<Acting, 'change'> & NewKeyDialogProps & { onClose: () => void }) {
  return (
    <ActDialog
      title="New Key for the Folder"
      doneTitle="The Folder Has a New Key"
      confirmLabel="Make a New Key"
      busyLabel="Making a key..."
      act={() => change({ type: 'rotate' })}
      onClose={onClose}
      done={<NewUploadLink copy={copyUploadLink} text="The folder has a new key." />}
    >
      <p>
        What comes from now on is encrypted for a new key. Everybody in the folder gets it; what is there
        already stays as it is. It helps when somebody’s device may have been in other hands.
      </p>
      <p>
        <strong>This replaces the upload links.</strong> The old one answers ‘This link was replaced.’;
        uploads that have begun finish.
      </p>
    </ActDialog>
  )
}
