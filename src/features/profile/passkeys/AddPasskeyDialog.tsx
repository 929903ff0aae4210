import TextField from '@mui/material/TextField'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { maxPasskeyNameLength } from '../../../../contract/limits.ts'
import type { Passkey } from '../../../../contract/schemas/passkeys.ts'
import { assertDefined } from '../../../../contract/assertDefined.ts'
import { t } from '../../../../i18n/t.ts'
import { deviceName } from '../../../platform/deviceName.ts'
import { isPasskeyOfThisHost } from '../../../session/passkeys/authenticator.ts'
import { usePasskeyGesture } from '../../../session/passkeys/usePasskeyGesture.ts'
import { registerPendingKey } from '../../../session/unlockedKey.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { BusyButton } from '../../../ui/buttons/BusyButton.tsx'
import { CancelButton } from '../../../ui/buttons/CancelButton.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { serviceName } from '../../../ui/theme/look.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import type { AskAboutForeignKey, KeyRefusal } from '../keyPair/openCurrentKey.ts'
import {
  type CreatedPasskey,
  createPasskey,
  discardPasskey,
  openKeyToSeal,
  type KeyToSeal,
  canRepeatGesture,
  cleanPasskeyName,
  repeatGesture,
} from './newPasskey.ts'
import { PasswordDialog } from '../common/PasswordDialog.tsx'

interface AddPasskeyDialogProps {
  username: string
  passkeys: readonly Passkey[]
  onAdded: () => void
  onClose: () => void
}

/** Asks for the password, then for two gestures. The key's bytes are overwritten when it closes, or keys are locked. */
export function AddPasskeyDialog({ username, passkeys, onAdded, onClose }: AddPasskeyDialogProps) {
  /** Kept out of React state, which developer tools show. */
  const opened = useRef<KeyToSeal>(undefined)
  const closing = useRef(new AbortController())
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const [stage, setStage] = useState<'asking' | 'opening' | 'opened'>('asking')

  useEffect(() => {
    const controller = (closing.current = new AbortController())
    return () => {
      controller.abort()
      opened.current?.pkcs8Bytes.fill(0)
    }
  }, [])
  const isKeyHeld = stage !== 'asking'
  useEffect(() => (isKeyHeld ? registerPendingKey(onClose) : undefined), [isKeyHeld, onClose])

  async function open(password: string, ask: AskAboutForeignKey): Promise<KeyRefusal | null> {
    setStage('opening')
    try {
      const openedKey = await openKeyToSeal(username, password, ask, closing.current.signal)
      if (openedKey.type === 'refused') return openedKey
      opened.current = openedKey
      return null
    } finally {
      setStage(opened.current ? 'opened' : 'asking')
    }
  }

  return stage === 'opened' ? (
    <PasskeyGesturesDialog
      opened={opened}
      username={username}
      name={cleanPasskeyName(name)}
      known={passkeys.filter(isPasskeyOfThisHost)}
      onAdded={onAdded}
      onClose={onClose}
    />
  ) : (
    <PasswordDialog
      title={t('passkeys.add')}
      username={username}
      confirmLabel={t('ui.continue')}
      busyLabel={t('session.opening')}
      onSubmit={open}
      onCancel={onClose}
    >
      <Banner severity="info">{t('passkeys.whoOpens')}</Banner>
      <PasskeyNameField name={name} onChange={setName} />
    </PasswordDialog>
  )
}

export const PasskeyNameField = ({ name, onChange }: { name: string; onChange: (typed: string) => void }) => (
  <TextField
    label={t('passkeys.name')}
    name="passkeyName"
    value={name}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ htmlInput: { maxLength: maxPasskeyNameLength, autoComplete: 'off' } }}
  />
)

interface PasskeyGesturesDialogProps {
  opened: RefObject<KeyToSeal | undefined>
  username: string
  name: string
  /** Passkeys of this host. */
  known: readonly Passkey[]
  onAdded: () => void
  onClose: () => void
}

/** Each gesture is a click of its own, since browsers allow one per click. */
function PasskeyGesturesDialog({
  opened,
  username,
  name,
  known,
  onAdded,
  onClose,
}: PasskeyGesturesDialogProps) {
  const [created, setCreated] = useState<CreatedPasskey | null>(null)
  const [isStoring, setStoring] = useState(false)
  const [refusal, setRefusal] = useState<(() => string) | null>(null)
  const { busy, run } = usePasskeyGesture((text, error) => {
    setRefusal(() => text)
    if (!canRepeatGesture(error)) setCreated(null)
  })

  /** A passkey that was created but not added, for the moment when the dialog closes. */
  const pending = useRef(created)
  useEffect(() => void (pending.current = created), [created])
  useEffect(
    () => () => {
      if (pending.current) discardPasskey(pending.current)
    },
    [],
  )

  async function makeGesture() {
    setRefusal(null)
    const key = assertDefined(opened.current)
    const nextStep = await run((signal) =>
      created === null
        ? createPasskey(key, { service: serviceName(), username }, known, signal)
        : repeatGesture(key, created, name, signal, () => setStoring(true)),
    )
    setStoring(false)
    if (nextStep === undefined) return
    if ('id' in nextStep) {
      pending.current = null
      onAdded()
    } else setCreated(nextStep)
  }

  return (
    <FormDialog
      maxWidth="sm"
      title={t('passkeys.add')}
      onClose={() => !busy && onClose()}
      actions={
        <>
          <CancelButton disabled={isStoring} onClick={onClose} />
          <BusyButton variant="contained" autoFocus busy={busy} onClick={() => void makeGesture()}>
            {t(busy ? 'passkeys.waiting' : created === null ? 'passkeys.create' : 'passkeys.confirm')}
          </BusyButton>
        </>
      }
    >
      <Explanation role="status">
        {t(created === null ? 'passkeys.createText' : 'passkeys.confirmText')}
      </Explanation>
      {refusal && <Banner severity="error">{refusal()}</Banner>}
    </FormDialog>
  )
}
