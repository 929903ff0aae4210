import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useId, useState } from 'react'
import { maxFolderMembers } from '../../../contract/limits.ts'
import type { Role, RosterMember } from '../../../contract/roster.ts'
import { shownText } from '../../../contract/shownText.ts'
import { callApi } from '../../api/client.ts'
import type { PersonCode } from '../../crypto/index.ts'
import { withPerson } from '../../trust/contactsChanges.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FieldLabel } from '../../ui/layout.ts'
import { ActDialog } from './ActDialog.tsx'
import { CodeFields, isTyped, nothingTyped, typedCode } from './CodeFields.tsx'
import { findPerson, type FoundPerson } from './findPerson.ts'
import { NewUploadLink, type CopyUploadLink } from './NewUploadLink.tsx'
import type { Acting } from './useActing.ts'

interface AddPersonDialogProps extends Acting {
  members: readonly RosterMember[]
  known: readonly PersonCode[]
  copyUploadLink: CopyUploadLink
  onClose: () => void
}

/** In two steps: who it is, compared with what came over another channel; then as what. */
export function AddPersonDialog(props: AddPersonDialogProps) {
  const { members, known, act, change, copyUploadLink, onClose } = props
  const [typed, setTyped] = useState(nothingTyped)
  const [found, setFound] = useState<FoundPerson | null>(null)
  const [role, setRole] = useState<Role>('member')
  const [isReplacing, setReplacing] = useState(false)

  async function look() {
    const answer = await findPerson({ typed: typedCode(typed), username: typed.username }, (query) =>
      callApi('findPerson', { query }),
    )
    if (typeof answer === 'string') return answer
    const { user, name, fp } = answer
    if (members.some((member) => member.fp === fp)) {
      await act((trust) => trust.contacts.change(withPerson({ user, name, fp })))
      return `${shownText(name)} is in this folder already. Their code is compared now.`
    }
    if (members.length >= maxFolderMembers && !members.some((member) => member.user === user))
      return `A folder has ${maxFolderMembers} people at most.`
    setFound(answer)
    return null
  }

  if (!found) {
    return (
      <ActDialog
        key="looking"
        title="Add a Person"
        confirmLabel="Find"
        busyLabel="Looking..."
        disabled={!isTyped(typed)}
        hasFields
        about={typed}
        done={null}
        act={look}
        onClose={onClose}
      >
        <p>
          Have their code come to you by another way than this server: in person, by phone, mail or chat. Then
          nobody can be added in their place.
        </p>
        <CodeFields typed={typed} onChange={setTyped} asksUsername known={known} />
      </ActDialog>
    )
  }

  const name = shownText(found.name)
  // While an answer is late, the list behind this dialog may name them already, with the very key that is added.
  const former = members.find(({ user, fp }) => user === found.user && fp !== found.fp)
  return (
    <ActDialog
      key="adding"
      title={`Add ${name}`}
      confirmLabel="Add to Folder"
      busyLabel="Adding..."
      {...((former ?? isReplacing) && {
        doneTitle: `${name} Was Added`,
        done: <NewUploadLink copy={copyUploadLink} text={`${name} is in the folder.`} />,
      })}
      act={async () => {
        const { user, fp, publicKey } = found
        setReplacing(former !== undefined)
        await act((trust) => trust.contacts.change(withPerson({ user, name: found.name, fp })))
        await change(
          { type: 'add', person: { user, name: found.name, fp, role } },
          new Map([[fp, publicKey]]),
        )
      }}
      onClose={onClose}
    >
      <p>{`The key is that of ${name}. They will be able to open everything that is in this folder, and everything that comes.`}</p>
      {found.serverName !== null && (
        <Banner severity="info">{`This server calls them “${shownText(found.serverName)}”.`}</Banner>
      )}
      {former && (
        <Banner severity="warning">
          {`${shownText(former.name)} is in this folder with another key. That key is removed, and the folder gets a new one: this replaces the upload links.`}
        </Banner>
      )}
      <RoleChoice role={role} onChange={setRole} />
    </ActDialog>
  )
}

const roles = [
  ['member', 'Member', 'Lists and downloads files, makes and copies download links.'],
  ['owner', 'Owner', 'All of that; adds and removes people, changes and deletes the folder and its files.'],
] as const

function RoleChoice({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const labelId = useId()
  return (
    <div>
      <FieldLabel id={labelId}>Role</FieldLabel>
      <RadioGroup
        aria-labelledby={labelId}
        value={role}
        onChange={(_, value) => onChange(value as Role)}
        sx={{ gap: 1 }}
      >
        {roles.map(([value, label, hint]) => (
          <div key={value}>
            <FormControlLabel
              value={value}
              label={label}
              control={
                <Radio size="small" slotProps={{ input: { 'aria-describedby': `${labelId}-${value}` } }} />
              }
            />
            <FormHelperText id={`${labelId}-${value}`} sx={{ m: '-4px 0 0 30px' }}>
              {hint}
            </FormHelperText>
          </div>
        ))}
      </RadioGroup>
    </div>
  )
}
