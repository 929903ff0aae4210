import { t } from '../../../../i18n/t.ts'
import type { OpenedKey } from '../../../session/installKeyPair.ts'
import { openWithPasskey } from '../../../session/passkeys/openWithPasskey.ts'
import { usePasskeyGesture } from '../../../session/passkeys/usePasskeyGesture.ts'
import { useUsablePasskeys } from '../../../session/passkeys/useUsablePasskeys.ts'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'

interface OpenByPasskeyButtonProps {
  disabled: boolean
  busy: boolean
  /** Called with true from the gesture until `onOpened` has settled. */
  onBusy: (busy: boolean) => void
  /** Called with bytes to be overwritten. */
  onOpened: (opened: OpenedKey) => Promise<void>
  onFailed: (refusal: () => string) => void
}

/** Button that opens the private key with a passkey, to seal it anew; nothing if there is none for this page. */
export function OpenByPasskeyButton({
  disabled,
  busy,
  onBusy,
  onOpened,
  onFailed,
}: OpenByPasskeyButtonProps) {
  const passkeys = useUsablePasskeys()
  const gesture = usePasskeyGesture(onFailed)

  async function open() {
    onBusy(true)
    const opened = await gesture.run((signal) => openWithPasskey(passkeys, signal))
    if (opened) await onOpened(opened)
    onBusy(false)
  }

  if (passkeys.length === 0) return null
  return (
    <BusyButton busy={busy} disabled={disabled} onClick={() => void open()}>
      {t(gesture.busy ? 'passkeys.waiting' : 'passkeys.use')}
    </BusyButton>
  )
}
