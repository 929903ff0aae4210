import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'

interface FilterButtonProps {
  isOn: boolean
  label: string
  /** Label while it is on; the button is as wide as the longer one. */
  pressedLabel: string
  onToggle: () => void
}

/** A toggle that filters a list, and is never the loudest thing above it. */
export function FilterButton({ isOn, label, pressedLabel, onToggle }: FilterButtonProps) {
  return (
    <Toggle size="small" aria-pressed={isOn} onClick={onToggle}>
      <span>{isOn ? pressedLabel : label}</span>
      {pressedLabel !== label && <span aria-hidden data-text={isOn ? label : pressedLabel} />}
    </Toggle>
  )
}

const Toggle = styled(Button)(({ theme: { vars } }) => ({
  display: 'inline-grid',
  // Both labels overlap, and only one is drawn, so that neighbours do not move.
  '& > *': { gridArea: '1 / 1' },
  '& > [data-text]::before': { content: 'attr(data-text)', visibility: 'hidden' },
  '&[aria-pressed="true"]': {
    borderColor: vars.palette.primary.main,
    backgroundColor: vars.palette.action.selected,
  },
}))
