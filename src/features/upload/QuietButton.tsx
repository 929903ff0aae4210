import Button, { type ButtonProps } from '@mui/material/Button'
import { styled } from '@mui/material/styles'

/** Button of an optional action. */
export function QuietButton(props: Pick<ButtonProps, 'children' | 'onClick'>) {
  return <Grey size="small" color="inherit" {...props} />
}

const Grey = styled(Button)(({ theme }) => ({
  alignSelf: 'center',
  color: theme.vars.palette.text.secondary,
}))
