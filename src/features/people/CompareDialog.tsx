import { useState } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import type { Person } from '../../crypto/index.ts'
import { withPerson } from '../../trust/contactsChanges.ts'
import { ActDialog } from './ActDialog.tsx'
import { CodeFields, isTyped, nothingTyped, typedCode } from './CodeFields.tsx'
import { codeProblem } from './typedCode.ts'
import type { Acting } from './useActing.ts'

/** Compares the code of somebody whom the folder names already: with what came from them, typed here. */
export function CompareDialog({
  person,
  act,
  onClose,
}: { person: Person; onClose: () => void } & Pick<Acting, 'act'>) {
  const [typed, setTyped] = useState(nothingTyped)
  const name = shownText(person.name)
  return (
    <ActDialog
      title={`Compare the Code of ${name}`}
      confirmLabel="Compare"
      busyLabel="Comparing..."
      disabled={!isTyped(typed)}
      hasFields
      onClose={onClose}
      act={async () => {
        const problem = codeProblem(typedCode(typed), person.fp)
        if (problem === null) await act((trust) => trust.contacts.change(withPerson(person)))
        return problem
      }}
    >
      <p>
        {`Ask ${name} for their code, or for the twelve words of their key, by another way than this server. Once compared, what they sign in any folder is trusted.`}
      </p>
      <CodeFields typed={typed} onChange={setTyped} asksUsername={false} />
    </ActDialog>
  )
}
