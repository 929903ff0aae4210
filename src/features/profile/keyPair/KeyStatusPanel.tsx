import { styled } from '@mui/material/styles'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { wasKeyRestored } from '../../../session/keyRestoredFlag.ts'
import { type TextKey, t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { ErrorBanner } from '../../../ui/messages/ErrorBanner.tsx'
import { StatusText, type StatusTone } from '../../../ui/messages/StatusText.tsx'
import { Muted } from '../../../ui/theme/layout.ts'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { DownloadBackup, KeyFingerprint, OlderKeys } from './KeyFingerprint.tsx'
import { StatusLine } from '../common/StatusLine.tsx'
import type { KeyStatus } from './keyStatus.ts'

const statusTexts = {
  loading: { tone: 'neutral', text: 'keys.statusLoading', more: null },
  none: { tone: 'attention', text: 'keys.statusNone', more: 'keys.statusNoneText' },
  incomplete: { tone: 'attention', text: 'keys.statusIncomplete', more: null },
  ready: { tone: 'good', text: 'dashboard.active', more: 'keys.statusReadyText' },
  unknown: { tone: 'neutral', text: 'keys.statusUnknown', more: 'keys.statusUnknownText' },
} as const satisfies Record<KeyStatus, { tone: StatusTone; text: TextKey; more: TextKey | null }>

interface KeyStatusPanelProps {
  username: string
  status: KeyStatus
  isRenewing: boolean
  failure: string | null
  /** Public key that the server gives to uploaders. */
  servedPublicKey: string | null
  onRetry: () => void
}

/** State of the key pair, its problems, and its fingerprint. */
export function KeyStatusPanel(props: KeyStatusPanelProps) {
  const { username, status, isRenewing, failure, servedPublicKey, onRetry } = props
  const isReady = status === 'ready'
  return (
    <Panel>
      <KeyStatusLine status={status} />
      {status === 'incomplete' && <Banner severity="warning">{t('keys.incompleteText')}</Banner>}
      {isReady && isRenewing && <Banner severity="info">{t('keys.renewingText')}</Banner>}
      {failure !== null && <ErrorBanner message={failure} onRetry={onRetry} />}
      {isReady && servedPublicKey !== null && <KeyFingerprint servedPublicKey={servedPublicKey} />}
      <OlderKeys />
      {isReady && <DownloadBackup username={username} />}
    </Panel>
  )
}

function KeyStatusLine({ status }: Pick<KeyStatusPanelProps, 'status'>) {
  const { tone, text, more } = statusTexts[status]
  const passwordText = usePasswordText()
  return (
    <StatusLine>
      <StatusText tone={tone} hollow={status !== 'ready'}>
        {t(text)}
      </StatusText>
      {status === 'ready' && wasKeyRestored() && <Muted>{` ${t('keys.restoredHere')}`}</Muted>}
      {more !== null && <Explanation sx={{ mt: 0.5 }}>{passwordText(more)}</Explanation>}
    </StatusLine>
  )
}

const Panel = styled('div')(({ theme: { vars, spacing } }) => ({
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: vars.shape.borderRadius,
  padding: spacing(2),
  marginTop: spacing(2.5),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: spacing(2),
}))
