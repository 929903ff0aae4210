import Button, { type ButtonProps } from '@mui/material/Button'
import type { DialogProps } from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent, { type DialogContentProps } from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import type { ReactNode, SubmitEvent } from 'react'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from '../buttons/BusyButton.tsx'
import { TitledDialog } from './TitledDialog.tsx'

type StepProps = Pick<DialogContentProps, 'dividers' | 'tabIndex'> & {
  title?: string
  /** Space between the parts of the content. */
  spacing?: number
  children: ReactNode
}

interface ActionsProps {
  /** The buttons. */
  actions: ReactNode
}

interface FormProps {
  /** Name of the form, if it is to have one besides the dialog's. */
  formLabel?: string
  /** The button that submits; its label is a verb: 'Delete', not 'OK'. */
  submit: { label: string; busyLabel?: string; busy?: boolean; disabled?: boolean; destructive?: boolean }
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** How the button to cancel differs. */
  cancel?: ButtonProps
  onCancel: () => void
}

type DialogStepProps = StepProps & (ActionsProps | FormProps)

/** Content of a dialog with its buttons, or a form; one step of those that have several. */
export function DialogStep(props: DialogStepProps) {
  if ('actions' in props) return <ContentAndActions {...props} />
  const { formLabel, submit, onSubmit, cancel, onCancel, ...step } = props
  const { label, busyLabel = label, busy = false, disabled = false, destructive = false } = submit
  const actions = (
    <>
      <Button onClick={onCancel} {...cancel}>
        {cancel?.children ?? t('ui.cancel')}
      </Button>
      <BusyButton
        type="submit"
        variant="contained"
        color={destructive ? 'error' : 'primary'}
        busy={busy}
        disabled={disabled}
      >
        {busy ? busyLabel : label}
      </BusyButton>
    </>
  )
  return (
    <form
      noValidate
      aria-label={formLabel}
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble to the form that opened the dialog, although the DOM does not nest them.
        event.stopPropagation()
        if (!busy && !disabled) onSubmit(event)
      }}
    >
      <ContentAndActions {...step} actions={actions} />
    </form>
  )
}

const ContentAndActions = ({
  title,
  spacing = 2,
  actions,
  children,
  ...content
}: StepProps & ActionsProps) => (
  <>
    {title !== undefined && <DialogTitle>{title}</DialogTitle>}
    <DialogContent {...content}>
      <Stack spacing={spacing}>{children}</Stack>
    </DialogContent>
    <DialogActions>{actions}</DialogActions>
  </>
)

type FormDialogProps = DialogStepProps &
  Pick<DialogProps, 'maxWidth' | 'aria-describedby'> & {
    title: string
    open?: boolean
    onClose?: () => void
  }

/** A dialog of one step. */
export const FormDialog = ({ title, open = true, maxWidth, onClose, ...props }: FormDialogProps) => {
  const { 'aria-describedby': describedBy, ...step } = props
  return (
    <TitledDialog {...{ title, open, maxWidth, onClose }} aria-describedby={describedBy}>
      <DialogStep {...step} />
    </TitledDialog>
  )
}
