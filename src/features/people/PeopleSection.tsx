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
import { mailHint, mailLabel, mailProblem } from '../../../i18n/notices.ts'
import { t } from '../../../i18n/t.ts'
import { ContactsAlarm } from '../../../core/trust/contactsAlarm.ts'
import { evictSharedFolder } from '../../trust/trustService.ts'
import { isShared, type SharedFolderKeyFields } from '../../../core/trust/folderKeyFields.ts'
import { useSharedFolder } from '../../trust/useSharedFolder.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { focusHeading } from '../../ui/focusHeading.ts'
import { LowerSection } from '../../ui/layout.ts'
import { MailProblem } from '../../ui/MailProblem.tsx'
import { Option } from '../../ui/Option.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import type { CopyUploadLink } from './NewUploadLink.tsx'
import { People } from './People.tsx'

interface PeopleSectionProps extends Pick<Unlock, 'unlock'> {
  folder: Folder
  copyUploadLink: CopyUploadLink
}

export function PeopleSection({ folder, ...rest }: PeopleSectionProps) {
  if (!isShared(folder)) return null
  return (
    <LowerSection id="people" aria-labelledby="people-title">
      <Typography variant="h2" id="people-title" tabIndex={-1}>
        {t('people.title')}
      </Typography>
      <Content folder={folder} {...rest} />
      {folder.several.role === 'member' && (
        <Box sx={{ mt: 2 }}>
          <MemberMailOption folder={folder} />
        </Box>
      )}
    </LowerSection>
  )
}

function Content({
  folder,
  unlock,
  copyUploadLink,
}: Omit<PeopleSectionProps, 'folder'> & { folder: SharedFolderKeyFields }) {
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
      return <Status>{t('people.opening')}</Status>
    case 'failed':
      return shared.error instanceof ContactsAlarm ? (
        <Status>{t('people.notShown')}</Status>
      ) : (
        <ErrorBanner
          message={errorText(shared.error)}
          onRetry={() => dispatch(evictSharedFolder(folder.id))}
        />
      )
    case 'open':
      return shared.folder.trust.type === 'alarm' || !shared.folder.roster ? (
        <Status>{t('people.notShown')}</Status>
      ) : (
        <People
          sharedFolder={{ folder, evaluated: shared.folder, key: shared.key }}
          roster={shared.folder.roster}
          copyUploadLink={copyUploadLink}
        />
      )
  }
}

const Status = ({ children }: { children: string }) => <Explanation role="status">{children}</Explanation>

/** Mail setting of a member; owners find it in the folder's settings. */
function MemberMailOption({ folder: { id, notify_by_email } }: { folder: Folder }) {
  const [set, { isLoading, error }] = useSetFolderMailMutation()
  const problem = mailProblem(useUser(), useServerInfoQuery(undefined).data?.sends_mail)
  return (
    <>
      <Option
        label={mailLabel()}
        checked={notify_by_email}
        disabled={isLoading}
        hint={mailHint(true)}
        onChange={(isOn) => void set({ id, notify_by_email: isOn })}
      >
        {problem && <MailProblem problem={problem} />}
      </Option>
      {error && <Banner severity="error">{errorText(error)}</Banner>}
    </>
  )
}
