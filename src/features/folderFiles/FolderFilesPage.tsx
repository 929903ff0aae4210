import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { FileRecord, Folder } from '../../../contract/folders.ts'
import { maxFilesPerLink } from '../../../contract/limits.ts'
import { isUnanswered, queryErrorMessage } from '../../api/errorCatalogue.ts'
import { useFilesQuery, useUnfinishedUploadsQuery } from '../../api/filesApi.ts'
import { useFolderQuery } from '../../api/foldersApi.ts'
import { useDownloadLinksQuery } from '../../api/linksApi.ts'
import { sha256AnywayBytes } from '../../transfer/open/job.ts'
import { selectIsGoing } from '../../saving/savingSlice.ts'
import { keptFiles, keptFolders } from '../../session/keptLists.ts'
import { useReader } from '../../session/session.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { useKept } from '../../session/useKept.ts'
import { type Unlock, useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useOffline } from '../../store/reach.ts'
import { CompareSha256 } from '../../ui/CompareSha256.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { count } from '../../ui/format.ts'
import { backToDashboard } from '../../ui/links.tsx'
import { Lingering } from '../../ui/Lingering.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { OfflineNote } from '../../ui/OfflineNote.tsx'
import { Page } from '../../ui/Page.tsx'
import { FlushPanel, Panel } from '../../ui/Panel.tsx'
import { useHeight } from '../../ui/useHeight.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { archiveFilename, type ArchiveScope } from './downloadNames.ts'
import { DownloadPanels } from './DownloadPanels.tsx'
import { FileTree } from './FileTree.tsx'
import { chosenTree, type FileTree as Files, recordsIn, type TreeNode } from './fileTree.ts'
import { FolderFigures } from './FolderFigures.tsx'
import { useNameCheck } from './nameCheck.ts'
import { foldName } from './nameOrder.ts'
import { NameNotes } from './NameNotes.tsx'
import { downloadOwnFiles, folderShown, savingOf } from './ownDownload.ts'
import { checkState, selectedBefore, type Selection, withFiles } from './selection.ts'
import { Toolbar } from './Toolbar.tsx'
import { UnfinishedUploads } from './UnfinishedUploads.tsx'
import { useFileTree } from './useFileTree.ts'

/** What another feature puts into this screen. */
export interface FolderFilesSlots {
  /** The dialogs that make a download link for files, once the private key is unlocked. */
  createLink: (props: {
    folderId: number
    records: readonly FileRecord[]
    unlockedKey: UnlockedKey
    onClose: () => void
  }) => ReactNode
  /** The section with the folder's download links. */
  activeLinks: (props: { folderId: number; unlock: Unlock['unlock'] }) => ReactNode
}

/** The files of one folder: look, download, share, delete. */
export function FolderFilesPage({ folderId, ...slots }: { folderId: string } & FolderFilesSlots) {
  const reader = useReader()
  const id = /^[1-9][0-9]*$/.test(folderId) ? Number(folderId) : null
  if (!reader || id === null) {
    return (
      <Page title="Files in Folder" width="wide" back={backToDashboard}>
        <ErrorBanner message={reader ? 'Invalid Folder ID' : 'Not authenticated.'} />
      </Page>
    )
  }
  return <LoadedFolder key={id} folderId={id} {...slots} />
}

const fresh = { refetchOnMountOrArgChange: true }

function LoadedFolder({ folderId, ...slots }: { folderId: number } & FolderFilesSlots) {
  const folder = useFolderQuery(folderId, fresh)
  const files = useFilesQuery(folderId, fresh)
  // Asked for beside the others; shown by sections of their own.
  useDownloadLinksQuery(folderId, fresh)
  useUnfinishedUploadsQuery(folderId, fresh)

  const error: unknown = folder.error ?? files.error
  const complete = folder.data !== undefined && files.data !== undefined
  const kept = useKept(
    !complete && isUnanswered(error),
    useCallback(() => keptFolder(folderId), [folderId]),
  )

  if (folder.data && files.data) return <FolderScreen folder={folder.data} records={files.data} {...slots} />
  if (kept) return <FolderScreen {...kept.list} asOf={kept.asOf} {...slots} />
  if (error === undefined || kept === undefined) return <LoadingText>Loading folder contents...</LoadingText>
  return (
    <Page title={folder.data ? titleOf(folder.data) : 'Files in Folder'} width="wide" back={backToDashboard}>
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

/** A folder of the dashboard's kept list, with its own. */
async function keptFolder(folderId: number) {
  const [folders, files] = await Promise.all([keptFolders(), keptFiles(folderId)])
  const folder = folders?.list.find(({ id }) => id === folderId)
  return folder && files ? { asOf: files.asOf, list: { folder, records: files.list } } : null
}

const titleOf = ({ title }: Folder) => `Files in Folder: ${title === '' ? '(No Title)' : title}`

interface FolderScreenProps extends FolderFilesSlots {
  folder: Folder
  records: readonly FileRecord[]
  /** Of a list that was kept on this device. */
  asOf?: number
}

function FolderScreen({ folder, records, asOf, createLink, activeLinks }: FolderScreenProps) {
  const tree = useFileTree(records)
  const { unlock, dialog } = useUnlock()
  const downloading = useIsDownloading(folder.id)
  const nameCheck = useNameCheck(records, downloading)
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(folderShown(folder.id))
    return () => dispatch(folderShown(null))
  }, [dispatch, folder.id])
  if (!tree) return <LoadingText>Loading folder contents...</LoadingText>
  return (
    <Page
      title={titleOf(folder)}
      width="wide"
      back={backToDashboard}
      subtitle={
        <FolderFigures
          folderId={folder.id}
          files={records.length}
          bytes={tree.root.bytes}
          check={nameCheck}
        />
      }
    >
      <Stack sx={{ gap: 2 }}>
        <OfflineNote asOf={asOf} actions="Files can be downloaded, shared and deleted" />
        {records.length === 0 ? (
          <Panel>
            <EmptyState
              title="This folder is empty."
              hint="Files appear here when someone uses this folder’s upload link. You find it on the dashboard."
            />
          </Panel>
        ) : (
          <FilePanel folder={folder} records={records} tree={tree} unlock={unlock} createLink={createLink} />
        )}
        <DownloadPanels folderId={folder.id} />
        {asOf === undefined && <UnfinishedUploads folderId={folder.id} />}
        {asOf === undefined && activeLinks({ folderId: folder.id, unlock })}
      </Stack>
      {dialog}
    </Page>
  )
}

/** A download of another folder is none of this one's. */
const useIsDownloading = (folderId: number): boolean =>
  useAppSelector((state) => selectIsGoing(state, savingOf(folderId)))

const noFiles: Selection = new Set()

interface FilePanelProps extends Pick<FolderFilesSlots, 'createLink'>, Pick<Unlock, 'unlock'> {
  folder: Folder
  records: readonly FileRecord[]
  tree: Files
}

/** Toolbar and tree, and what they begin. */
function FilePanel({ folder, records, tree, unlock, createLink }: FilePanelProps) {
  const dispatch = useAppDispatch()
  const [onlyNew, setOnlyNew] = useState(false)
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState(noFiles)
  const [sharing, setSharing] = useState<{ records: readonly FileRecord[]; unlockedKey: UnlockedKey } | null>(
    null,
  )
  const [doomed, setDoomed] = useState<readonly FileRecord[] | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [compareSha256, setCompareSha256] = useState(false)
  const hasLarge = useMemo(() => records.some(({ file_size }) => file_size > sha256AnywayBytes), [records])
  const downloading = useIsDownloading(folder.id)
  const offline = useOffline()
  const busy = downloading || deleting || offline
  const toolbar = useRef<HTMLDivElement>(null)
  const toolbarHeight = useHeight(toolbar)

  // Typing goes first; the tree follows.
  const words = useDeferredValue(search)
  const shown = useMemo(
    () => chosenTree(tree, { onlyNew, words: foldName(words).split(/\s+/).filter(Boolean) }),
    [tree, onlyNew, words],
  )
  const sums = useMemo(() => selectedBefore(shown, selected), [shown, selected])
  const total = shown.files.length
  const selectedCount = sums[total] ?? 0
  const chosen = () => recordsIn(shown).filter(({ id }) => selected.has(id))

  const download = useCallback(
    async (wanted: readonly FileRecord[], scope: ArchiveScope) => {
      const archiveName = archiveFilename(folder.title, scope)
      const key = await unlock('Your private key is needed to decrypt the files you want to download.')
      const request = { folderId: folder.id, records: wanted, archiveName, compareSha256 }
      if (key) await dispatch(downloadOwnFiles(request, key))
    },
    [dispatch, folder.id, folder.title, unlock, compareSha256],
  )
  const downloadNode = (node: TreeNode) => {
    if (node.kind === 'file') void download([node.record], 'selected')
    else if (node.to === node.from)
      notify('info', `No files in "${node.name}" match the 'Never Downloaded' filter.`)
    else void download(recordsIn(shown, node), { directory: node.name })
  }
  const share = async () => {
    const wanted = chosen()
    if (wanted.length === 0) {
      notify('warning', 'Please select at least one file to create a download link.')
    } else if (wanted.length > maxFilesPerLink) {
      notify('warning', `A download link takes ${count(maxFilesPerLink, 'file')} at most.`)
    } else {
      const unlockedKey = await unlock('Your private key is needed to seal the file keys for the recipients.')
      if (unlockedKey) setSharing({ records: wanted, unlockedKey })
    }
  }

  return (
    <>
      <NameNotes records={records} />
      <FlushPanel sx={{ '--toolbar': `${toolbarHeight}px` }}>
        <Box ref={toolbar} sx={toolbarPlace}>
          <Toolbar
            selectedCount={selectedCount}
            total={total}
            all={checkState(shown.root, sums)}
            busy={busy}
            onlyNew={onlyNew}
            search={search}
            onToggleAll={() => setSelected(withFiles(selected, shown.files, selectedCount < total))}
            onToggleFilter={() => setOnlyNew(!onlyNew)}
            onSearch={setSearch}
            onCreateLink={() => void share()}
            onDownloadSelected={() => void download(chosen(), 'selected')}
            onDownloadAll={() => void download(recordsIn(shown), 'all')}
            onDelete={() => setDoomed(chosen())}
          />
        </Box>
        <FileTree
          tree={shown}
          isSearch={words.trim() !== ''}
          selected={selected}
          busy={busy}
          onSelect={setSelected}
          onDownload={downloadNode}
          onDelete={() => selectedCount > 0 && setDoomed(chosen())}
          empty={
            <EmptyState
              title={
                words.trim() === ''
                  ? "No files match the 'Never Downloaded' filter."
                  : `No files match “${words.trim()}”.`
              }
            />
          }
        />
      </FlushPanel>
      {hasLarge && (
        <Disclosure summary="How downloads are checked">
          <CompareSha256
            above={sha256AnywayBytes}
            checked={compareSha256}
            disabled={busy}
            onChange={setCompareSha256}
          />
        </Disclosure>
      )}
      <Lingering item={doomed}>
        {(files, open) => (
          <DeleteDialog
            open={open}
            folderId={folder.id}
            files={files}
            onCancel={() => setDoomed(null)}
            onStarted={() => {
              setDoomed(null)
              setDeleting(true)
            }}
            onEnded={() => setDeleting(false)}
          />
        )}
      </Lingering>
      {sharing && createLink({ folderId: folder.id, ...sharing, onClose: () => setSharing(null) })}
    </>
  )
}

/** Stays in sight over a long list, where there is room for it. */
const toolbarPlace = {
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  position: { md: 'sticky' },
  top: 'var(--titlebar)',
  zIndex: 2,
} as const
