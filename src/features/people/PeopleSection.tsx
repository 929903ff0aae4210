import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Folder } from '../../../contract/schemas/folders.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import { useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { ContactsAlarm } from '../../../core/trust/contactsAlarm.ts'
import { evictSharedFolder } from '../../trust/trustService.ts'
import { isShared, type SharedFolderKeyFields } from '../../../core/trust/sharedFolder.ts'
import { useSharedFolder } from '../../trust/useSharedFolder.ts'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { focusHeading } from '../../ui/focusHeading.ts'
import { LowerSection } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import type { CopyUploadLink } from './NewUploadLink.tsx'
import { MemberMailOption } from './MemberMailOption.tsx'
import { People } from './People.tsx'

interface PeopleSectionProps extends Pick<Unlock, 'unlock'> {
  folder: Folder
  copyUploadLink: CopyUploadLink
}

/** People of a shared folder according to its statements, once the key is unlocked. */
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
      return <Quiet>{t('people.opening')}</Quiet>
    case 'failed':
      return shared.error instanceof ContactsAlarm ? (
        <Quiet>{t('people.notShown')}</Quiet>
      ) : (
        <ErrorBanner
          message={errorText(shared.error)}
          onRetry={() => dispatch(evictSharedFolder(folder.id))}
        />
      )
    case 'open':
      return shared.folder.trust.type === 'alarm' || !shared.folder.roster ? (
        <Quiet>{t('people.notShown')}</Quiet>
      ) : (
        <People
          sharedFolder={{ folder, evaluated: shared.folder, key: shared.key }}
          roster={shared.folder.roster}
          copyUploadLink={copyUploadLink}
        />
      )
  }
}

function Quiet({ children }: { children: string }) {
  return <Explanation role="status">{children}</Explanation>
}
