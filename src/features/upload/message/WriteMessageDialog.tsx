import { useState } from 'react'
import { messageProblem } from '../../../../contract/messageFile.ts'
import { t } from '../../../../i18n/t.ts'
import { useAppDispatch } from '../../../store/hooks.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { LongTextInput } from '../../../ui/fields/LongTextInput.tsx'
import { putMessage } from './messageDraft.ts'

interface WriteMessageDialogProps {
  /** Text of the message that waits in the queue; '' without one. */
  drafted: string
  onClose: () => void
}

/** Writes the message that is sent beside files, or alone. */
export function WriteMessageDialog({ drafted, onClose }: WriteMessageDialogProps) {
  const dispatch = useAppDispatch()
  const [text, setText] = useState(drafted)
  const problem = messageProblem(text)
  return (
    <FormDialog
      title={t('messageDraft.title')}
      maxWidth="sm"
      submit={{ label: t('messageDraft.add'), disabled: problem !== null }}
      onSubmit={() => {
        dispatch(putMessage(text))
        onClose()
      }}
      onCancel={onClose}
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
