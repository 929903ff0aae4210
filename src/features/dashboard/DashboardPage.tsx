import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled, type Theme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useMemo, useState } from 'react'
import type { User } from '../../../contract/auth.ts'
import type { Folder } from '../../../contract/folders.ts'
import { defaultSort, type FolderSort, useFoldersQuery } from '../../api/foldersApi.ts'
import { isUnanswered } from '../../faults/kinds.ts'
import { keptFolders } from '../../session/keptLists.ts'
import { logOut, useReader, useUser } from '../../session/session.ts'
import { useKept } from '../../session/useKept.ts'
import { errorText } from '../../texts/errorText.ts'
import { type Remembered, useRemembered } from '../../trust/useRemembered.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import { Lingering } from '../../ui/Lingering.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { OfflineNote } from '../../ui/OfflineNote.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CodeReminder } from './CodeReminder.tsx'
import { DeleteFolder } from './DeleteFolder.tsx'
import type { FolderHandlers } from './FolderActions.tsx'
import { FolderCards } from './FolderCards.tsx'
import { sortedFolders } from './folderSort.ts'
import { foldersWith } from './folderStatus.ts'
import { FolderTable } from './FolderTable.tsx'
import { OwnSpace } from './OwnSpace.tsx'
import { QrDialog } from './QrDialog.tsx'
import { useUploadLinks } from './useUploadLinks.tsx'

/** So many folders are found by looking; only the rows in sight exist, so the browser's own search does not help. */
const searchFrom = 10

interface DashboardSlots {
  /** Above the list: what the person remembers of folders, and the list does not show. */
  notes: (read: { remembered: Remembered; again: () => void }) => ReactNode
}

export function DashboardPage(slots: DashboardSlots) {
  const user = useUser()
  const reader = useReader()
  if (!reader) return <LoadingText>Checking authentication...</LoadingText>
  // Whoever reads a list kept on this device is not asked to do anything.
  const keyPair = user?.key_pair ?? 'complete'
  const hasKey = keyPair === 'complete' || keyPair === 'renewing'
  return (
    <Page
      title="Admin Dashboard"
      width="wide"
      subtitle={
        <>
          Signed in as <strong>{reader.username}</strong>
        </>
      }
      actions={
        <>
          <ButtonLink to="/profile" variant="outlined">
            My Profile
          </ButtonLink>
          <Button variant="outlined" onClick={() => void logOut()}>
            Logout
          </Button>
          <ButtonLink to="/folders/new" variant={hasKey ? 'contained' : 'outlined'}>
            + Create New Folder
          </ButtonLink>
        </>
      }
    >
      <Stack spacing={3}>
        {keyPair !== 'complete' && <KeyNote {...keyNotes[keyPair]} />}
        {user && hasKey && user.recovery_code_made_at === null && (
          <CodeReminder key={user.id} userId={user.id} />
        )}
        {user && <OwnSpace />}
        <Folders hasKey={hasKey} {...slots} />
      </Stack>
    </Page>
  )
}

/** What is wrong with the pair that senders encrypt for, and the way to what is missing. */
const keyNotes = {
  none: {
    severity: 'warning',
    text: 'You have no key pair yet. Nobody can upload files to you until there is a key to encrypt them with.',
    action: 'Generate your key pair',
  },
  incomplete: {
    severity: 'warning',
    text: 'Your key pair is not complete: its public key was uploaded, and its private key was not saved (step 2 of 3). Nobody can upload files to you until it is. Generate a new pair and go through all three steps, or restore the backup of this one.',
    action: 'Complete your key pair',
  },
  renewing: {
    severity: 'info',
    text: 'A new key pair was begun and not completed. Your key pair from before is in force: files are encrypted for it, and uploads go on as they did.',
    action: 'Your key pair',
  },
} as const satisfies Record<Exclude<User['key_pair'], 'complete'>, KeyNoteProps>

interface KeyNoteProps {
  severity: 'warning' | 'info'
  text: string
  action: string
}

function KeyNote({ severity, text, action }: KeyNoteProps) {
  return (
    <Banner
      severity={severity}
      action={
        <ButtonLink
          to="/profile"
          hash="encryption-key"
          variant={severity === 'warning' ? 'contained' : 'outlined'}
          size="small"
        >
          {action}
        </ButtonLink>
      }
    >
      {text}
    </Banner>
  )
}

/** The one next action is in colour: without a key that is to make one. */
function Folders({ hasKey, notes }: DashboardSlots & { hasKey: boolean }) {
  const [sort, setSort] = useState(defaultSort)
  const { data: listed, error, isFetching, refetch } = useFoldersQuery(defaultSort, fresh)
  const kept = useKept(listed === undefined && isUnanswered(error), keptFolders)
  const data = useMemo(() => {
    const list = listed ?? kept?.list
    return list && sortedFolders(list, sort)
  }, [listed, kept, sort])

  const [remembered, again] = useRemembered(listed)

  if ((!data && !error) || kept === undefined) return <LoadingText>Loading folders...</LoadingText>
  return (
    <div aria-busy={isFetching}>
      {data && (
        <Note>
          <OfflineNote asOf={kept?.asOf} actions="Folders can be changed" />
        </Note>
      )}
      {error && !kept && !(listed && isUnanswered(error)) && (
        <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />
      )}
      <Note>{notes({ remembered, again })}</Note>
      {data?.length === 0 && (kept !== null || !error) && (
        <Panel>
          <EmptyState
            title="No folders found"
            hint="Get started by creating a new upload folder."
            action={
              <ButtonLink to="/folders/new" variant={hasKey ? 'contained' : 'outlined'}>
                Create Your First Folder
              </ButtonLink>
            }
          />
        </Panel>
      )}
      {data && data.length > 0 && (
        <FolderList
          folders={data}
          sort={sort}
          onSort={setSort}
          invited={invitedIn(remembered)}
          onDeleted={again}
        />
      )}
    </div>
  )
}

const fresh = { refetchOnMountOrArgChange: true, refetchOnFocus: true }

const nobody: ReadonlySet<string> = new Set()
const invitedIn = (remembered: Remembered) =>
  remembered.type === 'known' ? remembered.value.invited : nobody

interface FolderListProps extends Pick<FolderHandlers, 'invited'> {
  folders: Folder[]
  sort: FolderSort
  onSort: (sort: FolderSort) => void
  /** What is remembered has changed with it. */
  onDeleted: () => void
}

/** The folders that are looked for, and what can be done with each. */
function FolderList({ folders, sort, onSort, invited, onDeleted }: FolderListProps) {
  const [typed, setTyped] = useState('')
  const found = useMemo(() => foldersWith(folders, typed), [folders, typed])
  const [doomed, setDoomed] = useState<Folder | null>(null)
  const [qrOf, setQrOf] = useState<Folder | null>(null)
  const { links, dialog } = useUploadLinks()
  // What is held up for others is a link that is handed out.
  const showQr = async (folder: Folder) => setQrOf((await links.plain(folder)) === null ? null : folder)
  const hasRoom = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const List = hasRoom ? FolderTable : FolderCards
  return (
    <>
      {folders.length > searchFrom && (
        <Search
          type="search"
          label="Find a folder"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          helperText={
            <span role="status">
              {typed.trim() === ''
                ? count(folders.length, 'folder')
                : `${formatNumber(found.length)} of ${count(folders.length, 'folder')}`}
            </span>
          }
        />
      )}
      {found.length === 0 ? (
        <Panel>
          <EmptyState title={`No folders match “${typed.trim()}”.`} />
        </Panel>
      ) : (
        <List
          folders={found}
          sort={sort}
          onSort={onSort}
          links={links}
          invited={invited}
          onShowQr={(folder) => void showQr(folder)}
          onDelete={setDoomed}
        />
      )}
      <Lingering item={qrOf}>
        {(folder, open) => (
          <QrDialog key={folder.id} folder={folder} open={open} links={links} onClose={() => setQrOf(null)} />
        )}
      </Lingering>
      <Lingering item={doomed}>
        {(folder, open) => (
          <DeleteFolder folder={folder} open={open} onDone={() => setDoomed(null)} onDeleted={onDeleted} />
        )}
      </Lingering>
      {dialog}
    </>
  )
}

const Note = styled('div')(({ theme }) => ({
  marginBottom: theme.spacing(2),
  '&:empty': { display: 'none' },
}))

const Search = styled(TextField)(({ theme: { spacing, breakpoints } }) => ({
  marginBottom: spacing(2),
  [breakpoints.up('sm')]: { maxWidth: 360 },
}))
