import { t } from '../../../i18n/t.ts'
import type { OpenedKey } from '../../session/installKeyPair.ts'
import { openByPasskey } from '../../session/passkeys/keyByPasskey.ts'
import { useGesture } from '../../session/passkeys/useGesture.ts'
import { usePasskeysHere } from '../../session/passkeys/usePasskeysHere.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'

interface OpenByPasskeyProps {
  disabled: boolean
  /** Called with bytes to be overwritten. */
  onOpened: (opened: OpenedKey) => void
  onFailed: (refusal: () => string) => void
}

/** Button that opens the private key with a passkey, to seal it anew; nothing if there is none for this page. */
export function OpenByPasskey({ disabled, onOpened, onFailed }: OpenByPasskeyProps) {
  const passkeys = usePasskeysHere()
  const { busy, run } = useGesture(onFailed)

  async function open() {
    const opened = await run((signal) => openByPasskey(passkeys, signal))
    if (opened) onOpened(opened)
  }

  if (passkeys.length === 0) return null
  return (
    <BusyButton busy={busy} disabled={disabled} onClick={() => void open()}>
      {t(busy ? 'passkeys.waiting' : 'passkeys.use')}
    </BusyButton>
  )
}
