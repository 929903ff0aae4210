import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { wasKeyRestored } from '../../session/restoredMark.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { StatusText, type Tone } from '../../ui/StatusText.tsx'
import { DownloadBackup, KeyFingerprint, OlderKeys } from './KeyFingerprint.tsx'
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
    more: 'Your public key is set, and your private key is stored, sealed with your login password.',
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
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2, mt: 2.5 }}>
      <Status status={status} />
      {status === 'incomplete' && (
        <Note>
          <Banner severity="warning">
            A public key exists, but no encrypted private key is stored. Until it is, uploaders are given no
            key, and nobody can upload files to you. Restore the backup of this key, or generate a new key
            pair and complete all three steps.
          </Banner>
        </Note>
      )}
      {isReady && isRenewing && (
        <Note>
          <Banner severity="info">
            A new public key was uploaded, and its private key was not saved. The key pair from before is in
            force, and files are encrypted for it. To replace it, generate a new key pair and complete all
            three steps.
          </Banner>
        </Note>
      )}
      {failure !== null && (
        <Note>
          <ErrorBanner message={failure} onRetry={onRetry} />
        </Note>
      )}
      {isReady && servedPublicKey !== null && <KeyFingerprint servedPublicKey={servedPublicKey} />}
      <OlderKeys />
      {isReady && <DownloadBackup username={username} />}
    </Box>
  )
}

const Note = ({ children }: { children: ReactNode }) => <Box sx={{ mt: 1.5 }}>{children}</Box>

function Status({ status }: Pick<KeyStateProps, 'status'>) {
  const { tone, text, more } = statusTexts[status]
  return (
    <Box role="status" sx={{ fontSize: '0.875rem' }}>
      <Box component="span" sx={{ fontWeight: 560, mr: 1 }}>
        Status
      </Box>
      <StatusText tone={tone} hollow={status !== 'ready'}>
        {text}
      </StatusText>
      {status === 'ready' && wasKeyRestored() && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          (restored from a backup in this session)
        </Box>
      )}
      {more !== '' && <Box sx={{ color: 'text.secondary', mt: 0.5 }}>{more}</Box>}
    </Box>
  )
}
