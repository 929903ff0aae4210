import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import { useState } from 'react'
import type { User } from '../../../contract/auth.ts'
import { useEncryptedKeyQuery, usePublicKeyQuery } from '../../api/authApi.ts'
import { forgetKeyRestored, markKeyRestored, wasKeyRestored } from '../../session/restoredMark.ts'
import { rememberUser, tellKeyChanged, useUser } from '../../session/session.ts'
import { clearUnlockedKey } from '../../session/unlockedKey.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Section } from '../../ui/Section.tsx'
import { StatusText, type Tone } from '../../ui/StatusText.tsx'
import { BackupForm } from './BackupForm.tsx'
import { GenerateKeyForm } from './GenerateKeyForm.tsx'
import { DownloadBackup, KeyFingerprint, OlderKeys } from './KeyFingerprint.tsx'
import { keyStatus, type KeyStatus, reportedStatusError } from './keyStatus.ts'
import type { NewKeyPair } from './newKeyPair.ts'
import { NewKeyPairDialog } from './NewKeyPairDialog.tsx'
import { OlderPasswordForm } from './OlderPasswordForm.tsx'

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

  const isRenewing = useUser()?.key_pair === 'renewing' && pair === null
  const status = keyStatus(publicKey, encryptedKey)
  const { tone, text, more } = statusTexts[status]
  const failure = reportedStatusError(publicKey, encryptedKey)
  const servedPublicKey = publicKey.data?.public_key_spki ?? null

  function refetch() {
    void publicKey.refetch()
    void encryptedKey.refetch()
  }

  /** The pair in force may be another one: what was unlocked is not it. */
  function pairChanged() {
    clearUnlockedKey()
    tellKeyChanged()
    refetch()
  }

  function restored(user: User) {
    markKeyRestored()
    rememberUser(user)
    pairChanged()
  }

  return (
    <Section
      id="encryption-key"
      title="End-to-End Encryption Key"
      intro="Files are encrypted for your public key before they leave the uploader’s browser. Only your private key opens them."
    >
      <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 2, mt: 2.5 }}>
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
        {status === 'incomplete' && (
          <Box sx={{ mt: 1.5 }}>
            <Banner severity="warning">
              A public key exists, but no encrypted private key is stored. Until it is, uploaders are given no
              key, and nobody can upload files to you. Restore the backup of this key, or generate a new key
              pair and complete all three steps.
            </Banner>
          </Box>
        )}
        {status === 'ready' && isRenewing && (
          <Box sx={{ mt: 1.5 }}>
            <Banner severity="info">
              A new public key was uploaded, and its private key was not saved. The key pair from before is in
              force, and files are encrypted for it. To replace it, generate a new key pair and complete all
              three steps.
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
        <OlderKeys />
        {status === 'ready' && <DownloadBackup username={username} />}
      </Box>

      <Divider sx={{ my: 3 }} />
      <GenerateKeyForm
        username={username}
        first={status === 'none' || status === 'incomplete'}
        onGenerated={setPair}
      />
      <Divider sx={{ my: 3 }} />
      <BackupForm username={username} onRestored={restored} />
      {status === 'ready' && (
        <>
          <Divider sx={{ my: 3 }} />
          <OlderPasswordForm
            username={username}
            onResealed={(user) => {
              rememberUser(user)
              pairChanged()
            }}
          />
        </>
      )}
      {pair && (
        <NewKeyPairDialog
          username={username}
          pair={pair}
          onClose={() => {
            setPair(null)
            forgetKeyRestored()
            pairChanged()
          }}
        />
      )}
    </Section>
  )
}
