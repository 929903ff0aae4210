import { keyframes, styled } from '@mui/material/styles'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode, Ref } from 'react'
import { Panel } from '../page/Panel.tsx'
import { Explanation } from '../messages/Explanation.tsx'

interface GatePanelProps {
  title: string
  text: ReactNode
  onSubmit: () => void
  children: ReactNode
  ref?: Ref<HTMLFormElement>
}

/** A question that a link asks before it shows its files. */
export function GatePanel({ title, text, onSubmit, children, ref }: GatePanelProps) {
  return (
    <Panel>
      <Question
        noValidate
        ref={ref}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Stack spacing={2.5}>
          <Stack spacing={0.75}>
            <Typography variant="h2">{title}</Typography>
            <Explanation>{text}</Explanation>
          </Stack>
          {children}
        </Stack>
      </Question>
    </Panel>
  )
}

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(6px)' } })

const Question = styled('form')(({ theme: { spacing, breakpoints } }) => ({
  maxWidth: 400,
  marginInline: 'auto',
  paddingBlock: spacing(1),
  [breakpoints.up('sm')]: { paddingBlock: spacing(4) },
  animation: `${appear} 180ms ease-out`,
}))
