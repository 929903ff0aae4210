import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useEncryptedKeyQuery, usePublicKeyQuery } from '../../api/authApi.ts'
import { clearUnlockedKey } from '../../session/unlockedKey.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusText, type Tone } from '../../ui/StatusText.tsx'
import { GenerateKeyForm } from './GenerateKeyForm.tsx'
import { KeyFingerprint } from './KeyFingerprint.tsx'
import { keyStatus, type KeyStatus, reportedStatusError } from './keyStatus.ts'
import type { NewKeyPair } from './newKeyPair.ts'
import { NewKeyPairDialog } from './NewKeyPairDialog.tsx'

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

export function KeySection({ username }: { username: string }) {
  const fresh = { refetchOnMountOrArgChange: true }
  const publicKey = usePublicKeyQuery(undefined, fresh)
  const encryptedKey = useEncryptedKeyQuery(undefined, fresh)
  const [pair, setPair] = useState<NewKeyPair | null>(null)

  const status = keyStatus(publicKey, encryptedKey)
  const { tone, text, more } = statusTexts[status]
  const failure = reportedStatusError(publicKey, encryptedKey)
  const servedPublicKey = publicKey.data?.public_key_spki ?? null

  function refetch() {
    void publicKey.refetch()
    void encryptedKey.refetch()
  }

  function finish() {
    setPair(null)
    clearUnlockedKey()
    refetch()
  }

  return (
    <Panel component="section" aria-labelledby="key-section-title">
      <Typography variant="h2" id="key-section-title">
        End-to-End Encryption Key
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5, mb: 2.5 }}>
        Files are encrypted for your public key before they leave the uploader’s browser. Only your private
        key opens them.
      </Typography>

      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2 }}>
        <Box role="status" sx={{ fontSize: '0.875rem' }}>
          <Box component="span" sx={{ fontWeight: 560, mr: 1 }}>
            Status
          </Box>
          <StatusText tone={tone} hollow={status !== 'ready'}>
            {text}
          </StatusText>
          {more !== '' && <Box sx={{ color: 'text.secondary', mt: 0.5 }}>{more}</Box>}
        </Box>
        {status === 'incomplete' && (
          <Box sx={{ mt: 1.5 }}>
            <Banner severity="warning">
              A public key exists, but no encrypted private key is stored. Files encrypted for it cannot be
              opened with your profile. Generate a new key pair and complete all three steps.
            </Banner>
          </Box>
        )}
        {failure !== null && (
          <Box sx={{ mt: 1.5 }}>
            <ErrorBanner message={failure} onRetry={refetch} />
          </Box>
        )}
        {status === 'ready' && servedPublicKey !== null && (
          <KeyFingerprint servedPublicKey={servedPublicKey} />
        )}
      </Box>

      <Divider sx={{ my: 3 }} />
      <GenerateKeyForm
        username={username}
        first={status === 'none' || status === 'incomplete'}
        onGenerated={setPair}
      />
      {pair && <NewKeyPairDialog username={username} pair={pair} onClose={finish} />}
    </Panel>
  )
}
