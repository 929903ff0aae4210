import { useState } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import type { Person } from '../../../core/crypto/index.ts'
import { t } from '../../../i18n/t.ts'
import { withPerson } from '../../../core/trust/contactsChanges.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { CodeFields, isFilled, emptyCodeFields, typedCode } from './CodeFields.tsx'
import { codeProblem, nameInCode } from './typedCode.ts'
import type { RosterActions } from './useRosterActions.ts'

/** Compares the code of a member with what that person sent over another channel, typed here. */
export function CompareCodeDialog({
  person,
  runAndReload,
  onClose,
}: { person: Person; onClose: () => void } & Pick<RosterActions, 'runAndReload'>) {
  const [typed, setTyped] = useState(emptyCodeFields)
  const [knownAs, setKnownAs] = useState<string | null>(null)
  const name = shownText(person.name)
  return (
    <ActionDialog
      title={t('people.compareCode', { name })}
      confirmLabel={t('people.compare')}
      busyLabel={t('people.comparing')}
      disabled={!isFilled(typed)}
      hasFields
      fieldValue={typed}
      onClose={onClose}
      onConfirm={async () => {
        const code = typedCode(typed)
        const problem = codeProblem(code, person.fp)
        if (problem !== null) return problem
        // An owner chose the folder's name for this person.
        const codeName = nameInCode(code) ?? person.name
        if (codeName !== person.name && codeName !== knownAs) {
          setKnownAs(codeName)
          return t('people.otherName', { own: shownText(codeName), named: name })
        }
        await runAndReload((trust) => trust.contacts.change(withPerson({ ...person, name: codeName })))
        return null
      }}
    >
      {(inputError) => (
        <>
          <p>{t('people.compareText', { name })}</p>
          <CodeFields typed={typed} inputError={inputError} onChange={setTyped} asksUsername={false} />
        </>
      )}
    </ActionDialog>
  )
}
