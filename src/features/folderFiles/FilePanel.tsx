import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import { type UnlockedKey, useUnlockedKey } from '../../session/unlockedKey.ts'
import { sha256AnywayBytes } from '../../../core/open/openJob.ts'
import { mayManage } from '../../../core/trust/folderKeyFields.ts'
import { notify, useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { hasShareSheet } from '../../platform/fileSharing.ts'
import { useIsOffline } from '../../store/connectivity.ts'
import { t } from '../../../i18n/t.ts'
import { CompareSha256 } from '../../ui/CompareSha256.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { KeepWhileClosing } from '../../ui/KeepWhileClosing.tsx'
import { FlushPanel } from '../../ui/Panel.tsx'
import { useHeight } from '../../ui/useHeight.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { archiveFilename, type ArchiveScope } from './archiveFilename.ts'
import { FileTree } from './FileTree.tsx'
import { type FileTree as Files, recordsIn, type TreeNode } from './fileTree.ts'
import { FileWarnings } from './FileWarnings.tsx'
import { downloadOwnFiles, selectIsDownloading } from './downloadOwnFiles.ts'
import { OriginLegend } from './OriginBadge.tsx'
import { OriginMarksContext, type Origins } from './origins.ts'
import { SenderDialog } from './SenderDialog.tsx'
import type { Sender, Senders } from './senders.ts'
import { tooManyFilesText } from './selectionMessages.ts'
import { Toolbar } from './Toolbar.tsx'
import { toolbarState } from './toolbarState.ts'
import { type BySender, RowSendersContext } from './useSenders.ts'
import { useVisibleFiles } from './useVisibleFiles.ts'

/** The files chosen for a download link or a copy, for the dialog that another feature renders. */
export interface ChosenFiles {
  folder: Folder
  records: readonly FileRecord[]
  unlockedKey: UnlockedKey
  onClose: () => void
}

interface FilePanelProps extends Pick<Unlock, 'unlock'> {
  /** Like `unlock`, but refuses if links must not be made. */
  unlockToAct: Unlock['unlock']
  folder: Folder
  records: readonly FileRecord[]
  tree: Files
  origins: Origins
  onlyUnproven: boolean
  /** Null until known. */
  senders: Senders | null
  /** Undefined if no sender was asked or has answered. */
  bySender: BySender | undefined
  createLink: (draft: ChosenFiles) => ReactNode
  copyFiles: (draft: ChosenFiles) => ReactNode
}

export function FilePanel(props: FilePanelProps) {
  const { folder, records, tree, origins, onlyUnproven, unlock, unlockToAct, createLink, copyFiles } = props
  const { senders, bySender } = props
  const isBySender = bySender?.isOn === true
  const files = useVisibleFiles(tree, onlyUnproven ? origins.proven : undefined)
  const { shown, selected, selectedCount, total, words } = files
  const [toDelete, setToDelete] = useState<readonly FileRecord[] | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [compareSha256, setCompareSha256] = useState(false)
  const hasLarge = useMemo(() => records.some(({ file_size }) => file_size > sha256AnywayBytes), [records])
  const downloading = useAppSelector((state) => selectIsDownloading(state, folder.id))
  const offline = useIsOffline()
  const isUnlocked = useUnlockedKey() !== null
  const state = toolbarState({ selectedCount, downloading, deleting, offline })
  const mayDelete = mayManage(folder)
  const toolbar = useRef<HTMLDivElement>(null)
  const toolbarHeight = useHeight(toolbar)
  const { download, downloadNode, shareNode } = useDownload(
    { folder, unlock, compareSha256, onlyUnproven, isBySender },
    shown,
  )
  const sharing = useFilesDialog(folder, unlockToAct, () => t('files.linkPurpose'))
  const copying = useFilesDialog(folder, unlock, () => t('files.copyPurpose'))
  const share = (chosen: readonly FileRecord[]) => {
    const refusal = tooManyFilesText(chosen.length)
    if (refusal === null) void sharing.begin(chosen)
    else notify('warning', refusal)
  }
  const [shownSender, setShownSender] = useState<{ name: string; sender: Sender } | null>(null)
  if (!isUnlocked && shownSender) setShownSender(null)
  // The view by senders shows them above the files, so rows need not repeat them.
  const marks = useMemo(
    () => ({ byFile: isBySender || !senders ? new Map<number, Sender>() : senders.of, show: setShownSender }),
    [senders, isBySender],
  )
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })

  return (
    <>
      <FileWarnings records={records} marks={origins.marks} />
      <FlushPanel style={{ '--toolbar': `${toolbarHeight}px` } as CSSProperties}>
        <ToolbarPlace ref={toolbar}>
          <Toolbar
            state={state}
            isNarrow={isNarrow}
            selectedCount={selectedCount}
            total={total}
            all={files.all}
            onlyNew={files.onlyNew}
            search={files.search}
            senders={bySender}
            onToggleAll={files.toggleAll}
            onClear={files.clear}
            onToggleFilter={files.toggleFilter}
            onSearch={files.setSearch}
            onDownloadAll={() => void download(recordsIn(shown), 'all')}
            onDownloadSelected={() => void download(files.chosen(), 'selected')}
            onCreateLink={() => share(files.chosen())}
            onCopy={folder.several ? undefined : () => void copying.begin(files.chosen())}
            onDelete={mayDelete ? () => setToDelete(files.chosen()) : undefined}
          />
        </ToolbarPlace>
        <OriginMarksContext value={origins.marks}>
          <RowSendersContext value={marks}>
            <FileTree
              tree={shown}
              isSearch={words !== ''}
              selected={selected}
              canSelect={state.canSelect}
              canAct={state.canAct}
              canShare={isUnlocked && hasShareSheet()}
              onSelect={files.select}
              onDownload={downloadNode}
              onShare={shareNode}
              onDelete={() => mayDelete && selectedCount > 0 && setToDelete(files.chosen())}
              empty={<NothingShown words={words} onlyUnproven={onlyUnproven} />}
            />
          </RowSendersContext>
        </OriginMarksContext>
      </FlushPanel>
      {hasLarge && (
        <Disclosure summary={t('files.howChecked')}>
          <CompareSha256
            above={sha256AnywayBytes}
            disabled={!state.canAct}
            checked={compareSha256}
            onChange={setCompareSha256}
          />
        </Disclosure>
      )}
      {origins.marks.size > 0 && <OriginLegend />}
      <KeepWhileClosing item={toDelete}>
        {(files, open) => (
          <DeleteDialog
            open={open}
            folderId={folder.id}
            files={files}
            onCancel={() => setToDelete(null)}
            onStarted={() => {
              setToDelete(null)
              setDeleting(true)
            }}
            onEnded={() => setDeleting(false)}
          />
        )}
      </KeepWhileClosing>
      {isUnlocked && (
        <KeepWhileClosing item={shownSender}>
          {(file, open) => <SenderDialog open={open} {...file} onClose={() => setShownSender(null)} />}
        </KeepWhileClosing>
      )}
      {sharing.draft && createLink(sharing.draft)}
      {copying.draft && copyFiles(copying.draft)}
    </>
  )
}

interface DownloadOptions extends Pick<Unlock, 'unlock'> {
  folder: Folder
  compareSha256: boolean
  onlyUnproven: boolean
  isBySender: boolean
}

/** Names the filter in texts. */
const filterOf = (onlyUnproven: boolean) => (onlyUnproven ? 'unproven' : 'new')

/** Asks for the key if it is locked, then downloads. */
function useDownload(options: DownloadOptions, shown: Files) {
  const { folder, unlock, compareSha256, onlyUnproven, isBySender } = options
  const dispatch = useAppDispatch()
  const download = async (records: readonly FileRecord[], scope: ArchiveScope, toShareSheet = false) => {
    const archiveName = archiveFilename(folder.title, scope)
    const key = await unlock(() => t('files.downloadPurpose'))
    const request = { folder, records, archiveName, compareSha256, isBySender, toShareSheet }
    if (key) await dispatch(downloadOwnFiles(request, key))
  }
  const downloadNode = (node: TreeNode) => {
    if (node.kind === 'file') void download([node.record], 'selected')
    else if (node.to === node.from)
      notify('info', t('files.noneMatchIn', { name: node.name, filter: filterOf(onlyUnproven) }))
    else void download(recordsIn(shown, node), { directory: node.name })
  }
  const shareNode = (node: TreeNode) => {
    if (node.kind === 'file') void download([node.record], 'selected', true)
  }
  return { download, downloadNode, shareNode }
}

/** Asks for the key if it is locked; `draft` holds the files that the dialog is open for. */
function useFilesDialog(folder: Folder, unlock: Unlock['unlock'], purpose: () => string) {
  const [draft, setDraft] = useState<ChosenFiles | null>(null)
  const begin = async (records: readonly FileRecord[]) => {
    const unlockedKey = await unlock(purpose)
    if (unlockedKey) setDraft({ folder, records, unlockedKey, onClose: () => setDraft(null) })
  }
  return { draft, begin }
}

function NothingShown({ words, onlyUnproven }: { words: string; onlyUnproven: boolean }) {
  if (words !== '') return <EmptyState title={t('files.noneNamed', { words })} />
  return <EmptyState title={t('files.noneMatch', { filter: filterOf(onlyUnproven) })} />
}

const ToolbarPlace = styled('div')(({ theme: { vars } }) => ({
  borderBottom: `1px solid ${vars.palette.divider}`,
  backgroundColor: vars.palette.background.paper,
  position: 'sticky',
  top: 'var(--titlebar)',
  zIndex: 2,
  // In a very low window it would take too much room.
  '@media (max-height: 360px)': { position: 'static' },
}))
