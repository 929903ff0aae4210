import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
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
import { trustedFolder } from '../../trust/folderSecrets.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { BackToDashboard } from '../../ui/links.tsx'
import { LoadingText } from '../../ui/LoadingText.tsx'
import { OfflineNote } from '../../ui/OfflineNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Usage } from '../../ui/Usage.tsx'
import { WidePage } from '../../ui/WidePage.tsx'
import { DownloadPanels } from './DownloadPanels.tsx'
import { FilePanel, type ChosenFiles } from './FilePanel.tsx'
import { FolderSummary } from './FolderSummary.tsx'
import { type NameCheck, useNameCheck } from './nameCheck.ts'
import { useOrigins } from './origins.ts'
import { OwnFolderNote } from './OwnFolderNote.tsx'
import { selectIsDownloading, setShownFolder } from './downloadOwnFiles.ts'
import { useSenderAnswers } from './senderAnswers.ts'
import type { Senders } from './senders.ts'
import { UnfinishedUploads } from './UnfinishedUploads.tsx'
import { useFileTree } from './useFileTree.ts'
import { type BySender, useSenders } from './useSenders.ts'

/** Parts of this screen that other features render. */
export interface FolderFilesSlots {
  /** Dialog that makes a download link for files, rendered once the private key is unlocked. */
  createLink: (draft: ChosenFiles) => ReactNode
  copyFiles: (draft: ChosenFiles) => ReactNode
  activeLinks: (props: { folder: Folder; unlock: Unlock['unlock'] }) => ReactNode
  uploadLink: (folder: Folder) => ReactNode
  /** Expiration of the upload link, below the title. */
  state: (folder: Folder) => ReactNode
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
  history: (folder: Folder) => ReactNode
}

export function FolderFilesPage({ folderId, ...slots }: { folderId: string } & FolderFilesSlots) {
  const reader = useListOwner()
  const id = /^[1-9][0-9]*$/.test(folderId) ? Number(folderId) : null
  if (!reader || id === null) {
    return (
      <WidePage title={t('files.title')} back={<BackToDashboard />}>
        <ErrorBanner message={t(reader ? 'files.invalidId' : 'files.notAuthenticated')} />
      </WidePage>
    )
  }
  return <LoadedFolder key={id} folderId={id} {...slots} />
}

const fresh = { refetchOnMountOrArgChange: true }

function LoadedFolder({ folderId, ...slots }: { folderId: number } & FolderFilesSlots) {
  const folder = useFolderQuery(folderId, fresh)
  const files = useFilesQuery(folderId, fresh)
  // Requested in parallel; the sections below show it.
  useDownloadLinksQuery(folderId, fresh)
  useUnfinishedUploadsQuery(folderId, fresh)

  const error: unknown = folder.error ?? files.error
  const complete = folder.data !== undefined && files.data !== undefined
  const offline = useOfflineList(
    !complete && isUnanswered(error),
    useCallback(() => cachedFolder(folderId), [folderId]),
  )

  if (folder.data && files.data) return <FolderScreen folder={folder.data} records={files.data} {...slots} />
  if (offline) return <FolderScreen {...offline.list} asOf={offline.asOf} {...slots} />
  if (error === undefined || offline === undefined) return <LoadingText>{t('files.loading')}</LoadingText>
  return (
    <WidePage title={folder.data ? titleOf(folder.data) : t('files.title')} back={<BackToDashboard />}>
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
async function cachedFolder(folderId: number) {
  const [folders, files] = await Promise.all([readStoredFolders(), readStoredFiles(folderId)])
  const folder = folders?.list.find(({ id }) => id === folderId)
  return folder && files ? { asOf: files.asOf, list: { folder, records: files.list } } : null
}

const nameOf = ({ title }: Folder) => (title === '' ? t('dashboard.noTitle') : title)
const titleOf = (folder: Folder) => t('files.titleOf', { title: nameOf(folder) })

/** Returns an `unlock` that refuses, with a message, while a shared folder is not trusted. */
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

/** The view by senders, if any answered or was asked. It needs the key and all manifests. */
function useBySender(
  folder: Folder,
  { senders, unlock, nameCheck }: { senders: Senders | null; nameCheck: NameCheck } & Pick<Unlock, 'unlock'>,
): BySender | undefined {
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
  const unlockToAct = useUnlockToAct(folder, unlock)
  const downloading = useAppSelector((state) => selectIsDownloading(state, folder.id))
  const nameCheck = useNameCheck(folder, records, downloading)
  useSenderAnswers(folder, records)
  const senders = useSenders(folder.id, records)
  const bySender = useBySender(folder, { senders, unlock, nameCheck })
  const tree = useFileTree(records, bySender?.isOn === true ? senders : null)
  const origins = useOrigins(folder, records)
  const [onlyUnproven, setOnlyUnproven] = useState(false)
  const dispatch = useAppDispatch()
  useEffect(() => {
    dispatch(setShownFolder(folder.id))
    return () => dispatch(setShownFolder(null))
  }, [dispatch, folder.id])
  if (!tree) return <LoadingText>{t('files.loading')}</LoadingText>
  const screen = (own: { button: ReactNode; panel: ReactNode }) => (
    <WidePage
      title={titleOf(folder)}
      back={<BackToDashboard here={shownText(nameOf(folder))} />}
      actions={
        asOf === undefined && (
          <>
            {slots.headActions(folder, records.length === 0)}
            {own.button}
          </>
        )
      }
      subtitle={
        <Facts>
          {slots.state(folder)}
          <FolderSummary
            folderId={folder.id}
            files={records.length}
            bytes={tree.root.bytes}
            newFiles={tree.root.newFiles}
            check={nameCheck}
            origins={origins}
            onlyUnproven={onlyUnproven}
            onToggleUnproven={() => setOnlyUnproven(!onlyUnproven)}
          />
        </Facts>
      }
    >
      <Stack spacing={{ xs: 1.5, sm: 2 }}>
        <OfflineNote asOf={asOf} actions={t('files.onceAnswered')} />
        {asOf === undefined && slots.trustNote(folder)}
        <OwnFolderNote origins={origins} />
        {folder.quota_bytes !== null && (
          <Usage
            label={t('files.room')}
            bytes={folder.stored_bytes}
            limit={folder.quota_bytes}
            whenFull={t('files.roomFull')}
          />
        )}
        {own.panel}
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
            {...{ folder, records, tree, origins, onlyUnproven, senders, bySender, unlock, unlockToAct }}
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
    </WidePage>
  )
  return asOf === undefined
    ? slots.ownUpload({ folder, unlock, children: screen })
    : screen({ button: null, panel: null })
}

/** Facts of the folder in as few lines as they need. */
const Facts = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: theme.spacing(2),
  '& > div': { minWidth: 0 },
}))
