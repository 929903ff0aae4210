import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { lockAfter, lockChoices, setLockAfter } from '../../session/idleLock.ts'
import { forgetLists, keepLists, listsAreKept, type Reader } from '../../session/keptLists.ts'
import { Option } from '../../ui/Option.tsx'
import { Section } from '../../ui/Section.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'

const nothingStored =
  'This browser stores nothing for this page. Private windows and blocked site data are the usual reasons.'

/** What stays in this browser, see [Note: Kept lists] and [Note: A key that nobody uses is forgotten]. */
export function DeviceSection({ reader }: { reader: Reader }) {
  const { id, username } = reader
  const [keeps, setKeeps] = useState<boolean | null>(null)
  const [locks, setLocks] = useState(lockAfter)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)

  useEffect(() => {
    let gone = false
    void listsAreKept(id).then((kept) => {
      if (!gone) setKeeps(kept)
    })
    return () => void (gone = true)
  }, [id])

  function changeLock(value: string) {
    const choice = lockChoices.find((one) => String(one) === value) ?? null
    setOutcome(null)
    try {
      setLockAfter(choice)
      setLocks(choice)
    } catch {
      setOutcome({ severity: 'error', text: nothingStored })
    }
  }

  async function change(wanted: boolean) {
    setOutcome(null)
    setKeeps(wanted)
    try {
      if (wanted) await keepLists({ id, username })
      else {
        await forgetLists({ choice: true })
        setOutcome({ severity: 'success', text: 'The lists that were kept here are deleted.' })
      }
    } catch {
      setKeeps(false)
      setOutcome({
        severity: 'error',
        text: nothingStored,
      })
    }
  }

  return (
    <Section title="This Device">
      <Stack spacing={2.5} sx={{ mt: 2 }}>
        <Option
          label="Keep lists on this device"
          name="keepLists"
          checked={keeps ?? false}
          disabled={keeps === null}
          hint="Your folders and the files of those you open can then be read while you are offline: names, sizes, times and states, never a key or a link. Whoever can use this browser can read them too. They are deleted when you log out, and when the server is next reached after your session has ended."
          onChange={(wanted) => void change(wanted)}
        />
        <Choice
          select
          label="Lock the private key when unused for"
          name="lockAfter"
          value={String(locks)}
          helperText="In all tabs together. You stay signed in, and what needs the key asks for your password again. Running downloads go on."
          onChange={({ target }) => changeLock(target.value)}
          slotProps={{ select: { native: true } }}
        >
          {lockChoices.map((choice) => (
            <option key={choice} value={String(choice)}>
              {choice === null ? 'Never' : `${choice} minutes`}
            </option>
          ))}
        </Choice>
      </Stack>
      <Outcome outcome={outcome} />
    </Section>
  )
}

const Choice = styled(TextField)({ '& .MuiInputBase-root': { maxWidth: 240 } })
