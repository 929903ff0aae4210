import { styled } from '@mui/material/styles'

interface StepMarkProps {
  number?: number
  done: boolean
  /** In pixels. */
  size?: number
}

/** The number of a step in a list, or a tick once it is done. */
export const StepMark = ({ number, done, size = 28 }: StepMarkProps) => (
  <Mark aria-hidden data-done={done} style={{ width: size, height: size, fontSize: size / 2.15 }}>
    {done ? '✓' : number}
  </Mark>
)

const Mark = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.subtitle2,
  borderRadius: '50%',
  display: 'grid',
  placeItems: 'center',
  border: `1px solid ${vars.palette.text.disabled}`,
  color: vars.palette.text.secondary,
  '&[data-done="true"]': {
    borderColor: vars.palette.success.main,
    backgroundColor: vars.palette.success.main,
    color: vars.palette.success.contrastText,
  },
}))
