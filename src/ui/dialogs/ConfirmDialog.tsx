import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { t } from '../../../i18n/t.ts'
import { TitledDialog } from './TitledDialog.tsx'

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
    <TitledDialog open={props.open} onClose={props.onCancel} aria-describedby={textId} title={props.title}>
      <DialogContent>
        <Paragraphs id={textId}>{props.children}</Paragraphs>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={props.onCancel}>
          {props.cancelLabel ?? t('ui.cancel')}
        </Button>
        <Button variant="contained" color={props.destructive ? 'error' : 'primary'} onClick={props.onConfirm}>
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}

const Paragraphs = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  overflowWrap: 'anywhere',
  '& > p': { margin: 0 },
  '& > p + p': { marginTop: theme.spacing(1.5) },
}))
