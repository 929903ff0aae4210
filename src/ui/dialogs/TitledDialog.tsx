import Dialog, { type DialogProps } from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'

export const TitledDialog = ({ title, children, ...props }: DialogProps & { title: string }) => (
  <Dialog {...props}>
    <DialogTitle>{title}</DialogTitle>
    {children}
  </Dialog>
)
