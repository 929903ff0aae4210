import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'

interface FilterButtonProps {
  isOn: boolean
  label: string
  onToggle: () => void
}

/** A toggle that filters a list, and is never the loudest thing above it. */
export const FilterButton = ({ isOn, label, onToggle }: FilterButtonProps) => (
  <Toggle size="small" aria-pressed={isOn} onClick={onToggle}>
    {label}
  </Toggle>
)

const Toggle = styled(Button)(({ theme: { vars } }) => ({
  '&[aria-pressed="true"]': {
    borderColor: vars.palette.primary.main,
    backgroundColor: vars.palette.action.selected,
  },
}))
