import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import type { SealedPrivateKey } from '../../crypto/index.ts'
import {
  dropUnlockedKey,
  getOpenedBlob,
  type UnlockedKey,
  useOlderKeys,
  useUnlockedKey,
} from '../../session/unlockedKey.ts'
import { useOwnWords } from '../../session/ownWords.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import { Banner } from '../../ui/Banner.tsx'
import { keyName } from '../../ui/format.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { StatusText } from '../../ui/StatusText.tsx'
import { WordGrid } from '../../ui/WordGrid.tsx'
import { FieldRow } from '../../ui/layout.ts'
import { saveBackupFile } from './backupFile.ts'
import { storedKey } from './passwordChange.ts'

/**
 * The fingerprint of one's own key, in words and as a QR code. It comes from the unlocked private key alone: were it
 * made of what the server says, a server that hands out another key would be believed.
 */
export function KeyFingerprint({ servedPublicKey }: { servedPublicKey: string }) {
  const key = useUnlockedKey()
  const { unlock, dialog } = useUnlock()
  const heading = useRef<HTMLHeadingElement>(null)

  async function show() {
    // The button that asked is gone by then.
    if (await unlock('The fingerprint is computed from your private key.'))
      setTimeout(() => heading.current?.focus())
  }

  return (
    <div>
      <Typography variant="subtitle2" component="h3" ref={heading} tabIndex={-1}>
        Fingerprint
      </Typography>
      {key ? (
        <Fingerprint unlocked={key} served={key.publicKeySpki === servedPublicKey} />
      ) : (
        <>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
            Twelve words that uploaders can compare with you. They are computed from your private key.
          </Typography>
          <Button variant="outlined" size="small" onClick={() => void show()}>
            Show Fingerprint
          </Button>
        </>
      )}
      {dialog}
    </div>
  )
}

function Fingerprint({ unlocked, served }: { unlocked: UnlockedKey; served: boolean }) {
  return (
    <Stack spacing={1.5} sx={{ mt: 1, typography: 'body2' }}>
      <ToCompare>
        <QrCode value={unlocked.fingerprint} size={112} label="QR code of the fingerprint" />
        <WordGrid words={unlocked.fingerprintWords} />
      </ToCompare>
      {served ? (
        <StatusText tone="good">
          Computed from your private key; the public key on the server matches it.
        </StatusText>
      ) : (
        <Banner severity="error">
          The public key on the server is not the one of your private key. Files uploaded now may be readable
          by someone else. Do not share upload links before you know why.
        </Banner>
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
        Also open for this session: {keys.map((key) => keyName(key.fingerprintWords)).join(', ')}
      </StatusText>
    </Typography>
  )
}

const isSameBlob = (one: SealedPrivateKey, other: SealedPrivateKey | null): boolean =>
  one.encryptedPrivateKey === other?.encryptedPrivateKey &&
  one.kdfSalt === other.kdfSalt &&
  one.kdfIterations === other.kdfIterations

const storedAnew =
  'The stored key is not what was opened in this tab: it was sealed anew, or replaced. It is opened once more, so that the backup is one that opens.'

const otherKeyStored = (stored: UnlockedKey, before: UnlockedKey) =>
  `No backup was saved: the stored key is ${keyName(stored.fingerprintWords)}, and open in this tab was ${keyName(before.fingerprintWords)}. If you did not replace your key pair, do not share upload links before you know why.`

/**
 * The stored key as a backup of today: the one of the day it was made opens with the password of that day. Saved is
 * only what was opened in this tab, and held the key that is known: a server could send anything.
 */
export function DownloadBackup({ username }: { username: string }) {
  const say = useOwnWords()
  const { unlock, dialog } = useUnlock()

  async function download() {
    const key = await unlock('Your key is opened once, so that the backup is one that opens.')
    if (!key) return
    try {
      const stored = await storedKey()
      const isOpened = stored !== null && isSameBlob(stored, getOpenedBlob())
      if (!isOpened) dropUnlockedKey()
      const opened = isOpened ? key : await unlock(storedAnew)
      const sealed = getOpenedBlob()
      if (!opened || !sealed) return
      if (opened.fingerprint === key.fingerprint)
        saveBackupFile(username, { sealed, fingerprint: opened.fingerprint })
      else notify('error', otherKeyStored(opened, key), null)
    } catch (error) {
      notify('error', errorText(error))
    }
  }

  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        Backup file
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {say(
          'A copy of your private key in case the stored one is lost or replaced. Without it, nobody could then open what was sent to you. It opens with the login password of the day it was made, so download a new one after you change that.',
        )}
      </Typography>
      <Button variant="outlined" size="small" onClick={() => void download()}>
        Download a New Backup
      </Button>
      {dialog}
    </div>
  )
}

const ToCompare = styled(FieldRow)(({ theme }) => ({
  gap: theme.spacing(2.5),
  [theme.breakpoints.up('sm')]: { alignItems: 'center' },
  '& > ol': { flex: 1, width: '100%' },
}))
