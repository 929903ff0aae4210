import { styled } from '@mui/material/styles'
import { useAppSelector } from '../../store/hooks.ts'
import { FlushPanel } from '../../ui/Panel.tsx'
import { QueueList } from './QueueList.tsx'
import { SendingHead } from './SendingHead.tsx'
import { selectIsSending } from './uploadSlice.ts'
import { WaitingHead } from './WaitingHead.tsx'

/** The queue before, during and after an upload: totals, actions, and one row for each file. */
export function QueuePanel({ reading }: { reading: boolean }) {
  const sending = useAppSelector(selectIsSending)
  return (
    <FlushPanel>
      <Head>{sending ? <SendingHead /> : <WaitingHead reading={reading} />}</Head>
      <QueueList />
    </FlushPanel>
  )
}

const Head = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  padding: spacing(2),
  [breakpoints.up('sm')]: { paddingInline: spacing(3) },
}))
