import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Alarm } from '../../trust/judge.ts'
import { useFocusAfter } from '../../ui/useFocusAfter.ts'
import { Head } from './RosterHistory.tsx'
import { alarmText } from './standingTexts.ts'
import { Told } from './Told.tsx'
import { type OpenShared, useActing } from './useActing.ts'
import { WayBackDialog } from './WayBackDialog.tsx'

/** Nothing of the folder is opened: why, and the way back where there is one. */
export function AlarmNote({ alarm, open }: { alarm: Alarm; open: OpenShared }) {
  const [isAsking, setAsking] = useState(false)
  const { act } = useActing(open)
  useFocusAfter(isAsking)
  const isOlder = alarm.type === 'rollback' || alarm.type === 'fork'
  const wayBack = isOlder ? alarm.wayBack : null
  return (
    <Told
      severity="error"
      text={alarmText(alarm)}
      actions={
        wayBack && (
          <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
            The Server Was Restored...
          </Button>
        )
      }
    >
      {isOlder && (
        <>
          {alarm.seen && <Head head={alarm.seen} label="What you have seen" />}
          <Head head={alarm.shown} label="What the server gives now" />
          {!wayBack && (
            <p>
              This device cannot take what the server gives: it does not hold what you have seen, or somebody
              who was removed has signed since. Another owner’s device may, or make a new folder.
            </p>
          )}
        </>
      )}
      {isOlder && wayBack && isAsking && (
        <WayBackDialog
          returning={wayBack.returning.map(({ name }) => name)}
          regaining={wayBack.regaining.map(({ name }) => name)}
          take={() => act((trust) => trust.takeOlder(open.judged))}
          onClose={() => setAsking(false)}
        >
          {alarm.seen && <Head head={alarm.seen} label="What you have seen" />}
          <Head head={alarm.shown} label="What the server gives now" />
        </WayBackDialog>
      )}
    </Told>
  )
}
