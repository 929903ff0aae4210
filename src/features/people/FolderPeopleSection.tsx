import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useSetFolderMailMutation } from '../../api/foldersApi.ts'
import { useServerInfoQuery } from '../../api/serverApi.ts'
import { useUser } from '../../session/session.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import { useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { mailHint, mailLabel, mailProblem } from '../../../i18n/noticeTexts.ts'
import { t } from '../../../i18n/t.ts'
import { ContactsAlarm } from '../../../core/trust/contactsAlarm.ts'
import { evictSharedFolder } from '../../trust/trustService.ts'
import { isShared, type SharedFolderKeyFields } from '../../../core/trust/folderKeyFields.ts'
import { useSharedFolder } from '../../trust/useSharedFolder.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { ErrorBanner } from '../../ui/messages/ErrorBanner.tsx'
import { focusHeading } from '../../ui/hooks/focusHeading.ts'
import { LowerSection } from '../../ui/theme/layout.ts'
import { MailProblem } from '../../ui/messages/MailProblem.tsx'
import { CheckboxOption } from '../../ui/fields/CheckboxOption.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import type { UploadLinkGetter } from './CopyNewUploadLink.tsx'
import { PeopleManagement } from './PeopleManagement.tsx'

interface FolderPeopleSectionProps extends Pick<Unlock, 'unlock'> {
  folder: Folder
  getUploadLink: UploadLinkGetter
}

export function FolderPeopleSection({ folder, ...rest }: FolderPeopleSectionProps) {
  if (!isShared(folder)) return null
  return (
    <LowerSection id="people" aria-labelledby="people-title">
      <Typography variant="h2" id="people-title" tabIndex={-1}>
        {t('people.title')}
      </Typography>
      <PeopleContent folder={folder} {...rest} />
      {folder.several.role === 'member' && (
        <Box sx={{ mt: 2 }}>
          <MemberNotificationOption folder={folder} />
        </Box>
      )}
    </LowerSection>
  )
}

function PeopleContent({
  folder,
  unlock,
  getUploadLink,
}: Omit<FolderPeopleSectionProps, 'folder'> & { folder: SharedFolderKeyFields }) {
  const dispatch = useAppDispatch()
  const shared = useSharedFolder(folder)
  switch (shared.type) {
    case 'personal':
      return null
    case 'locked':
      return (
        <Panel>
          <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
            <Explanation>{t('people.lockedText', { count: folder.several.people })}</Explanation>
            <Button
              onClick={() =>
                void unlock(() => t('people.unlockPurpose')).then(
                  (key) => key && setTimeout(() => focusHeading('#people-title')),
                )
              }
            >
              {t('people.show')}
            </Button>
          </Stack>
        </Panel>
      )
    case 'opening':
      return <StatusLine>{t('people.opening')}</StatusLine>
    case 'failed':
      return shared.error instanceof ContactsAlarm ? (
        <StatusLine>{t('people.notShown')}</StatusLine>
      ) : (
        <ErrorBanner
          message={errorText(shared.error)}
          onRetry={() => dispatch(evictSharedFolder(folder.id))}
        />
      )
    case 'open':
      return shared.folder.trust.type === 'alarm' || !shared.folder.roster ? (
        <StatusLine>{t('people.notShown')}</StatusLine>
      ) : (
        <PeopleManagement
          sharedFolder={{ folder, evaluated: shared.folder, key: shared.key }}
          roster={shared.folder.roster}
          getUploadLink={getUploadLink}
        />
      )
  }
}

const StatusLine = ({ children }: { children: string }) => <Explanation role="status">{children}</Explanation>

/** A member's option to be notified of new files by e-mail; owners find theirs in the folder's settings. */
function MemberNotificationOption({ folder: { id, notify_by_email } }: { folder: Folder }) {
  const [setFolderMail, { isLoading, error }] = useSetFolderMailMutation()
  const problem = mailProblem(useUser(), useServerInfoQuery(undefined).data?.sends_mail)
  return (
    <>
      <CheckboxOption
        label={mailLabel()}
        checked={notify_by_email}
        disabled={isLoading}
        hint={mailHint(true)}
        onChange={(isOn) => void setFolderMail({ id, notify_by_email: isOn })}
      >
        {problem && <MailProblem problem={problem} />}
      </CheckboxOption>
      {error && <Banner severity="error">{errorText(error)}</Banner>}
    </>
  )
}
