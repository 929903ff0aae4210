import { type ReactNode, useState } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { faultOf } from '../../faults/faultOf.ts'
import { useOwnWords } from '../../session/ownWords.ts'
import { confirmLoginPassword, useUser } from '../../session/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { OwnPassword } from '../../ui/OwnPassword.tsx'
import { ActDialog } from './ActDialog.tsx'

interface WayBackDialogProps {
  /** Names of people who may open the folder again. */
  returning?: readonly string[]
  /** Names of members who are owners again. */
  regaining?: readonly string[]
  /** What was seen, and what the server gives. */
  children?: ReactNode
  take: () => Promise<void>
  onClose: () => void
}

/** 'The server was restored': what is older is taken, after the password. */
export function WayBackDialog({
  returning = [],
  regaining = [],
  children,
  take,
  onClose,
}: WayBackDialogProps) {
  const username = useUser()?.username ?? ''
  const [password, setPassword] = useState('')
  const say = useOwnWords()
  return (
    <ActDialog
      title="The Server Was Restored"
      confirmLabel="Take the Older State"
      busyLabel="Taking it..."
      destructive
      disabled={password === ''}
      hasFields
      act={async () => {
        try {
          await confirmLoginPassword(username, password)
        } catch (error) {
          if (faultOf(error).code === 'badPassword') return say('This is not your login password.')
          throw error
        }
        await take()
        return null
      }}
      onClose={onClose}
    >
      <p>
        Go on only if whoever runs this server has told you, by phone or in person, that it was restored from
        a backup. What was changed since that backup is lost.
      </p>
      {children}
      <Names of={returning}>These people get back in, and have to be removed again:</Names>
      <Names of={regaining}>
        These people are owners again, who let people in and remove them, and have to be made members again:
      </Names>
      <div>
        <OwnPassword
          username={username}
          label={say('Login password')}
          value={password}
          onChange={setPassword}
        />
      </div>
    </ActDialog>
  )
}

function Names({ of: names, children }: { of: readonly string[]; children: string }) {
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
