import { useState } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import type { Person } from '../../crypto/index.ts'
import { withPerson } from '../../trust/contactsChanges.ts'
import { ActDialog } from './ActDialog.tsx'
import { CodeFields, isTyped, nothingTyped, typedCode } from './CodeFields.tsx'
import { codeProblem, codeTexts, nameInCode } from './typedCode.ts'
import type { Acting } from './useActing.ts'

/** Compares the code of somebody whom the folder names already: with what came from them, typed here. */
export function CompareDialog({
  person,
  act,
  onClose,
}: { person: Person; onClose: () => void } & Pick<Acting, 'act'>) {
  const [typed, setTyped] = useState(nothingTyped)
  const [knownAs, setKnownAs] = useState<string | null>(null)
  const name = shownText(person.name)
  return (
    <ActDialog
      title={`Compare the Code of ${name}`}
      confirmLabel="Compare"
      busyLabel="Comparing..."
      disabled={!isTyped(typed)}
      hasFields
      about={typed}
      onClose={onClose}
      act={async () => {
        const code = typedCode(typed)
        const problem = codeProblem(code, person.fp)
        if (problem !== null) return problem
        // The folder's name of them is what some owner chose.
        const own = nameInCode(code) ?? person.name
        if (own !== person.name && own !== knownAs) {
          setKnownAs(own)
          return codeTexts.otherName(own, person.name)
        }
        await act((trust) => trust.contacts.change(withPerson({ ...person, name: own })))
        return null
      }}
    >
      <p>
        {`Ask ${name} for their code, or for the twelve words of their key, by another way than this server. Once compared, what they sign in any folder is trusted.`}
      </p>
      <CodeFields typed={typed} onChange={setTyped} asksUsername={false} />
    </ActDialog>
  )
}
