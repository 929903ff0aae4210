import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useCallback, useMemo, useState } from 'react'
import type { FileRecord, Folder } from '../../../contract/folders.ts'
import { queryErrorMessage } from '../../api/errorCatalogue.ts'
import { useFilesQuery } from '../../api/filesApi.ts'
import { useFolderQuery } from '../../api/foldersApi.ts'
import { useUser } from '../../session/session.ts'
import { getUnlockedKey } from '../../session/unlockedKey.ts'
import { UnlockKeyDialog } from '../../session/UnlockKeyDialog.tsx'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { count, formatBytes } from '../../ui/format.ts'
import { TextLink } from '../../ui/links.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { archiveFilename, type ArchiveScope } from './downloadNames.ts'
import { DownloadPanel } from './DownloadPanel.tsx'
import { selectIsDownloading } from './downloadSlice.ts'
import { FileTree } from './FileTree.tsx'
import { buildTree, repeatedHashes, type TreeNode } from './fileTree.ts'
import { downloadOwnFiles, type DownloadRequest } from './ownDownload.ts'
import { checkState, selectedRecords, toggled } from './selection.ts'
import { Toolbar } from './Toolbar.tsx'

const back = <TextLink to="/dashboard">Back to Dashboard</TextLink>

/** The files of one folder: look, download, delete. */
export function FolderFilesPage({ folderId }: { folderId: string }) {
  const user = useUser()
  const id = /^[1-9][0-9]*$/.test(folderId) ? Number(folderId) : null
  if (!user || id === null) {
    return (
      <Page title="Files in Folder" width="wide" back={back}>
        <ErrorBanner message={user ? 'Invalid Folder ID' : 'Not authenticated.'} />
      </Page>
    )
  }
  return <LoadedFolder key={id} folderId={id} />
}

function LoadedFolder({ folderId }: { folderId: number }) {
  const fresh = { refetchOnMountOrArgChange: true }
  const folder = useFolderQuery(folderId, fresh)
  const files = useFilesQuery(folderId, fresh)

  if (folder.data && files.data) return <FolderScreen folder={folder.data} records={files.data} />
  const error: unknown = folder.error ?? files.error
  if (error === undefined) return <LoadingText>Loading folder contents...</LoadingText>
  return (
    <Page title={folder.data ? titleOf(folder.data) : 'Files in Folder'} width="wide" back={back}>
      <ErrorBanner
        message={queryErrorMessage(error)}
        onRetry={() => {
          void folder.refetch()
          void files.refetch()
        }}
      />
    </Page>
  )
}

const titleOf = ({ title }: Folder) => `Files in Folder: ${title === '' ? '(No Title)' : title}`

/** Stays in sight over a long list, where there is room for it. */
const toolbarPlace = {
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  position: { md: 'sticky' },
  top: 0,
  zIndex: 2,
} as const

const noFiles: ReadonlySet<number> = new Set()

function FolderScreen({ folder, records }: { folder: Folder; records: FileRecord[] }) {
  const dispatch = useAppDispatch()
  const [onlyNew, setOnlyNew] = useState(false)
  const [selected, setSelected] = useState(noFiles)
  const [unlockFor, setUnlockFor] = useState<DownloadRequest | null>(null)
  const [deleting, setDeleting] = useState<'no' | 'asking' | 'running'>('no')
  const downloading = useAppSelector(selectIsDownloading)
  const busy = downloading || deleting === 'running'

  const duplicates = useMemo(() => repeatedHashes(records), [records])
  const shown = useMemo(
    () => (onlyNew ? records.filter(({ last_downloaded_admin }) => last_downloaded_admin === null) : records),
    [records, onlyNew],
  )
  const root = useMemo(() => buildTree(shown, duplicates), [shown, duplicates])
  const chosen = useMemo(() => selectedRecords(shown, selected), [shown, selected])
  const toggle = useCallback(
    (fileIds: readonly number[]) => setSelected((before) => toggled(before, fileIds)),
    [],
  )

  const download = useCallback(
    (wanted: readonly FileRecord[], scope: ArchiveScope) => {
      const request = {
        folderId: folder.id,
        records: wanted,
        archiveName: archiveFilename(folder.title, scope),
      }
      const key = getUnlockedKey()
      if (key) void dispatch(downloadOwnFiles(request, key))
      else setUnlockFor(request)
    },
    [dispatch, folder.id, folder.title],
  )
  const downloadNode = useCallback(
    (node: TreeNode) => {
      if (node.kind === 'file') {
        download([node.record], 'selected')
        return
      }
      const ids = new Set(node.fileIds)
      download(
        shown.filter(({ id }) => ids.has(id)),
        { directory: node.name },
      )
    },
    [download, shown],
  )

  const bytes = useMemo(() => records.reduce((sum, { file_size }) => sum + file_size, 0), [records])
  return (
    <Page
      title={titleOf(folder)}
      width="wide"
      back={back}
      subtitle={records.length > 0 ? `${count(records.length, 'file')} · ${formatBytes(bytes)}` : undefined}
    >
      <Stack sx={{ gap: 2 }}>
        {records.length === 0 ? (
          <Panel>
            <EmptyState
              title="This folder is empty."
              hint="Files appear here when someone uses this folder’s upload link. You find it on the dashboard."
            />
          </Panel>
        ) : (
          <Panel sx={{ p: '0 !important', overflow: 'clip' }}>
            <Box sx={toolbarPlace}>
              <Toolbar
                selectedCount={chosen.length}
                total={shown.length}
                all={checkState(root.fileIds, selected)}
                busy={busy}
                onlyNew={onlyNew}
                onToggleAll={() => toggle(root.fileIds)}
                onToggleFilter={() => setOnlyNew(!onlyNew)}
                onDownloadSelected={() => download(chosen, 'selected')}
                onDownloadAll={() => download(shown, 'all')}
                onDelete={() => setDeleting('asking')}
              />
            </Box>
            {shown.length === 0 ? (
              <EmptyState title="No files match the 'Never Downloaded' filter." />
            ) : (
              <FileTree
                root={root}
                selected={selected}
                busy={busy}
                onToggle={toggle}
                onDownload={downloadNode}
              />
            )}
          </Panel>
        )}
        <DownloadPanel folderId={folder.id} />
      </Stack>
      <UnlockKeyDialog
        open={unlockFor !== null}
        onClose={() => setUnlockFor(null)}
        onUnlocked={(key) => {
          if (unlockFor) void dispatch(downloadOwnFiles(unlockFor, key))
        }}
        purpose="Your private key is needed to decrypt the files you want to download."
      />
      <DeleteDialog
        open={deleting === 'asking'}
        folderId={folder.id}
        files={chosen}
        onCancel={() => setDeleting('no')}
        onStarted={() => setDeleting('running')}
        onEnded={() => setDeleting('no')}
      />
    </Page>
  )
}
