import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useOwnWords } from '../../session/ownWords.ts'
import { wasKeyRestored } from '../../session/restoredMark.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { StatusText, type Tone } from '../../ui/StatusText.tsx'
import { Muted } from '../../ui/layout.ts'
import { DownloadBackup, KeyFingerprint, OlderKeys } from './KeyFingerprint.tsx'
import { StatusLine } from './StatusLine.tsx'
import type { KeyStatus } from './keyStatus.ts'

const statusTexts = {
  loading: { tone: 'neutral', text: 'Checking key status...', more: '' },
  none: {
    tone: 'attention',
    text: 'No key pair',
    more: 'Generate one to receive files: uploads are encrypted for it.',
  },
  incomplete: {
    tone: 'attention',
    text: 'Public key set, private key not stored',
    more: '',
  },
  ready: {
    tone: 'good',
    text: 'Active',
    more: 'Your public key is set, and your private key is stored, sealed with your login password, or with the one before if that was reset for you.',
  },
  unknown: { tone: 'neutral', text: 'Unknown', more: 'The key status could not be read.' },
} as const satisfies Record<KeyStatus, { tone: Tone; text: string; more: string }>

interface KeyStateProps {
  username: string
  status: KeyStatus
  /** A new pair was begun and not completed. */
  isRenewing: boolean
  /** Why the status could not be read. */
  failure: string | null
  /** The one that uploaders are given. */
  servedPublicKey: string | null
  onRetry: () => void
}

/** How the pair stands, what is wrong with it, and its fingerprint. */
export function KeyState(props: KeyStateProps) {
  const { username, status, isRenewing, failure, servedPublicKey, onRetry } = props
  const isReady = status === 'ready'
  return (
    <State>
      <Status status={status} />
      {status === 'incomplete' && (
        <Banner severity="warning">
          A public key exists, but no encrypted private key is stored. Until it is, uploaders are given no
          key, and nobody can upload files to you. Restore the backup of this key, or generate a new key pair
          and complete all three steps.
        </Banner>
      )}
      {isReady && isRenewing && (
        <Banner severity="info">
          A new public key was uploaded, and its private key was not saved. The key pair from before is in
          force, and files are encrypted for it. To replace it, generate a new key pair and complete all three
          steps.
        </Banner>
      )}
      {failure !== null && <ErrorBanner message={failure} onRetry={onRetry} />}
      {isReady && servedPublicKey !== null && <KeyFingerprint servedPublicKey={servedPublicKey} />}
      <OlderKeys />
      {isReady && <DownloadBackup username={username} />}
    </State>
  )
}

function Status({ status }: Pick<KeyStateProps, 'status'>) {
  const { tone, text, more } = statusTexts[status]
  const say = useOwnWords()
  return (
    <StatusLine>
      <StatusText tone={tone} hollow={status !== 'ready'}>
        {text}
      </StatusText>
      {status === 'ready' && wasKeyRestored() && <Muted> (restored from a backup in this session)</Muted>}
      {more !== '' && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
          {say(more)}
        </Typography>
      )}
    </StatusLine>
  )
}

const State = styled('div')(({ theme: { vars, spacing } }) => ({
  border: `1px solid ${vars.palette.divider}`,
  borderRadius: vars.shape.borderRadius,
  padding: spacing(2),
  marginTop: spacing(2.5),
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: spacing(2),
}))
