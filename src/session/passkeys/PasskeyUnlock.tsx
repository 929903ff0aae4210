import FingerprintIcon from '@mui/icons-material/Fingerprint'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import type { UnconfirmedKey } from '../unlockedKey.ts'
import { unlockWithPasskey } from './openWithPasskey.ts'
import { usePasskeyGesture } from './usePasskeyGesture.ts'
import { useUsablePasskeys } from './useUsablePasskeys.ts'

interface PasskeyUnlockProps {
  username: string
  disabled: boolean
  onBusy: (busy: boolean) => void
  /** Called with a key that needs confirmation, or null if the key is in use. */
  onUnlocked: (unconfirmed: UnconfirmedKey | null) => void
  onFailed: (refusal: () => string) => void
}

/** Button that opens the private key with a passkey; nothing if there is none for this page. */
export function PasskeyUnlock({ username, disabled, onBusy, onUnlocked, onFailed }: PasskeyUnlockProps) {
  const passkeys = useUsablePasskeys()
  const { busy, run } = usePasskeyGesture(onFailed)

  async function unlock() {
    onBusy(true)
    const unconfirmed = await run((signal) => unlockWithPasskey(username, passkeys, signal))
    onBusy(false)
    if (unconfirmed !== undefined) onUnlocked(unconfirmed)
  }

  if (passkeys.length === 0) return null
  return (
    <BusyButton
      fullWidth
      startIcon={<FingerprintIcon />}
      busy={busy}
      disabled={disabled}
      onClick={() => void unlock()}
    >
      {t(busy ? 'passkeys.waiting' : 'passkeys.unlock')}
    </BusyButton>
  )
}
