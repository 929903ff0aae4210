import { type ReactNode, useRef, useState } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { usePasswordText } from '../../session/usePasswordText.ts'
import { confirmLoginPassword, useUser } from '../../session/session.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { scrollIntoViewRef } from '../../ui/hooks/scrollIntoViewRef.ts'
import { LoginPasswordField } from '../../ui/fields/LoginPasswordField.tsx'
import { ActionDialog } from './ActionDialog.tsx'

interface RestoredServerDialogProps {
  /** Names of people who could open the folder again. */
  returning?: readonly string[]
  /** Names of members who would be owners again. */
  regaining?: readonly string[]
  /** The known state and the server's state. */
  children?: ReactNode
  acceptOlder: () => Promise<void>
  onClose: () => void
}

/** Accepts the older state of a server that was restored, after the password. */
export function RestoredServerDialog({
  returning = [],
  regaining = [],
  children,
  acceptOlder,
  onClose,
}: RestoredServerDialogProps) {
  const username = useUser()?.username ?? ''
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const passwordText = usePasswordText()
  return (
    <ActionDialog
      title={t('people.restored')}
      confirmLabel={t('people.takeOlder')}
      busyLabel={t('people.takingOlder')}
      destructive
      disabled={password === ''}
      hasFields
      fieldValue={password}
      onConfirm={async () => {
        try {
          await confirmLoginPassword(username, password)
        } catch (error) {
          if (faultOf(error).code !== 'badPassword') throw error
          field.current?.focus()
          field.current?.select()
          return () => passwordText('people.notYourPassword')
        }
        await acceptOlder()
        return null
      }}
      onClose={onClose}
    >
      {(inputError) => (
        <>
          <p>{t('people.restoredText')}</p>
          {children}
          <NamesBanner names={returning}>{t('people.returning')}</NamesBanner>
          <NamesBanner names={regaining}>{t('people.regaining')}</NamesBanner>
          <div>
            <LoginPasswordField
              username={username}
              label={passwordText('session.password')}
              ref={field}
              error={inputError !== null}
              helperText={
                inputError !== null && (
                  <span role="alert" ref={scrollIntoViewRef}>
                    {inputError}
                  </span>
                )
              }
              value={password}
              onChange={setPassword}
            />
          </div>
        </>
      )}
    </ActionDialog>
  )
}

function NamesBanner({ names, children }: { names: readonly string[]; children: string }) {
  if (names.length === 0) return null
  return (
    <Banner severity="warning">
      {children}
      <ul>
        {names.map((name) => (
          <li key={name}>{shownText(name)}</li>
        ))}
      </ul>
    </Banner>
  )
}
