import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useMemo, useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { defaultSort, type FolderSort, useFoldersQuery } from '../../api/foldersApi.ts'
import { isUnanswered } from '../../../core/faults/faultKinds.ts'
import { readStoredFolders } from '../../session/offlineLists.ts'
import { logOut, useListOwner, useUser } from '../../session/session.ts'
import { useOfflineList } from '../../session/useOfflineList.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { type RememberedState, useRememberedFolders } from '../../trust/useRememberedFolders.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { KeepWhileClosing } from '../../ui/KeepWhileClosing.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { OfflineNote } from '../../ui/OfflineNote.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { WidePage } from '../../ui/WidePage.tsx'
import { RecoveryCodeReminder } from './RecoveryCodeReminder.tsx'
import { CreatedNote } from './CopyUploadLink.tsx'
import { DeleteFolder } from './DeleteFolder.tsx'
import type { FolderHandlers } from './FolderActions.tsx'
import { FolderCards } from './FolderCards.tsx'
import { sortedFolders } from './folderSort.ts'
import { filterFolders } from './folderStatus.ts'
import { FolderTable } from './FolderTable.tsx'
import { ListTools } from './ListTools.tsx'
import { AccountUsage } from './AccountUsage.tsx'
import { SetUpCard, type SetUpSlots } from './SetUpCard.tsx'
import { useUploadLinks } from './useUploadLinks.tsx'

interface DashboardProps extends SetUpSlots {
  created: number | null
  /** Renders notes above the list about remembered folders that the list does not contain. */
  notes: (read: { remembered: RememberedState; reload: () => void }) => ReactNode
}

export function DashboardPage(slots: DashboardProps) {
  const user = useUser()
  const reader = useListOwner()
  // On phones the first folder is more urgent than a reminder.
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { currentData: listed } = useFoldersQuery(defaultSort, { skip: reader === null })
  /** True from when the set-up card was needed until the person closes it: the card also says that all is done. */
  const [isSettingUp, setSettingUp] = useState(false)
  if (!reader) return <LoadingText>{t('dashboard.checking')}</LoadingText>
  // An offline list asks for no action.
  const keyPair = user?.key_pair ?? 'complete'
  const hasKey = keyPair === 'complete' || keyPair === 'renewing'
  if (user && (!hasKey || listed?.length === 0) && !isSettingUp) setSettingUp(true)
  const reminder = user && hasKey && user.recovery_code_made_at === null && (
    <RecoveryCodeReminder key={user.id} userId={user.id} />
  )
  return (
    <WidePage
      title={t('dashboard.title')}
      isBrief
      subtitle={
        <Account>
          <span>{rich('profile.signedInAs', { username: reader.username })}</span>
          <TextLink to="/profile">{t('dashboard.myProfile')}</TextLink>
          <Link component="button" onClick={() => void logOut()}>
            {t('dashboard.logOut')}
          </Link>
        </Account>
      }
      actions={
        <ButtonLink to="/folders/new" variant={isSettingUp ? 'outlined' : 'contained'}>
          {t('dashboard.newFolder')}
        </ButtonLink>
      }
    >
      <Stack spacing={{ xs: 1.5, sm: 2 }}>
        {keyPair === 'renewing' && <RenewingNote />}
        {!isNarrow && reminder}
        {user && <AccountUsage />}
        <Folders
          {...slots}
          setUp={(folders) =>
            user &&
            isSettingUp && (
              <SetUpCard
                {...slots}
                user={user}
                hasKey={hasKey}
                folders={folders}
                onClose={() => setSettingUp(false)}
              />
            )
          }
        />
        {isNarrow && reminder}
      </Stack>
    </WidePage>
  )
}

const Account = styled('div')(({ theme: { vars, spacing } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: spacing(1.5),
  overflowWrap: 'anywhere',
  '& > .MuiLink-root': {
    color: 'inherit',
    fontSize: 'inherit',
    fontWeight: 'inherit',
    lineHeight: '24px',
    textDecoration: 'underline',
    textDecorationColor: vars.palette.divider,
    textUnderlineOffset: 3,
    '&:hover': { color: vars.palette.text.primary },
  },
}))

const RenewingNote = () => (
  <Banner
    severity="info"
    action={
      <ButtonLink
        to="/profile/$page"
        params={{ page: 'security' }}
        hash="encryption-key"
        variant="outlined"
        size="small"
      >
        {t('dashboard.keyRenewingAction')}
      </ButtonLink>
    }
  >
    {t('dashboard.keyRenewing')}
  </Banner>
)

interface FoldersProps extends Pick<DashboardProps, 'created' | 'notes'> {
  setUp: (folders: readonly Folder[]) => ReactNode
}

function Folders({ created, notes, setUp }: FoldersProps) {
  const [sort, setSort] = useState(defaultSort)
  const { data: listed, error, isFetching, refetch } = useFoldersQuery(defaultSort, fresh)
  const offlineList = useOfflineList(listed === undefined && isUnanswered(error), readStoredFolders)
  const data = useMemo(() => {
    const list = listed ?? offlineList?.list
    return list && sortedFolders(list, sort)
  }, [listed, offlineList, sort])

  const [remembered, reload] = useRememberedFolders(listed)
  const user = useUser()
  if ((!data && !error) || offlineList === undefined)
    return <LoadingText>{t('dashboard.loading')}</LoadingText>
  return (
    <div aria-busy={isFetching}>
      {data && (
        <Note>
          <OfflineNote asOf={offlineList?.asOf} actions={t('dashboard.onceAnswered')} />
        </Note>
      )}
      {error && !offlineList && !(listed && isUnanswered(error)) && (
        <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />
      )}
      <Note>{notes({ remembered, reload })}</Note>
      <Note>{setUp(data ?? [])}</Note>
      {!user && data?.length === 0 && (
        <Panel>
          <EmptyState title={t('dashboard.none')} />
        </Panel>
      )}
      {data && data.length > 0 && (
        <FolderList
          folders={data}
          created={created}
          sort={sort}
          onSort={setSort}
          invited={invitedIn(remembered)}
          onDeleted={reload}
        />
      )}
    </div>
  )
}

const fresh = { refetchOnMountOrArgChange: true, refetchOnFocus: true }

const nobody: ReadonlySet<string> = new Set()
const invitedIn = (remembered: RememberedState) =>
  remembered.type === 'known' ? remembered.value.invited : nobody

interface FolderListProps extends Pick<FolderHandlers, 'invited'>, Pick<DashboardProps, 'created'> {
  folders: Folder[]
  sort: FolderSort
  onSort: (sort: FolderSort) => void
  /** Called after the remembered folder was removed as well. */
  onDeleted: () => void
}

function FolderList({ folders, created, sort, onSort, invited, onDeleted }: FolderListProps) {
  const [typed, setTyped] = useState('')
  const [onlyNew, setOnlyNew] = useState(false)
  const found = useMemo(() => filterFolders(folders, { typed, onlyNew }), [folders, typed, onlyNew])
  const [toDelete, setToDelete] = useState<Folder | null>(null)
  const { links, dialog } = useUploadLinks()
  const hasRoom = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const list = { folders: found, created, links, invited, onDelete: setToDelete }
  const createdFolder = folders.find(({ id }) => id === created)
  return (
    <>
      {createdFolder && (
        <Note>
          <CreatedNote folder={createdFolder} links={links} />
        </Note>
      )}
      <ListTools
        folders={folders}
        found={found.length}
        typed={typed}
        onType={setTyped}
        onlyNew={onlyNew}
        onToggleNew={() => setOnlyNew(!onlyNew)}
        {...(!hasRoom && { sort, onSort })}
      />
      {found.length === 0 ? (
        <Panel>
          <EmptyState
            title={
              typed.trim() === '' ? t('dashboard.noNew') : t('dashboard.noMatch', { words: typed.trim() })
            }
          />
        </Panel>
      ) : hasRoom ? (
        <FolderTable {...list} sort={sort} onSort={onSort} />
      ) : (
        <FolderCards {...list} />
      )}
      <KeepWhileClosing item={toDelete}>
        {(folder, open) => (
          <DeleteFolder folder={folder} open={open} onDone={() => setToDelete(null)} onDeleted={onDeleted} />
        )}
      </KeepWhileClosing>
      {dialog}
    </>
  )
}

const Note = styled('div')(({ theme }) => ({
  marginBottom: theme.spacing(2),
  '&:empty': { display: 'none' },
}))
