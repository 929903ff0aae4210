import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'

const Diagnostics = lazy(() =>
  import('./Diagnostics.tsx').then((module) => ({ default: module.Diagnostics })),
)

/** Where people hesitate, and what support asks for. */
export function Help() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary="Help" onOpen={() => setOpen(true)}>
      <Typography variant="body2">
        Keep this page open while it sends: files are encrypted here, and nothing else can do it. When the
        network goes away, it waits and goes on by itself. After a reload or a crash, open this link again:
        what is there already is not sent twice. Empty folders cannot be sent.
      </Typography>
      <Part variant="body2">This browser and this connection</Part>
      {isOpen && (
        <Suspense fallback={<LoadingText>Looking...</LoadingText>}>
          <Diagnostics />
        </Suspense>
      )}
    </Disclosure>
  )
}

const Part = styled(Typography)(({ theme }) => ({ margin: theme.spacing(1.5, 0, 1), fontWeight: 600 }))
