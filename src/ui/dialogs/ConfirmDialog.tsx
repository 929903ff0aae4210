import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { t } from '../../../i18n/t.ts'
import { FormDialog } from './FormDialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  /** A verb: 'Delete', not 'OK'. */
  confirmLabel: string
  /** Replaces 'Cancel' if that could be mistaken for the action. */
  cancelLabel?: string
  destructive?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for a confirmation. The safe choice has the focus, and Escape chooses it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const textId = useId()
  return (
    <FormDialog
      open={props.open}
      title={props.title}
      aria-describedby={textId}
      onClose={props.onCancel}
      actions={
        <>
          <Button autoFocus onClick={props.onCancel}>
            {props.cancelLabel ?? t('ui.cancel')}
          </Button>
          <Button
            variant="contained"
            color={props.destructive ? 'error' : 'primary'}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <Paragraphs id={textId}>{props.children}</Paragraphs>
    </FormDialog>
  )
}

const Paragraphs = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  overflowWrap: 'anywhere',
  '& > p': { margin: 0 },
  '& > p + p': { marginTop: theme.spacing(1.5) },
}))
