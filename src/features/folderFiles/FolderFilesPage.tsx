import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { shownText } from '../../../contract/shownText.ts'
import { useFilesQuery, useUnfinishedUploadsQuery } from '../../api/filesApi.ts'
import { useFolderQuery } from '../../api/foldersApi.ts'
import { useDownloadLinksQuery } from '../../api/linksApi.ts'
import { isUnanswered } from '../../../core/faults/faultKinds.ts'
import { readStoredFiles, readStoredFolders } from '../../session/offlineLists.ts'
import { useListOwner } from '../../session/session.ts'
import { useUnlockedKey } from '../../session/unlockedKey.ts'
import { useOfflineList } from '../../session/useOfflineList.ts'
import { type Unlock, useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { requireTrustedFolder } from '../../trust/folderSecrets.ts'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { ErrorBanner } from '../../ui/messages/ErrorBanner.tsx'
import { DashboardBreadcrumb } from '../../ui/page/DashboardBreadcrumb.tsx'
import { LoadingText } from '../../ui/messages/LoadingText.tsx'
import { OfflineNote } from '../../ui/messages/OfflineNote.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { UsageBar } from '../../ui/values/UsageBar.tsx'
import { WidePage } from '../../ui/page/WidePage.tsx'
import { DownloadPanels } from './download/DownloadPanels.tsx'
import { FilePanel, type FilesDialogProps } from './FilePanel.tsx'
import { FolderSummary } from './FolderSummary.tsx'
import { type NameCheck, useNameCheck } from './checks/useNameCheck.ts'
import { useOrigins } from './checks/origins.ts'
import { OwnFolderNote } from './checks/OwnFolderNote.tsx'
import { selectIsDownloading, setShownFolder } from './download/downloadOwnFiles.ts'
import { useSenderAnswers } from './senders/senderAnswers.ts'
import type { Senders } from './senders/senders.ts'
import { UnfinishedUploads } from './unfinished/UnfinishedUploads.tsx'
import { FileTrash } from './trash/FileTrash.tsx'
import { useFileTree } from './tree/useFileTree.ts'
import { useUnlistedFiles } from './checks/useUnlistedFiles.ts'
import { type SenderGrouping, useSenders } from './senders/useSenders.ts'

/** Parts of this screen that other features render. */
export interface FolderFilesSlots {
  /** Dialog that makes a download link for files, rendered once the private key is unlocked. */
  createLinkDialog: (props: FilesDialogProps) => ReactNode
  copyFilesDialog: (props: FilesDialogProps) => ReactNode
  activeLinks: (props: {
    folder: Folder
    /** Names in the list, by id of the file. */
    rowNames: ReadonlyMap<number, string>
    unlock: Unlock['unlock']
  }) => ReactNode
  uploadLink: (folder: Folder) => ReactNode
  /** Expiration of the upload link, below the title. */
  statusLine: (folder: Folder) => ReactNode
  /** Upload link and settings of the folder, beside the title. */
  headActions: (folder: Folder, isEmpty: boolean) => ReactNode
  /** Sends the person's own files into the folder: a button, what it shows, and a drop target around the screen. */
  ownUpload: (
    props: Pick<Unlock, 'unlock'> & {
      folder: Folder
      children: (parts: { button: ReactNode; panel: ReactNode }) => ReactNode
    },
  ) => ReactNode
  /** Note at the top on why a shared folder is not trusted. */
  trustNote: (folder: Folder) => ReactNode
  people: (props: { folder: Folder; unlock: Unlock['unlock'] }) => ReactNode
  /** `rowNames` as for `activeLinks`. */
  history: (folder: Folder, rowNames: ReadonlyMap<number, string>) => ReactNode
}

/**
 * A folder as its people see it. `tree` lists its files, `toolbar` acts on those selected, `senders` says who sent them,
 * `checks` opens manifests and warns of what does not fit, `download` saves files, `trash` deletes and restores them,
 * `keepLonger` puts off their dates, and `unfinished` ends uploads that did not.
 */
export function FolderFilesPage({ folderId, ...slots }: { folderId: string } & FolderFilesSlots) {
  const listOwner = useListOwner()
  const id = /^[1-9][0-9]*$/.test(folderId) ? Number(folderId) : null
  if (!listOwner || id === null) {
    return (
      <WidePage title={t('files.title')} back={<DashboardBreadcrumb />}>
        <ErrorBanner message={t(listOwner ? 'files.invalidId' : 'files.notAuthenticated')} />
      </WidePage>
    )
  }
  return <FolderLoader key={id} folderId={id} {...slots} />
}

const refetchOnMount = { refetchOnMountOrArgChange: true }

function FolderLoader({ folderId, ...slots }: { folderId: number } & FolderFilesSlots) {
  const folder = useFolderQuery(folderId, refetchOnMount)
  const files = useFilesQuery(folderId, refetchOnMount)
  useUnlistedFiles(folderId, files)
  // Requested in parallel; the sections below show it.
  useDownloadLinksQuery(folderId, refetchOnMount)
  useUnfinishedUploadsQuery(folderId, refetchOnMount)

  const error: unknown = folder.error ?? files.error
  const complete = folder.data !== undefined && files.data !== undefined
  const offlineList = useOfflineList(
    !complete && isUnanswered(error),
    useCallback(() => readOfflineFolder(folderId), [folderId]),
  )

  if (folder.data && files.data) return <FolderScreen folder={folder.data} records={files.data} {...slots} />
  if (offlineList) return <FolderScreen {...offlineList.list} asOf={offlineList.asOf} {...slots} />
  if (error === undefined || offlineList === undefined) return <LoadingText>{t('files.loading')}</LoadingText>
  return (
    <WidePage title={folder.data ? pageTitle(folder.data) : t('files.title')} back={<DashboardBreadcrumb />}>
      <ErrorBanner
        message={errorText(error)}
        onRetry={() => {
          void folder.refetch()
          void files.refetch()
        }}
      />
    </WidePage>
  )
}

/** Returns a folder and its files from the offline lists. */
async function readOfflineFolder(folderId: number) {
  const [folders, files] = await Promise.all([readStoredFolders(), readStoredFiles(folderId)])
  const folder = folders?.list.find(({ id }) => id === folderId)
  return folder && files ? { asOf: files.asOf, list: { folder, records: files.list } } : null
}

const nameOf = ({ title }: Folder) => (title === '' ? t('dashboard.noTitle') : title)
const pageTitle = (folder: Folder) => t('files.titleOf', { title: nameOf(folder) })

/** Returns an `unlock` that refuses, with a message, while a shared folder is not trusted. */
function useUnlockIfTrusted(folder: Folder, unlock: Unlock['unlock']): Unlock['unlock'] {
  const dispatch = useAppDispatch()
  return useCallback(
    async (purpose) => {
      const key = await unlock(purpose)
      if (!key) return null
      try {
        await dispatch(requireTrustedFolder(folder, key))
        return key
      } catch (error) {
        notify('error', errorText(error), null)
        return null
      }
    },
    [dispatch, folder, unlock],
  )
}

/** The view by senders, if any answered or was asked. It needs the key and all manifests. */
function useSenderGrouping(
  folder: Folder,
  { senders, unlock, nameCheck }: { senders: Senders | null; nameCheck: NameCheck } & Pick<Unlock, 'unlock'>,
): SenderGrouping | undefined {
  const [isWanted, setWanted] = useState(false)
  const isOn = useUnlockedKey() !== null && isWanted
  useEffect(() => {
    if (isOn && nameCheck.state === 'unchecked') nameCheck.start()
  }, [isOn, nameCheck])
  const isKnown = senders?.all.some(({ status, email }) => email !== null || status === 'answered') === true
  if (!isWanted && !isKnown && folder.sender_fields.length === 0) return undefined
  const turnOn = async () => {
    if (await unlock(() => t('senders.purpose'))) setWanted(true)
  }
  return { isOn, onToggle: () => (isOn ? setWanted(false) : void turnOn()) }
}

interface FolderScreenProps extends FolderFilesSlots {
  folder: Folder
  records: readonly FileRecord[]
  /** Time of an offline list. */
  asOf?: number
}

function FolderScreen({ folder, records, asOf, ...slots }: FolderScreenProps) {
  const { unlock, dialog } = useUnlock()
  const unlockIfTrusted = useUnlockIfTrusted(folder, unlock)
  const downloading = useAppSelector((state) => selectIsDownloading(state, folder.id))
  const nameCheck = useNameCheck(folder, records, downloading)
  useSenderAnswers(folder, records)
  const senders = useSenders(folder.id, records)
  const senderGrouping = useSenderGrouping(folder, { senders, unlock, nameCheck })
  const fileTree = useFileTree(records, senderGrouping?.isOn === true ? senders : null)
  const origins = useOrigins(folder, records)
  const [onlyUnproven, setOnlyUnproven] = useState(false)
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(setShownFolder(folder.id))
    return () => dispatch(setShownFolder(null))
  }, [dispatch, folder.id])
  const rowNames = useMemo(
    () =>
      new Map(fileTree?.files.flatMap(({ record, name, isLocked }) => (isLocked ? [] : [[record.id, name]]))),
    [fileTree],
  )
  if (!fileTree) return <LoadingText>{t('files.loading')}</LoadingText>
  const renderScreen = (ownUpload: { button: ReactNode; panel: ReactNode }) => (
    <WidePage
      title={pageTitle(folder)}
      back={<DashboardBreadcrumb here={shownText(nameOf(folder))} />}
      actions={
        asOf === undefined && (
          <>
            {slots.headActions(folder, records.length === 0)}
            {ownUpload.button}
          </>
        )
      }
      subtitle={
        <FactsRow>
          {slots.statusLine(folder)}
          <FolderSummary
            folderId={folder.id}
            files={records.length}
            bytes={fileTree.root.bytes}
            newFiles={fileTree.root.newFiles}
            retentionDays={folder.retention_days}
            nameCheck={nameCheck}
            origins={origins}
            onlyUnproven={onlyUnproven}
            onToggleUnproven={() => setOnlyUnproven(!onlyUnproven)}
          />
        </FactsRow>
      }
    >
      <Stack spacing={{ xs: 1.5, sm: 2 }}>
        <OfflineNote asOf={asOf} actions={t('files.onceAnswered')} />
        {asOf === undefined && slots.trustNote(folder)}
        <OwnFolderNote origins={origins} />
        {folder.quota_bytes !== null && (
          <UsageBar
            label={t('files.room')}
            bytes={folder.stored_bytes}
            limit={folder.quota_bytes}
            whenFull={t('files.roomFull')}
          />
        )}
        {ownUpload.panel}
        {records.length === 0 ? (
          <Panel>
            <EmptyState
              title={t('files.empty')}
              hint={t('files.emptyHint')}
              action={asOf === undefined && slots.uploadLink(folder)}
            />
          </Panel>
        ) : (
          <FilePanel
            {...{
              folder,
              records,
              tree: fileTree,
              origins,
              onlyUnproven,
              senders,
              senderGrouping,
              unlock,
              unlockIfTrusted,
            }}
            createLinkDialog={slots.createLinkDialog}
            copyFilesDialog={slots.copyFilesDialog}
          />
        )}
        {asOf === undefined && <FileTrash folder={folder} />}
        <DownloadPanels folderId={folder.id} />
        {asOf === undefined && <UnfinishedUploads folderId={folder.id} />}
        {asOf === undefined && slots.activeLinks({ folder, rowNames, unlock: unlockIfTrusted })}
        {asOf === undefined && slots.people({ folder, unlock })}
        {asOf === undefined && slots.history(folder, rowNames)}
      </Stack>
      {dialog}
    </WidePage>
  )
  return asOf === undefined
    ? slots.ownUpload({ folder, unlock, children: renderScreen })
    : renderScreen({ button: null, panel: null })
}

/** Shows the facts of the folder in as few lines as they need. */
const FactsRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.spacing(2),
  '& > div': { minWidth: 0 },
}))
