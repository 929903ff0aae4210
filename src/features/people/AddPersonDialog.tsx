import { useState } from 'react'
import type { Role, RosterMember } from '../../../contract/roster.ts'
import { shownText } from '../../../contract/shownText.ts'
import { callApi } from '../../api/client.ts'
import type { PersonCode } from '../../../core/crypto/index.ts'
import { t } from '../../../i18n/t.ts'
import { withPerson } from '../../../core/trust/contactsChanges.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { RadioChoices } from '../../ui/fields/RadioChoices.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { CodeFields, isFilled, emptyCodeFields, typedCode } from './CodeFields.tsx'
import { findPerson, type FoundPerson } from './findPerson.ts'
import { addProblem } from './members.ts'
import { CopyNewUploadLink } from './CopyNewUploadLink.tsx'
import type { RosterDialogProps } from './useRosterActions.ts'

interface AddPersonDialogProps extends RosterDialogProps {
  members: readonly RosterMember[]
  known: readonly PersonCode[]
}

/** Adds a person in two steps: find them and compare their code, then choose their role. */
export function AddPersonDialog(props: AddPersonDialogProps) {
  const { members, known, runAndReload, changeRoster, getUploadLink, onClose } = props
  const [typed, setTyped] = useState(emptyCodeFields)
  const [found, setFound] = useState<FoundPerson | null>(null)
  const [role, setRole] = useState<Role>('member')
  const [isReplacing, setReplacing] = useState(false)

  async function find() {
    const result = await findPerson({ typed: typedCode(typed), username: typed.username }, (query) =>
      callApi('findPerson', { query }),
    )
    if (typeof result === 'string') return result
    const { user, name, fp } = result
    if (members.some((member) => member.fp === fp)) {
      await runAndReload((trust) => trust.contacts.change(withPerson({ user, name, fp })))
      return t('people.isIn', { name: shownText(name) })
    }
    const problem = addProblem(members, result)
    if (problem !== null) return problem
    setFound(result)
    return null
  }

  if (!found) {
    return (
      <ActionDialog
        key="finding"
        title={t('people.add')}
        confirmLabel={t('people.find')}
        busyLabel={t('people.finding')}
        disabled={!isFilled(typed)}
        hasFields
        fieldValue={typed}
        done={null}
        onConfirm={find}
        onClose={onClose}
      >
        {(inputError) => (
          <>
            <p>{t('people.addText')}</p>
            <CodeFields
              typed={typed}
              inputError={inputError}
              onChange={setTyped}
              asksUsername
              known={known}
            />
          </>
        )}
      </ActionDialog>
    )
  }

  const name = shownText(found.name)
  // If a response is late, the list behind this dialog may already contain the person with the added key.
  const former = members.find(({ user, fp }) => user === found.user && fp !== found.fp)
  return (
    <ActionDialog
      key="adding"
      title={t('people.addPerson', { name })}
      confirmLabel={t('people.addToFolder')}
      busyLabel={t('people.adding')}
      {...((former ?? isReplacing) && {
        doneTitle: t('people.wasAdded', { name }),
        done: <CopyNewUploadLink getUploadLink={getUploadLink} text={t('people.wasAddedText', { name })} />,
      })}
      onConfirm={async () => {
        const { user, fp, publicKey } = found
        setReplacing(former !== undefined)
        await runAndReload((trust) => trust.contacts.change(withPerson({ user, name: found.name, fp })))
        await changeRoster(
          { type: 'add', person: { user, name: found.name, fp, role } },
          new Map([[fp, publicKey]]),
        )
      }}
      onClose={onClose}
    >
      <p>{t('people.addPersonText', { name })}</p>
      {found.serverName !== null && (
        <Banner severity="info">{t('people.serverName', { name: shownText(found.serverName) })}</Banner>
      )}
      {former && (
        <Banner severity="warning">{t('people.formerKey', { name: shownText(former.name) })}</Banner>
      )}
      <RoleChoice role={role} onChange={setRole} />
    </ActionDialog>
  )
}

const RoleChoice = ({ role, onChange }: { role: Role; onChange: (role: Role) => void }) => (
  <RadioChoices
    label={t('people.role')}
    value={role}
    choices={[
      { value: 'member', label: t('people.member'), hint: t('people.memberText') },
      { value: 'owner', label: t('people.owner'), hint: t('people.ownerText') },
    ]}
    onChange={onChange}
  />
)
