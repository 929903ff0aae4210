import Stack from '@mui/material/Stack'
import { shownText } from '../../../contract/shownText.ts'
import { notify } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import { ContactsAlarm } from '../../trust/contactsAlarm.ts'
import { type OwnAlarm, withGone, withOwn } from '../../trust/ownFolders.ts'
import type { MissingFolder } from '../../trust/trust.ts'
import type { Remembered } from '../../trust/useRemembered.ts'
import { AskingBanner } from '../../ui/AskingBanner.tsx'
import { useFocusAfter } from '../../ui/useFocusAfter.ts'
import { ContactsNote } from './ContactsNote.tsx'

/** Above the list of folders: what the person remembers and the list does not show, or shows otherwise. */
export function RememberedNotes({ remembered, again }: { remembered: Remembered; again: () => void }) {
  // What was answered is told no more.
  useFocusAfter(remembered)
  if (remembered.type === 'failed')
    return remembered.error instanceof ContactsAlarm ? (
      <ContactsNote alarm={remembered.error} onTaken={again} />
    ) : null
  if (remembered.type !== 'known') return null
  const { trust, value } = remembered
  if (value.missing.length + value.own.length === 0) return null

  const settle = (alarm: OwnAlarm) => {
    const { id } = alarm
    return trust.contacts.change(alarm.type === 'missing' ? withGone(id) : withOwn({ id, title: alarm.now }))
  }

  return (
    <Stack spacing={1}>
      {value.missing.map((missing) => (
        <AskingBanner
          key={missing.folder}
          severity="warning"
          answer="Forget It"
          act={() => trust.forget(missing.folder).then(again)}
          onProblem={tell}
        >
          <strong>{missingName(missing)}</strong>
          {
            ' is not shown any more: you were removed, it was deleted, or the server holds it back. Ask its other people; forget it when you know.'
          }
        </AskingBanner>
      ))}
      {value.own.map((alarm) => (
        <AskingBanner
          key={alarm.id}
          severity={alarm.type === 'missing' ? 'warning' : 'error'}
          answer={answers[alarm.type]}
          act={() => settle(alarm).then(again)}
          onProblem={tell}
        >
          <OwnText alarm={alarm} />
        </AskingBanner>
      ))}
    </Stack>
  )
}

const tell = (error: unknown) => notify('error', errorText(error))

const answers = {
  renamed: 'I Renamed It',
  returned: 'It Is the Same Folder',
  missing: 'I Deleted It',
} as const satisfies Record<OwnAlarm['type'], string>

/** What happened to a folder of one person whose secret link was given out, and what to do. */
function OwnText({ alarm }: { alarm: OwnAlarm }) {
  switch (alarm.type) {
    case 'renamed':
      return (
        <>
          <strong>{quoted(alarm.now)}</strong>
          {` was called ${quoted(alarm.before)} when you last knew it. If you did not rename it, the server shows one folder as another: ask whoever runs it, and share no link of either.`}
        </>
      )
    case 'returned':
      return (
        <>
          <strong>{quoted(alarm.now)}</strong>
          {
            ' has the number of a folder that you have deleted. It may be that folder, if the server was restored from a backup. If you have just made it, delete it and make another: files of the old one could pass for its own.'
          }
        </>
      )
    case 'missing':
      return (
        <>
          <strong>{quoted(alarm.before)}</strong>
          {
            ', of which you gave out a secret link, is not listed any more. If you did not delete it, the server holds it back: ask whoever runs it.'
          }
        </>
      )
  }
}

const quoted = (title: string): string => (title === '' ? '(No Title)' : `“${shownText(title)}”`)

const missingName = ({ title, folder }: MissingFolder): string =>
  title === null ? `A folder of several people (${folder.slice(0, 6)}…)` : quoted(title)
