import Stack from '@mui/material/Stack'
import { notifyError } from '../../store/hooks.ts'
import { rich } from '../../i18n/rich.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { ContactsAlarm } from '../../../core/trust/contactsAlarm.ts'
import { type OwnFolderAlarm, withDeletedFolder, withOwnFolder } from '../../../core/trust/ownFolders.ts'
import type { MissingFolder } from '../../../core/trust/trust.ts'
import type { RememberedState } from '../../trust/useRememberedFolders.ts'
import { quotedTitle } from '../../ui/values/folderTitle.ts'
import { ConfirmBanner } from '../../ui/messages/ConfirmBanner.tsx'
import { useHeadingFocusOnChange } from '../../ui/hooks/useHeadingFocusOnChange.ts'
import { ContactsAlarmNote } from './ContactsAlarmNote.tsx'

/** Notes above the list of folders: remembered folders that are missing or differ. */
export function RememberedFolderNotes({
  remembered,
  reload,
}: {
  remembered: RememberedState
  reload: () => void
}) {
  // Moves the focus when a confirmed note disappears.
  useHeadingFocusOnChange(remembered)
  if (remembered.type === 'failed')
    return remembered.error instanceof ContactsAlarm ? (
      <ContactsAlarmNote alarm={remembered.error} onAccepted={reload} />
    ) : null
  if (remembered.type !== 'known') return null
  const { trust, value } = remembered
  if (value.missing.length + value.own.length === 0) return null

  const confirmAlarm = (alarm: OwnFolderAlarm) => {
    const { id } = alarm
    return trust.contacts.change(
      alarm.type === 'missing' ? withDeletedFolder(id) : withOwnFolder({ id, title: alarm.now }),
    )
  }

  return (
    <Stack spacing={1}>
      {value.missing.map((missing) => (
        <ConfirmBanner
          key={missing.folder}
          severity="warning"
          confirmLabel={t('people.forgetIt')}
          onConfirm={() => trust.forget(missing.folder).then(reload)}
          onProblem={notifyError}
        >
          {rich('people.folderMissing', { folder: missingName(missing) })}
        </ConfirmBanner>
      ))}
      {value.own.map((alarm) => (
        <ConfirmBanner
          key={alarm.id}
          severity={alarm.type === 'missing' ? 'warning' : 'error'}
          confirmLabel={t(confirmLabels[alarm.type])}
          onConfirm={() => confirmAlarm(alarm).then(reload)}
          onProblem={notifyError}
        >
          <OwnAlarmText alarm={alarm} />
        </ConfirmBanner>
      ))}
    </Stack>
  )
}

const confirmLabels = {
  renamed: 'people.ownRenamed',
  returned: 'people.ownReturned',
  missing: 'people.ownMissing',
} as const satisfies Record<OwnFolderAlarm['type'], TextKey>

/** Says what happened to a folder of one person whose secret link was given out, and what to do. */
function OwnAlarmText({ alarm }: { alarm: OwnFolderAlarm }) {
  if (alarm.type === 'renamed')
    return rich('people.ownRenamedText', { now: quotedTitle(alarm.now), before: quotedTitle(alarm.before) })
  return alarm.type === 'returned'
    ? rich('people.ownReturnedText', { folder: quotedTitle(alarm.now) })
    : rich('people.ownMissingText', { folder: quotedTitle(alarm.before) })
}

const missingName = ({ title, folder }: MissingFolder): string =>
  title === null ? t('people.unnamedFolder', { id: folder.slice(0, 6) }) : quotedTitle(title)
