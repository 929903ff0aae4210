import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import type { SealedPrivateKey } from '../../../../core/crypto/index.ts'
import {
  dropUnlockedKey,
  getOpenedSealedKey,
  getUnlockedKey,
  type UnlockedKey,
  useOlderKeys,
  useUnlockedKey,
} from '../../../session/unlockedKey.ts'
import { usePasswordText } from '../../../session/usePasswordText.ts'
import { useUnlock } from '../../../session/useUnlock.tsx'
import { notify, notifyError } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { keyName } from '../../../../i18n/format.ts'
import { QrCode } from '../../../ui/values/QrCode.tsx'
import { StatusText } from '../../../ui/messages/StatusText.tsx'
import { WordGrid } from '../../../ui/values/WordGrid.tsx'
import { FieldRow, Subheading } from '../../../ui/theme/layout.ts'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { saveBackupFile } from '../backup/backupFile.ts'
import { fetchSealedKey } from '../signIn/passwordChange.ts'

/** Fingerprint of the user's own key, from the private key: a server could send another public key. */
export function KeyFingerprint({ servedPublicKey }: { servedPublicKey: string }) {
  const key = useUnlockedKey()
  const { unlock, dialog } = useUnlock()
  const heading = useRef<HTMLHeadingElement>(null)

  async function show() {
    // The pressed button is gone by then.
    if (await unlock(() => t('keys.fingerprintPurpose'))) setTimeout(() => heading.current?.focus())
  }

  return (
    <div>
      <Typography variant="subtitle2" component="h3" ref={heading} tabIndex={-1}>
        {t('keys.fingerprint')}
      </Typography>
      {key ? (
        <FingerprintWords unlocked={key} isServed={key.publicKeySpki === servedPublicKey} />
      ) : (
        <>
          <Explanation sx={{ mb: 1.5 }}>{t('keys.fingerprintText')}</Explanation>
          <Button size="small" onClick={() => void show()}>
            {t('keys.showFingerprint')}
          </Button>
        </>
      )}
      {dialog}
    </div>
  )
}

function FingerprintWords({ unlocked, isServed }: { unlocked: UnlockedKey; isServed: boolean }) {
  return (
    <Stack spacing={1.5} sx={{ mt: 1, typography: 'body2' }}>
      <PictureAndWords>
        <QrCode value={unlocked.fingerprint} size={112} label={t('keys.fingerprintQr')} />
        <WordGrid words={unlocked.fingerprintWords} />
      </PictureAndWords>
      {isServed ? (
        <StatusText tone="good">{t('keys.served')}</StatusText>
      ) : (
        <Banner severity="error">{t('keys.otherServed')}</Banner>
      )}
    </Stack>
  )
}

/** Keys of former pairs that were opened from their backups. */
export function OlderKeys() {
  const keys = useOlderKeys()
  if (keys.length === 0) return null
  return (
    <Typography variant="body2" component="div">
      <StatusText tone="good">
        {t('keys.alsoOpen', { keys: keys.map((key) => keyName(key.fingerprintWords)).join(', ') })}
      </StatusText>
    </Typography>
  )
}

const isSameSealedKey = (one: SealedPrivateKey, other: SealedPrivateKey | null): boolean =>
  one.encryptedPrivateKey === other?.encryptedPrivateKey &&
  one.kdfSalt === other.kdfSalt &&
  one.kdfIterations === other.kdfIterations

/** Downloads the stored key as a backup, if it opened in this tab: the server could send anything. */
export function DownloadBackup({ username }: { username: string }) {
  const passwordText = usePasswordText()
  const { unlock, dialog } = useUnlock()

  async function download() {
    const previousKey = getUnlockedKey()
    const unlocked = await unlock(() => t('keys.backupPurpose'), true)
    if (!unlocked) return
    const key = previousKey ?? unlocked
    try {
      const stored = await fetchSealedKey()
      const blob = getOpenedSealedKey()
      const isOpened = stored !== null && isSameSealedKey(stored, blob)
      // Without a blob, after a recovery code, nothing was replaced.
      if (!isOpened && blob !== null) dropUnlockedKey()
      const purpose = blob === null ? 'keys.backupPurpose' : 'keys.storedAnew'
      const opened = isOpened ? unlocked : await unlock(() => t(purpose), true)
      const sealed = getOpenedSealedKey()
      if (!opened || !sealed) return
      if (opened.fingerprint === key.fingerprint)
        saveBackupFile(username, { sealed, fingerprint: opened.fingerprint })
      else {
        const names = { stored: keyName(opened.fingerprintWords), before: keyName(key.fingerprintWords) }
        notify('error', t('keys.otherStored', names), null)
      }
    } catch (error) {
      notifyError(error)
    }
  }

  return (
    <div>
      <Subheading>{t('keys.backupFile')}</Subheading>
      <Explanation sx={{ mb: 1.5 }}>{passwordText('keys.backupText')}</Explanation>
      <Button size="small" onClick={() => void download()}>
        {t('keys.downloadNewBackup')}
      </Button>
      {dialog}
    </div>
  )
}

const PictureAndWords = styled(FieldRow)(({ theme }) => ({
  gap: theme.spacing(2.5),
  [theme.breakpoints.up('sm')]: { alignItems: 'center' },
  '& > ol': { flex: 1, width: '100%' },
}))
