import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode, Ref } from 'react'
import { Panel } from './Panel.tsx'

interface GatePanelProps {
  title: string
  text: ReactNode
  onSubmit: () => void
  /** Fields and buttons. */
  children: ReactNode
  ref?: Ref<HTMLFormElement>
}

/** What stands between a link and its files: one question, in the place where the files will be. */
export function GatePanel({ title, text, onSubmit, children, ref }: GatePanelProps) {
  return (
    <Panel>
      <Box
        component="form"
        noValidate
        ref={ref}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
        sx={{
          maxWidth: 400,
          mx: 'auto',
          py: { xs: 1, sm: 4 },
          '@keyframes gate': { from: { opacity: 0, transform: 'translateY(6px)' } },
          animation: 'gate 180ms ease-out',
        }}
      >
        <Stack sx={{ gap: 2.5 }}>
          <div>
            <Typography variant="h2">{title}</Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.75 }}>
              {text}
            </Typography>
          </div>
          {children}
        </Stack>
      </Box>
    </Panel>
  )
}
