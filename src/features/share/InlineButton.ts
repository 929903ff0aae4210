import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'

/** A button beside a value, no higher than its line. */
export const InlineButton = styled(Button)(({ theme }) => ({
  marginLeft: theme.spacing(0.5),
  minHeight: 24,
  paddingBlock: 0,
  verticalAlign: 'baseline',
}))
