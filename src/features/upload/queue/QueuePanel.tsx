import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useAppSelector } from '../../../store/hooks.ts'
import { FlushPanel } from '../../../ui/page/Panel.tsx'
import { QueueButtons, type QueueButtonsProps } from './QueueButtons.tsx'
import { QueueList } from './QueueList.tsx'
import { SendingHead } from './SendingHead.tsx'
import { selectIsSending } from '../uploadSlice.ts'
import { WaitingHead } from './WaitingHead.tsx'

export function QueuePanel(props: QueueButtonsProps) {
  const sending = useAppSelector(selectIsSending)
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const buttons = <QueueButtons {...props} />
  return (
    <FlushPanel>
      <Head>{sending ? <SendingHead /> : <WaitingHead>{!isNarrow && buttons}</WaitingHead>}</Head>
      <QueueList />
      {/* Within reach of a thumb, however long the list. */}
      {!sending && isNarrow && <Foot>{buttons}</Foot>}
    </FlushPanel>
  )
}

const Head = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  padding: spacing(2),
  [breakpoints.up('sm')]: { paddingInline: spacing(3) },
}))

const Foot = styled('div')(({ theme: { vars, spacing } }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  padding: spacing(1.5, 2),
  borderTop: `1px solid ${vars.palette.divider}`,
  backgroundColor: vars.palette.background.paper,
  '&:not(:has(button))': { display: 'none' },
  // In a very low window it would take too much room.
  '@media (max-height: 360px)': { position: 'static' },
}))
