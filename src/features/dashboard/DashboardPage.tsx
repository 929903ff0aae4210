import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import type { Folder } from '../../../contract/folders.ts'
import { queryErrorMessage } from '../../api/errorCatalogue.ts'
import { useDeleteFolderMutation, useFoldersQuery } from '../../api/foldersApi.ts'
import { logOut, useUser } from '../../session/session.ts'
import { notify } from '../../store/hooks.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { count } from '../../ui/format.ts'
import { ButtonLink, TextLink } from '../../ui/links.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FolderCards } from './FolderCards.tsx'
import { defaultSort } from './folderSort.ts'
import { folderTitle } from './folderStatus.ts'
import { FolderTable } from './FolderTable.tsx'

export function DashboardPage() {
  const user = useUser()
  if (!user) return <LoadingText>Checking authentication...</LoadingText>
  return (
    <Page
      title="Admin Dashboard"
      width="wide"
      subtitle={
        <>
          Signed in as <strong>{user.username}</strong>
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
          <ButtonLink to="/folders/new" variant="contained">
            + Create New Folder
          </ButtonLink>
        </>
      }
    >
      {user.public_key_spki === null && <KeyMissing />}
      <Folders />
    </Page>
  )
}

/** Without a key nothing can be encrypted for this administrator: the first thing to do. */
function KeyMissing() {
  return (
    <Typography component="div" variant="body2" sx={{ mb: 3 }}>
      <Banner severity="warning" action={<TextLink to="/profile">Generate your key pair</TextLink>}>
        You have no key pair yet. Nobody can upload files to you until there is a key to encrypt them with.
      </Banner>
    </Typography>
  )
}

function Folders() {
  const [sort, setSort] = useState(defaultSort)
  const { data, error, isFetching, refetch } = useFoldersQuery(sort, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  })
  const [doomed, setDoomed] = useState<Folder | null>(null)
  const hasRoom = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true })
  const List = hasRoom ? FolderTable : FolderCards

  if (!data && !error) return <LoadingText>Loading folders...</LoadingText>
  return (
    <div aria-busy={isFetching}>
      {error && <ErrorBanner message={queryErrorMessage(error)} onRetry={() => void refetch()} />}
      {data?.length === 0 && !error && (
        <Panel>
          <EmptyState
            title="No folders found"
            hint="Get started by creating a new upload folder."
            action={
              <ButtonLink to="/folders/new" variant="contained">
                Create Your First Folder
              </ButtonLink>
            }
          />
        </Panel>
      )}
      {data && data.length > 0 && <List folders={data} sort={sort} onSort={setSort} onDelete={setDoomed} />}
      <DeleteFolder folder={doomed} onDone={() => setDoomed(null)} />
    </div>
  )
}

function DeleteFolder({ folder, onDone }: { folder: Folder | null; onDone: () => void }) {
  const [deleteFolder] = useDeleteFolderMutation()
  // The dialog keeps its words while it fades out.
  const [named, setNamed] = useState(folder)
  if (folder && folder !== named) setNamed(folder)
  if (!named) return null
  const title = folderTitle(named)

  async function confirmed(id: number) {
    onDone()
    const { error } = await deleteFolder(id)
    if (error) return
    notify('success', `Folder "${title}" deleted.`)
    // Its row, and the button that had the focus, are gone.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }

  return (
    <ConfirmDialog
      open={folder !== null}
      title="Delete folder"
      confirmLabel="Delete"
      destructive
      onConfirm={() => void confirmed(named.id)}
      onCancel={onDone}
    >
      <p>{`Are you sure you want to delete the folder "${title}"? This action cannot be undone.`}</p>
      {named.file_count > 0 && (
        <p>
          {count(named.file_count, 'file')} in it and every download link to them will be deleted, and its
          upload link will stop working.
        </p>
      )}
    </ConfirmDialog>
  )
}
