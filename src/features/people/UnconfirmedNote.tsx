import Button from '@mui/material/Button'
import { useState } from 'react'
import { readStatement } from '../../../contract/roster.ts'
import { newestOf } from '../../trust/judge.ts'
import type { Unconfirmed } from '../../trust/trust.ts'
import { useFocusAfter } from '../../ui/useFocusAfter.ts'
import { ActDialog } from './ActDialog.tsx'
import { sentencesOf } from './history.ts'
import { Told } from './Told.tsx'
import { type OpenShared, useActing } from './useActing.ts'

/** Signed by this person, and nobody knows whether the server has it. */
export function UnconfirmedNote({ unconfirmed, open }: { unconfirmed: Unconfirmed; open: OpenShared }) {
  const [asked, setAsked] = useState<'send' | 'give-up' | null>(null)
  const { act } = useActing(open)
  useFocusAfter(asked)
  const { judged } = open
  const statement = readStatement(unconfirmed.signed.statement)
  const before = judged.roster ? newestOf(judged.roster).statement : null
  const canSend = unconfirmed.change !== null
  return (
    <Told
      severity="warning"
      text={{
        title: 'A change of the people is not confirmed',
        body: [
          canSend
            ? 'You have signed it, and the server has not said that it is stored. Send the same again, or give it up; until then nothing else is changed.'
            : 'You have signed it on another device, and the server has not said that it is stored. Send it again from there, or give it up; until then nothing else is changed.',
        ],
      }}
      actions={
        <>
          {canSend && (
            <Button size="small" variant="contained" onClick={() => setAsked('send')}>
              Send Again...
            </Button>
          )}
          <Button size="small" variant="outlined" onClick={() => setAsked('give-up')}>
            Give Up...
          </Button>
        </>
      }
    >
      {statement && before && (
        <ul>
          {sentencesOf(before, statement).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {asked === 'send' && (
        <ActDialog
          title="Send the Change Again"
          confirmLabel="Send Again"
          busyLabel="Sending..."
          act={() => act((trust) => trust.sendAgain(judged))}
          onClose={() => setAsked(null)}
        >
          <p>The very same is sent, so it counts once, whether or not the server has it already.</p>
        </ActDialog>
      )}
      {asked === 'give-up' && (
        <ActDialog
          title="Give the Change Up"
          confirmLabel="Give Up"
          busyLabel="Giving up..."
          destructive
          act={() => act((trust) => trust.giveUp(judged))}
          onClose={() => setAsked(null)}
        >
          <p>
            It is not sent any more. But what you have signed cannot be taken back: if the server has it and
            held back its answer, it can still make it count as long as nothing else stands in its place. Then
            this device asks you again. Make another change soon, such as a new key.
          </p>
        </ActDialog>
      )}
    </Told>
  )
}
