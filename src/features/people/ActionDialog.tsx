import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { isSessionEnd } from '../../../core/faults/faultKinds.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { DialogStep } from '../../ui/dialogs/FormDialog.tsx'
import { scrollIntoViewRef } from '../../ui/hooks/scrollIntoViewRef.ts'
import { TitledDialog } from '../../ui/dialogs/TitledDialog.tsx'

interface ActionDialogProps {
  title: string
  /** Explanation and fields; a function gets the error and shows it at its field. */
  children: ReactNode | ((inputError: string | null) => ReactNode)
  /** Title once it is done; `title` by default. */
  doneTitle?: string
  /** Value of the fields; a change clears the error. */
  fieldValue?: unknown
  confirmLabel: string
  busyLabel: string
  destructive?: boolean
  disabled?: boolean
  /** True if there are fields to type into; otherwise 'Cancel' gets the focus. */
  hasFields?: boolean
  /** @returns an error of the input, as a sentence or a function that returns one; anything else means success */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** Next steps, shown on success; the dialog closes if absent. */
  done?: ReactNode
}

interface Problem {
  message: () => string
  fieldValue: unknown
  /** True if the fields show the error themselves. */
  isOfField: boolean
}

const isMessageFunction = (given: unknown): given is () => string => typeof given === 'function'

/** Asks for confirmation, performs one action and shows its outcome. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, children, confirmLabel, busyLabel, destructive = false, disabled = false, onClose } = props
  const [step, setStep] = useState<'asking' | 'acting' | 'done'>('asking')
  const [problem, setProblem] = useState<Problem | null>(null)

  async function handleConfirm() {
    setStep('acting')
    setProblem(null)
    try {
      const inputError = await props.onConfirm()
      if (typeof inputError === 'string' || isMessageFunction(inputError)) {
        const message = typeof inputError === 'string' ? () => inputError : inputError
        setProblem({ message, fieldValue: props.fieldValue, isOfField: typeof children === 'function' })
        setStep('asking')
      } else if (props.done === undefined) onClose()
      else setStep('done')
    } catch (error) {
      setStep('asking')
      if (isSessionEnd(faultOf(error))) onClose()
      else setProblem({ message: () => errorText(error), fieldValue: props.fieldValue, isOfField: false })
    }
  }

  const isActing = step === 'acting'
  const shownProblem = problem?.fieldValue === props.fieldValue ? problem : null
  return (
    <TitledDialog
      open
      onClose={isActing ? undefined : onClose}
      maxWidth="sm"
      title={step === 'done' ? (props.doneTitle ?? title) : title}
    >
      {step === 'done' ? (
        <DialogStep
          actions={
            <Button variant="contained" autoFocus onClick={onClose}>
              {t('session.finish')}
            </Button>
          }
        >
          <Content>{props.done}</Content>
        </DialogStep>
      ) : (
        <DialogStep
          submit={{ label: confirmLabel, busyLabel, busy: isActing, disabled, destructive }}
          onSubmit={() => void handleConfirm()}
          cancel={{ autoFocus: !props.hasFields, disabled: isActing }}
          onCancel={onClose}
        >
          <Content>
            {typeof children === 'function'
              ? children(shownProblem?.isOfField ? shownProblem.message() : null)
              : children}
            {shownProblem?.isOfField === false && (
              <div ref={scrollIntoViewRef}>
                <Banner severity="error">{shownProblem.message()}</Banner>
              </div>
            )}
          </Content>
        </DialogStep>
      )}
    </TitledDialog>
  )
}

const Content = styled(Stack)(({ theme: { typography, spacing } }) => ({
  ...typography.body2,
  gap: spacing(2),
  overflowWrap: 'anywhere',
  // Except helper texts of fields, which have margins of their own.
  '& > p, & ul': { margin: 0 },
  '& ul': { paddingLeft: spacing(2.5) },
}))
