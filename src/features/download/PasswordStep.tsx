import { useEffect, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { GatePanel } from '../../ui/gates/GatePanel.tsx'
import { useFocusHandover } from '../../ui/hooks/useFocusHandover.ts'
import { selectDownloadPage } from './downloadPageSlice.ts'
import { enter } from './openLink.ts'

/** `isAgain`: downloads wait for the password, since the session that it opened has expired. */
export function PasswordStep({ isAgain = false }: { isAgain?: boolean }) {
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
      text={t(isAgain ? 'download.passwordAgain' : 'download.passwordFrom')}
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
        {t(unlocking ? 'download.unlocking' : isAgain ? 'download.continue' : 'download.unlock')}
      </BusyButton>
    </GatePanel>
  )
}
