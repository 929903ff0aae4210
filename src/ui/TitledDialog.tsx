import Dialog, { type DialogProps } from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'

/** A dialog that its title names. */
export function TitledDialog({ title, children, ...props }: DialogProps & { title: string }) {
  const titleId = useId()
  return (
    <Dialog {...props} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {children}
    </Dialog>
  )
}
