import { styled } from '@mui/material/styles'

/** The number of a step in a list, or a tick once it is done. */
export const StepMark = ({ number, done }: { number: number; done: boolean }) => (
  <Mark aria-hidden data-done={done}>
    {done ? '✓' : number}
  </Mark>
)

const Mark = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.subtitle2,
  width: 28,
  height: 28,
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
