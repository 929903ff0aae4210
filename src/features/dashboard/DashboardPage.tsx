import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useMemo, useState } from 'react'
import type { Delivery, Folder } from '../../../contract/schemas/folders.ts'
import { defaultSort, type FolderSort } from '../../api/defaultSort.ts'
import { useDeliveriesQuery, useFoldersQuery } from '../../api/foldersApi.ts'
import { isUnanswered } from '../../../core/faults/faultKinds.ts'
import { hasKeyPair } from '../../../contract/hasKeyPair.ts'
import { readStoredFolders } from '../../session/offlineLists.ts'
import { logOut, useListOwner, useUser } from '../../session/session.ts'
import { useOfflineList } from '../../session/useOfflineList.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { type RememberedState, useRememberedFolders } from '../../trust/useRememberedFolders.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { ErrorBanner } from '../../ui/messages/ErrorBanner.tsx'
import { KeepWhileClosing } from '../../ui/dialogs/KeepWhileClosing.tsx'
import { LoadingText } from '../../ui/messages/LoadingText.tsx'
import { OfflineNote } from '../../ui/messages/OfflineNote.tsx'
import { TextLink } from '../../ui/buttons/TextLink.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { WidePage } from '../../ui/page/WidePage.tsx'
import { RecoveryCodeReminder } from './RecoveryCodeReminder.tsx'
import { CreatedFolderNote } from './CopyUploadLink.tsx'
import { DeleteFoldersDialog } from './DeleteFoldersDialog.tsx'
import type { FolderMarks } from './folderCells.tsx'
import { FolderCards } from './FolderCards.tsx'
import { sortedFolders } from './folderSort.ts'
import { filterFolders, requestFolders } from './filterFolders.ts'
import { FolderTable } from './FolderTable.tsx'
import { deleteFolder } from './folderTrash.ts'
import { FolderTrash } from './FolderTrash.tsx'
import { type DownloadDelivery, NewDeliveries } from './NewDeliveries.tsx'
import { LinkAlarmNote } from './LinkAlarmNote.tsx'
import { FolderListTools } from './FolderListTools.tsx'
import { AccountUsage } from './AccountUsage.tsx'
import { SetUpCard, type SetUpSlots } from './SetUpCard.tsx'
import { useUploadLinks } from './useUploadLinks.tsx'

interface DashboardProps extends SetUpSlots {
  createdId: number | null
  downloadDelivery: DownloadDelivery
  /** Progress of running downloads. */
  downloads: ReactNode
  /** Renders notes above the list about remembered folders that the list does not contain. */
  notes: (props: { remembered: RememberedState; reload: () => void }) => ReactNode
}

export function DashboardPage(props: DashboardProps) {
  const user = useUser()
  const listOwner = useListOwner()
  // On phones the first folder is more urgent than a reminder.
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { currentData: listed } = useFoldersQuery(defaultSort, { skip: listOwner === null })
  /** True from when the set-up card was needed until the person closes it: the card also says that all is done. */
  const [isSettingUp, setSettingUp] = useState(false)
  if (!listOwner) return <LoadingText>{t('dashboard.checking')}</LoadingText>
  // An offline list asks for no action.
  const keyPair = user?.key_pair ?? 'complete'
  const hasKey = hasKeyPair({ key_pair: keyPair })
  const hasNoFolder = listed !== undefined && requestFolders(listed).length === 0
  if (user && (!hasKey || hasNoFolder) && !isSettingUp) setSettingUp(true)
  const variant = isSettingUp ? 'outlined' : 'contained'
  const reminder = user && hasKey && user.recovery_code_made_at === null && (
    <RecoveryCodeReminder key={user.id} userId={user.id} />
  )
  return (
    <WidePage
      title={t('dashboard.title')}
      isBrief
      subtitle={
        <Account>
          <span className="name">{rich('profile.signedInAs', { username: listOwner.username })}</span>
          <TextLink to="/sent">{t('sent.title')}</TextLink>
          <TextLink to="/profile">{t('dashboard.myProfile')}</TextLink>
          <Link component="button" onClick={() => void logOut()}>
            {t('dashboard.logOut')}
          </Link>
        </Account>
      }
      actions={
        <>
          <ButtonLink to="/folders/new" variant={variant} sx={equalWidth}>
            {t('dashboard.newFolder')}
          </ButtonLink>
          {hasKey && (
            <ButtonLink to="/send" variant={variant} sx={equalWidth}>
              {t('send.title')}
            </ButtonLink>
          )}
        </>
      }
    >
      <Stack spacing={{ xs: 1.5, sm: 2 }}>
        {keyPair === 'renewing' && <RenewingNote />}
        {!isNarrow && reminder}
        {user && <AccountUsage />}
        <FoldersSection
          {...props}
          renderSetUpCard={(folders) =>
            user &&
            isSettingUp && (
              <SetUpCard
                {...props}
                user={user}
                hasKey={hasKey}
                folders={folders}
                onClose={() => setSettingUp(false)}
              />
            )
          }
        />
        {isNarrow && reminder}
        {props.downloads}
      </Stack>
    </WidePage>
  )
}

const equalWidth = { flex: { xs: '1 1 0', sm: 'none' }, whiteSpace: 'nowrap' }

const Account = styled('div')(({ theme: { vars, spacing, breakpoints } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: spacing(1.5),
  overflowWrap: 'anywhere',
  // Beside the heading; the account's button says it, too.
  [breakpoints.down('sm')]: { justifyContent: 'flex-end', '& > .name': { display: 'none' } },
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

interface FoldersSectionProps extends Pick<DashboardProps, 'createdId' | 'downloadDelivery' | 'notes'> {
  renderSetUpCard: (folders: readonly Folder[]) => ReactNode
}

function FoldersSection({ createdId, downloadDelivery, notes, renderSetUpCard }: FoldersSectionProps) {
  const [sort, setSort] = useState<FolderSort>(defaultSort)
  const { data: listed, error, isFetching, refetch } = useFoldersQuery(defaultSort, refetchOften)
  const offlineList = useOfflineList(listed === undefined && isUnanswered(error), readStoredFolders)
  const sorted = useMemo(() => {
    const list = listed ?? offlineList?.list
    return list && sortedFolders(requestFolders(list), sort)
  }, [listed, offlineList, sort])

  const { remembered, linkAlarms, reload } = useRememberedFolders(listed)
  const user = useUser()
  // Servers of earlier versions have no list of them.
  const { currentData: deliveries, isLoading: isAwaited } = useDeliveriesQuery(undefined, {
    ...refetchOften,
    skip: !user,
  })
  if ((!sorted && !error) || offlineList === undefined)
    return <LoadingText>{t('dashboard.loading')}</LoadingText>
  return (
    <div aria-busy={isFetching}>
      {sorted && (
        <Note>
          <OfflineNote asOf={offlineList?.asOf} actions={t('dashboard.onceAnswered')} />
        </Note>
      )}
      {error && !offlineList && !(listed && isUnanswered(error)) && (
        <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />
      )}
      <Note>
        <LinkAlarmNote folders={sorted ?? []} linkAlarms={linkAlarms} />
      </Note>
      <Note>{notes({ remembered, reload })}</Note>
      <Note>{renderSetUpCard(sorted ?? [])}</Note>
      {!user && sorted?.length === 0 && (
        <Panel>
          <EmptyState title={t('dashboard.none')} />
        </Panel>
      )}
      {sorted && sorted.length > 0 && (
        <FilterableFolders
          folders={sorted}
          deliveries={deliveries ?? (isAwaited ? null : undefined)}
          downloadDelivery={downloadDelivery}
          createdId={createdId}
          sort={sort}
          onSort={setSort}
          invited={invitedFolderIds(remembered)}
          linkAlarms={linkAlarms}
          onDeleted={reload}
        />
      )}
      {user && <FolderTrash />}
    </div>
  )
}

const refetchOften = { refetchOnMountOrArgChange: true, refetchOnFocus: true }

const noFolders: ReadonlySet<string> = new Set()
const invitedFolderIds = (remembered: RememberedState) =>
  remembered.type === 'known' ? remembered.value.invited : noFolders

interface FilterableFoldersProps extends FolderMarks, Pick<DashboardProps, 'createdId' | 'downloadDelivery'> {
  folders: Folder[]
  /** Null while they are awaited; undefined without them. */
  deliveries: readonly Delivery[] | null | undefined
  sort: FolderSort
  onSort: (sort: FolderSort) => void
  /** Called after the remembered folder was removed as well. */
  onDeleted: () => void
}

function FilterableFolders(props: FilterableFoldersProps) {
  const { folders, deliveries, createdId, sort, onSort, invited, linkAlarms, onDeleted } = props
  const dispatch = useAppDispatch()
  const [typed, setTyped] = useState('')
  const [onlyNew, setOnlyNew] = useState(false)
  const matchingFolders = useMemo(() => filterFolders(folders, { typed, onlyNew }), [folders, typed, onlyNew])
  const [toDelete, setToDelete] = useState<Folder | null>(null)
  const { links, dialog } = useUploadLinks()
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const listProps = { folders: matchingFolders, createdId, links, invited, linkAlarms, onDelete: setToDelete }
  const createdFolder = folders.find(({ id }) => id === createdId)
  return (
    <>
      {createdFolder && (
        <Note>
          <CreatedFolderNote folder={createdFolder} links={links} />
        </Note>
      )}
      {deliveries !== undefined && (
        <NewDeliveries
          deliveries={deliveries}
          folders={folders}
          download={props.downloadDelivery}
          onShowFolders={() => setOnlyNew(true)}
        />
      )}
      <FolderListTools
        folders={folders}
        found={matchingFolders.length}
        typed={typed}
        onType={setTyped}
        onlyNew={onlyNew}
        onToggleNew={() => setOnlyNew(!onlyNew)}
        {...(!isWide && { sort, onSort })}
      />
      {matchingFolders.length === 0 ? (
        <Panel>
          <EmptyState
            title={
              typed.trim() === '' ? t('dashboard.noNew') : t('dashboard.noMatch', { words: typed.trim() })
            }
          />
        </Panel>
      ) : isWide ? (
        <FolderTable {...listProps} sort={sort} onSort={onSort} />
      ) : (
        <FolderCards {...listProps} />
      )}
      <KeepWhileClosing item={toDelete}>
        {(folder, open) => (
          <DeleteFoldersDialog
            folders={[folder]}
            trash={folder.trash}
            open={open}
            onCancel={() => setToDelete(null)}
            onConfirm={() => {
              setToDelete(null)
              void dispatch(deleteFolder(folder)).then(onDeleted)
            }}
          />
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
