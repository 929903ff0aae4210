import Stack from '@mui/material/Stack'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { FileRecord, Folder } from '../../../contract/folders.ts'
import { useFilesQuery, useUnfinishedUploadsQuery } from '../../api/filesApi.ts'
import { useFolderQuery } from '../../api/foldersApi.ts'
import { useDownloadLinksQuery } from '../../api/linksApi.ts'
import { isUnanswered } from '../../faults/kinds.ts'
import { keptFiles, keptFolders } from '../../session/keptLists.ts'
import { useReader } from '../../session/session.ts'
import { useKept } from '../../session/useKept.ts'
import { type Unlock, useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../texts/errorText.ts'
import { trustedFolder } from '../../trust/folderSecrets.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { backToDashboard } from '../../ui/links.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { OfflineNote } from '../../ui/OfflineNote.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Usage } from '../../ui/Usage.tsx'
import { DownloadPanels } from './DownloadPanels.tsx'
import { FilePanel, type LinkDraft } from './FilePanel.tsx'
import { FolderFigures } from './FolderFigures.tsx'
import { useNameCheck } from './nameCheck.ts'
import { useOrigins } from './origins.ts'
import { OwnFolderNote } from './OwnFolderNote.tsx'
import { folderShown } from './ownDownload.ts'
import { UnfinishedUploads } from './UnfinishedUploads.tsx'
import { useFileTree } from './useFileTree.ts'
import { useIsDownloading } from './useIsDownloading.ts'

/** What another feature puts into this screen. */
export interface FolderFilesSlots {
  /** The dialogs that make a download link for files, once the private key is unlocked. */
  createLink: (draft: LinkDraft) => ReactNode
  /** The dialog that copies files into a folder of several people. */
  copyFiles: (draft: LinkDraft) => ReactNode
  /** The section with the folder's download links. */
  activeLinks: (props: { folder: Folder; unlock: Unlock['unlock'] }) => ReactNode
  /** The button that copies the folder's upload link. */
  uploadLink: (folder: Folder) => ReactNode
  /** At the top: what keeps a folder of several people from being trusted as it stands. */
  standing: (folder: Folder) => ReactNode
  /** The section with the people of a folder of several. */
  people: (props: { folder: Folder; unlock: Unlock['unlock'] }) => ReactNode
  /** The section with what happened in the folder, for its owners. */
  history: (folder: Folder) => ReactNode
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
        message={errorText(error)}
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

/** The key, where a link may be made or copied: not before a folder of several people is trusted, which is said. */
function useUnlockToAct(folder: Folder, unlock: Unlock['unlock']): Unlock['unlock'] {
  const dispatch = useAppDispatch()
  return useCallback(
    async (purpose) => {
      const key = await unlock(purpose)
      if (!key) return null
      try {
        await dispatch(trustedFolder(folder, key))
        return key
      } catch (error) {
        notify('error', errorText(error), null)
        return null
      }
    },
    [dispatch, folder, unlock],
  )
}

interface FolderScreenProps extends FolderFilesSlots {
  folder: Folder
  records: readonly FileRecord[]
  /** Of a list that was kept on this device. */
  asOf?: number
}

function FolderScreen({ folder, records, asOf, ...slots }: FolderScreenProps) {
  const tree = useFileTree(records)
  const { unlock, dialog } = useUnlock()
  const unlockToAct = useUnlockToAct(folder, unlock)
  const downloading = useIsDownloading(folder.id)
  const nameCheck = useNameCheck(folder, records, downloading)
  const origins = useOrigins(folder, records)
  const [onlyUnproven, setOnlyUnproven] = useState(false)
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
          origins={origins}
          onlyUnproven={onlyUnproven}
          onToggleUnproven={() => setOnlyUnproven(!onlyUnproven)}
        />
      }
    >
      <Stack spacing={2}>
        <OfflineNote asOf={asOf} actions="Files can be downloaded, shared and deleted" />
        {asOf === undefined && slots.standing(folder)}
        <OwnFolderNote origins={origins} />
        {folder.quota_bytes !== null && (
          <Usage
            label="Room of this folder"
            bytes={folder.stored_bytes}
            limit={folder.quota_bytes}
            whenFull="Its upload link takes no more. Delete files, or let an owner raise the limit on the dashboard, under Edit."
          />
        )}
        {records.length === 0 ? (
          <Panel>
            <EmptyState
              title="This folder is empty."
              hint="Files appear here when someone uses this folder’s upload link. You find it on the dashboard, too."
              action={asOf === undefined && slots.uploadLink(folder)}
            />
          </Panel>
        ) : (
          <FilePanel
            {...{ folder, records, tree, origins, onlyUnproven, unlock, unlockToAct }}
            createLink={slots.createLink}
            copyFiles={slots.copyFiles}
          />
        )}
        <DownloadPanels folderId={folder.id} />
        {asOf === undefined && <UnfinishedUploads folderId={folder.id} />}
        {asOf === undefined && slots.activeLinks({ folder, unlock: unlockToAct })}
        {asOf === undefined && slots.people({ folder, unlock })}
        {asOf === undefined && slots.history(folder)}
      </Stack>
      {dialog}
    </Page>
  )
}
