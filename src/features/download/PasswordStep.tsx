import { useCallback, useEffect, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { GatePanel } from '../../ui/gates/GatePanel.tsx'
import { useAsyncValue } from '../../ui/hooks/useAsyncValue.ts'
import { useFocusHandover } from '../../ui/hooks/useFocusHandover.ts'
import { selectDownloadPage } from './downloadPageSlice.ts'
import { enter, isPasswordChanged } from './openLink.ts'

/** Asks for the password that downloads wait for, once the reason is known. */
export function PasswordAgain() {
  const dispatch = useAppDispatch()
  const isChanged = useAsyncValue(useCallback(() => dispatch(isPasswordChanged()), [dispatch]))
  return isChanged !== undefined && <PasswordStep again={isChanged ? 'changed' : 'expired'} />
}

/** @param again why downloads wait for the password: the sender has changed it, or its session has expired; null if none waits */
export function PasswordStep({ again = null }: { again?: 'changed' | 'expired' | null }) {
  const dispatch = useAppDispatch()
  const { unlocking, passwordFailure } = useAppSelector(selectDownloadPage)
  const [password, setPassword] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useFocusHandover(form)
  // Return the focus to the field after a refusal.
  useEffect(() => {
    if (passwordFailure !== null) field.current?.select()
  }, [passwordFailure])

  return (
    <GatePanel
      ref={form}
      title={t('download.passwordProtected')}
      text={t(again === null ? 'download.passwordFrom' : againTexts[again])}
      onSubmit={() => {
        if (password !== '') void dispatch(enter(password))
      }}
    >
      <PasswordField
        label={t('download.password')}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        ref={field}
        autoComplete="off"
        autoFocus
        required
        error={passwordFailure !== null}
        helperText={passwordFailure !== null && <span role="alert">{faultText(passwordFailure)}</span>}
        readOnly={unlocking}
      />
      <BusyButton type="submit" variant="contained" size="large" busy={unlocking} disabled={password === ''}>
        {t(unlocking ? 'download.unlocking' : again === null ? 'download.unlock' : 'download.continue')}
      </BusyButton>
    </GatePanel>
  )
}

const againTexts = { changed: 'download.passwordChanged', expired: 'download.passwordAgain' } as const
