import { keyframes, styled } from '@mui/material/styles'
import { SealMark } from '../page/SealMark.tsx'

/** The text of a loading screen, visible after 200 ms, so that fast responses do not flicker. */
export function LoadingText({ children }: { children: string }) {
  return (
    <Waiting role="status" data-loading>
      <SealMark size={20} />
      <span>{children}</span>
    </Waiting>
  )
}

const appear = keyframes({ from: { opacity: 0 } })
const pulse = keyframes({ from: { opacity: 0.35 } })

const Waiting = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: spacing(1.5),
  flex: 1,
  minHeight: 240,
  color: vars.palette.text.secondary,
  animation: `${appear} 160ms ease-out 200ms backwards`,
  '& svg': { animation: `${pulse} 1.6s ease-in-out infinite alternate` },
}))
