import { useState } from 'react'
import { messageProblem } from '../../../../contract/messageFile.ts'
import { t } from '../../../../i18n/t.ts'
import { useAppDispatch } from '../../../store/hooks.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { LongTextInput } from '../../../ui/fields/LongTextInput.tsx'
import { putMessage } from './messageDraft.ts'

interface WriteMessageDialogProps {
  /** The text to begin with. */
  drafted: string
  onAdded: () => void
  /** Called with what was typed. */
  onCancel: (typed: string) => void
}

/** Writes the message that is sent beside files, or alone. */
export function WriteMessageDialog({ drafted, onAdded, onCancel }: WriteMessageDialogProps) {
  const dispatch = useAppDispatch()
  const [text, setText] = useState(drafted)
  const problem = messageProblem(text)
  return (
    <FormDialog
      title={t('messageDraft.title')}
      maxWidth="sm"
      submit={{ label: t('messageDraft.add'), disabled: problem !== null }}
      onSubmit={() => {
        void dispatch(putMessage(text)).then(onAdded)
      }}
      onCancel={() => onCancel(text)}
    >
      <LongTextInput
        autoFocus
        label={t('messageDraft.label')}
        value={text}
        error={problem === 'too-long'}
        helperText={problem === 'too-long' ? t('messageDraft.tooLong') : t('messageDraft.hint')}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}
