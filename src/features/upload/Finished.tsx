import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useAppDispatch } from '../../store/hooks.ts'
import { count, formatBytes } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { SealMark } from '../../ui/SealMark.tsx'
import type { Tally } from './batchOutcome.ts'
import { receiptRequested } from './uploadEvents.ts'

/** The end of a batch without a failure: what was stored, and proof of it. */
export function Finished({ tally }: { tally: Tally }) {
  const dispatch = useAppDispatch()
  const heading = useRef<HTMLHeadingElement>(null)
  const sealed = useNextFrame()
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <Panel sx={{ py: { xs: 5, sm: 7 } }}>
      <Stack sx={{ alignItems: 'center', textAlign: 'center' }}>
        <SealMark state={sealed ? 'closed' : 'open'} size={64} />
        <Typography variant="h2" ref={heading} tabIndex={-1} sx={{ mt: 2.5, outline: 'none' }}>
          {`${count(tally.succeeded, 'file')} stored`}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mt: 0.75, maxWidth: 440 }}>
          {`${formatBytes(tally.storedBytes)}, encrypted on this device and confirmed by the server. The receipt lists every file with its checksum.`}
        </Typography>
        <Button
          variant="contained"
          size="large"
          sx={{ mt: 3.5 }}
          onClick={() => dispatch(receiptRequested())}
        >
          Download receipt
        </Button>
      </Stack>
    </Panel>
  )
}

/** True from the frame after the first: the mark is seen open before it closes. */
function useNextFrame(): boolean {
  const [next, setNext] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setNext(true), 120)
    return () => clearTimeout(timer)
  }, [])
  return next
}
