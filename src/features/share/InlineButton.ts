import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'

/** A value with buttons beside it, below it where there is no room. */
export const ValueWithButtons = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: theme.spacing(1.5),
}))

/** A button beside a value, no higher than its line. */
export const InlineButton = styled(Button)({ minWidth: 0, minHeight: 24, padding: 0 })
