import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { t } from '../../i18n/t.ts'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** The question. */
  children: ReactNode
  /** A verb: 'Delete', not 'OK'. */
  confirmLabel: string
  /** Replaces 'Cancel' if that could be mistaken for the action. */
  cancelLabel?: string
  destructive?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for a confirmation. The safe answer has the focus, and Escape chooses it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const titleId = useId()
  const textId = useId()
  return (
    <Dialog open={props.open} onClose={props.onCancel} aria-labelledby={titleId} aria-describedby={textId}>
      <DialogTitle id={titleId}>{props.title}</DialogTitle>
      <DialogContent>
        <Paragraphs id={textId}>{props.children}</Paragraphs>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" autoFocus onClick={props.onCancel}>
          {props.cancelLabel ?? t('ui.cancel')}
        </Button>
        <Button variant="contained" color={props.destructive ? 'error' : 'primary'} onClick={props.onConfirm}>
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const Paragraphs = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  overflowWrap: 'anywhere',
  '& > p': { margin: 0 },
  '& > p + p': { marginTop: theme.spacing(1.5) },
}))
