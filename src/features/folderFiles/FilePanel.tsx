import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { noRules } from '../../../contract/operatorRules.ts'
import { serverNow } from '../../api/serverClock.ts'
import { useEffectiveRules } from '../../api/serverApi.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import { type UnlockedKey, useUnlockedKey } from '../../session/unlockedKey.ts'
import { sha256AnywayBytes } from '../../../core/open/openJob.ts'
import { mayManage } from '../../../core/trust/folderKeyFields.ts'
import { preloadSaving } from '../../saving/preloadSaving.ts'
import type { EndedSaving } from '../../saving/savingSlice.ts'
import { useMessageReader } from '../../saving/useMessageReader.tsx'
import { usePreview } from '../../preview/usePreview.tsx'
import { ownerEndText } from '../../saving/ownerTexts.ts'
import { notify, useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { hasShareSheet } from '../../platform/fileSharing.ts'
import { useIsOffline } from '../../store/connectivityHooks.ts'
import { t } from '../../../i18n/t.ts'
import { CompareSha256Option } from '../../ui/fields/CompareSha256Option.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { KeepWhileClosing } from '../../ui/dialogs/KeepWhileClosing.tsx'
import { FlushPanel } from '../../ui/page/Panel.tsx'
import { useHeight } from '../../ui/hooks/useHeight.ts'
import { OpenNamesNote } from './hideNames/OpenNamesNote.tsx'
import { DeleteFilesDialog } from './DeleteFilesDialog.tsx'
import { archiveFilename, type ArchiveScope } from './download/archiveFilename.ts'
import { FileTreeGrid } from './tree/FileTreeGrid.tsx'
import { type FileNode, type FileTree, recordsIn, recordsOf, type TreeNode } from './tree/fileTree.ts'
import { KeepLongerDialog } from './keepLonger/KeepLongerDialog.tsx'
import { keepingChoices } from './keepLonger/keepingChoices.ts'
import type { Selection } from './tree/selection.ts'
import { LockedNamesNote } from './checks/LockedNamesNote.tsx'
import { PrivateNamesContext } from './checks/privateNamesContext.ts'
import { FileWarnings } from './checks/FileWarnings.tsx'
import { downloadOwnFiles, selectIsDownloading, type DownloadRequest } from './download/downloadOwnFiles.ts'
import { OriginLegend } from './checks/OriginBadge.tsx'
import { PreviewActions } from './PreviewActions.tsx'
import { ElsewhereContext, FileOriginsContext, type Origins } from './checks/origins.ts'
import { SenderDialog } from './senders/SenderDialog.tsx'
import type { Sender, Senders } from './senders/senders.ts'
import { tooManyFilesText } from './toolbar/selectionMessages.ts'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { toolbarState } from './toolbar/toolbarState.ts'
import { deleteFiles } from './trash/fileTrash.ts'
import { type SenderGrouping, RowSendersContext } from './senders/useSenders.ts'
import { useVisibleFiles } from './tree/useVisibleFiles.ts'

/** Props of a dialog of another feature, for the files chosen for a download link or a copy. */
export interface FilesDialogProps {
  folder: Folder
  records: readonly FileRecord[]
  /** Their names in the list, by id. */
  rowNames: ReadonlyMap<number, string>
  unlockedKey: UnlockedKey
  onClose: () => void
}

interface FilePanelProps extends Pick<Unlock, 'unlock'> {
  /** Like `unlock`, but refuses if links must not be made. */
  unlockIfTrusted: Unlock['unlock']
  folder: Folder
  records: readonly FileRecord[]
  tree: FileTree
  origins: Origins
  onlyUnproven: boolean
  /** Null until known. */
  senders: Senders | null
  /** Undefined if no sender was asked or has answered. */
  senderGrouping: SenderGrouping | undefined
  createLinkDialog: (props: FilesDialogProps) => ReactNode
  copyFilesDialog: (props: FilesDialogProps) => ReactNode
}

export function FilePanel(props: FilePanelProps) {
  const {
    folder,
    records,
    tree,
    origins,
    onlyUnproven,
    unlock,
    unlockIfTrusted,
    createLinkDialog,
    copyFilesDialog,
  } = props
  const { senders, senderGrouping } = props
  const isBySender = senderGrouping?.isOn === true
  const files = useVisibleFiles(tree, onlyUnproven ? origins.proven : undefined, origins.elsewhere)
  const { shown, selected, selectedCount, total, words } = files
  const dispatch = useAppDispatch()
  useEffect(() => void preloadSaving(), [])
  const [toDelete, setToDelete] = useState<readonly FileNode[] | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [compareSha256, setCompareSha256] = useState(false)
  const hasLarge = useMemo(() => records.some(({ file_size }) => file_size > sha256AnywayBytes), [records])
  const downloading = useAppSelector((state) => selectIsDownloading(state, folder.id))
  const offline = useIsOffline()
  const isUnlocked = useUnlockedKey() !== null
  const state = toolbarState({ selectedCount, downloading, deleting, offline })
  const mayDelete = mayManage(folder)
  const deleteConfirmed = async (files: readonly FileNode[]) => {
    setToDelete(null)
    setDeleting(true)
    await dispatch(
      deleteFiles(
        folder,
        files.map(({ record }) => record.id),
      ),
    )
    setDeleting(false)
  }
  const keeping = useKeepLonger(folder, shown, selected)
  const toolbar = useRef<HTMLDivElement>(null)
  const toolbarHeight = useHeight(toolbar)
  const { download, downloadNode, shareNode, readNode, loadPreview, question } = useDownload(
    { folder, unlock, compareSha256, onlyUnproven, isBySender, elsewhere: origins.elsewhere },
    shown,
  )
  const sharing = useFilesDialog(folder, unlockIfTrusted, () => t('files.linkPurpose'))
  const copying = useFilesDialog(folder, unlock, () => t('files.copyPurpose'))
  const share = (chosen: readonly FileNode[]) => {
    const refusal = tooManyFilesText(chosen.length)
    if (refusal === null) void sharing.open(chosen)
    else notify('warning', refusal)
  }
  const preview = usePreview({
    files: shown.files,
    describe: ({ record, name }) => ({ id: record.id, name, size: record.file_size }),
    load: loadPreview,
    mayShow: isUnlocked,
    onDownload: downloadNode,
    actions: (file, close) => (
      <PreviewActions
        name={file.name}
        onLink={() => {
          close()
          share([file])
        }}
        onDelete={
          mayDelete
            ? () => {
                close()
                setToDelete([file])
              }
            : undefined
        }
      />
    ),
  })
  const openPreview = async ({ record }: FileNode) => {
    if (await unlock(() => t('preview.purpose'))) preview.open(record.id)
  }
  const [shownSender, setShownSender] = useState<{ name: string; sender: Sender } | null>(null)
  if (!isUnlocked && shownSender) setShownSender(null)
  // The view by senders shows them above the files, so rows need not repeat them.
  const rowSenders = useMemo(
    () => ({
      byFile: isBySender || !senders ? new Map<number, Sender>() : senders.byFile,
      showSender: setShownSender,
    }),
    [senders, isBySender],
  )
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true })

  return (
    <>
      <LockedNamesNote files={shown.files} unlock={unlock} />
      <FileWarnings
        folder={folder}
        records={records}
        origins={origins.byFile}
        elsewhere={origins.elsewhere}
      />
      {origins.hidesNames && <OpenNamesNote {...{ folder, records, unlock }} />}
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
            senderGrouping={senderGrouping}
            onToggleAll={files.toggleAll}
            onClearSelection={files.clearSelection}
            onToggleNew={files.toggleNew}
            onSearch={files.setSearch}
            onDownloadAll={() => void download(recordsIn(shown), 'all')}
            onDownloadSelected={() => {
              const chosen = files.chosenFiles()
              const [first] = chosen
              if (first && chosen.length === 1) downloadNode(first)
              else void download(recordsOf(chosen), 'selected')
            }}
            onCreateLink={() => share(files.chosenFiles())}
            onCopy={folder.several ? undefined : () => void copying.open(files.chosenFiles())}
            onKeepLonger={keeping.offer}
            onDelete={mayDelete ? () => setToDelete(files.chosenFiles()) : undefined}
          />
        </ToolbarPlace>
        <FileOriginsContext value={origins.byFile}>
          <ElsewhereContext value={origins.elsewhere}>
            <RowSendersContext value={rowSenders}>
              <PrivateNamesContext value={origins.hidesNames}>
                <FileTreeGrid
                  tree={shown}
                  isSearch={words !== ''}
                  selected={selected}
                  canSelect={state.canSelect}
                  canAct={state.canAct}
                  canShare={isUnlocked && hasShareSheet()}
                  onSelect={files.select}
                  elsewhere={origins.elsewhere}
                  onDownload={downloadNode}
                  onShare={shareNode}
                  onRead={readNode}
                  onPreview={(file) => void openPreview(file)}
                  onDelete={() => mayDelete && selectedCount > 0 && setToDelete(files.chosenFiles())}
                  empty={<NothingShown words={words} onlyUnproven={onlyUnproven} />}
                />
              </PrivateNamesContext>
            </RowSendersContext>
          </ElsewhereContext>
        </FileOriginsContext>
      </FlushPanel>
      {hasLarge && (
        <Disclosure summary={t('files.howChecked')}>
          <CompareSha256Option
            above={sha256AnywayBytes}
            disabled={!state.canAct}
            checked={compareSha256}
            onChange={setCompareSha256}
          />
        </Disclosure>
      )}
      {origins.byFile.size > 0 && <OriginLegend />}
      <KeepWhileClosing item={toDelete}>
        {(files, open) => (
          <DeleteFilesDialog
            open={open}
            files={files}
            nameOf={({ name }) => name}
            trash={folder.trash}
            expiryOf={expiryOf}
            onCancel={() => setToDelete(null)}
            onConfirm={() => void deleteConfirmed(files)}
          />
        )}
      </KeepWhileClosing>
      {isUnlocked && (
        <KeepWhileClosing item={shownSender}>
          {(file, open) => <SenderDialog open={open} {...file} onClose={() => setShownSender(null)} />}
        </KeepWhileClosing>
      )}
      {preview.dialog}
      {keeping.dialog}
      {question}
      {sharing.dialogProps && createLinkDialog(sharing.dialogProps)}
      {copying.dialogProps && copyFilesDialog(copying.dialogProps)}
    </>
  )
}

interface DownloadOptions extends Pick<Unlock, 'unlock'> {
  folder: Folder
  compareSha256: boolean
  onlyUnproven: boolean
  isBySender: boolean
  elsewhere: Origins['elsewhere']
}

type DownloadWishes = Pick<DownloadRequest, 'toShareSheet' | 'onContent' | 'isElsewhereAccepted'>

const expiryOf = ({ record }: FileNode) => record.expires_at

/** Names the filter in texts. */
const filterName = (onlyUnproven: boolean) => (onlyUnproven ? 'unproven' : 'new')

/** Asks for the key if it is locked, then downloads. */
function useDownload(options: DownloadOptions, shownTree: FileTree) {
  const { folder, unlock, compareSha256, onlyUnproven, isBySender, elsewhere } = options
  const dispatch = useAppDispatch()
  /** Saves a file that was not sent to this folder; null without one. */
  const [saveAfterQuestion, setQuestion] = useState<(() => void) | null>(null)
  const download = async (
    records: readonly FileRecord[],
    scope: ArchiveScope,
    wishes: DownloadWishes = {},
  ) => {
    const archiveName = archiveFilename(folder.title, scope)
    const key = await unlock(() => t('files.downloadPurpose'))
    const request = { folder, records, archiveName, compareSha256, isBySender, ...wishes }
    return key && dispatch(downloadOwnFiles(request, key))
  }
  const saveFile = async ({ record }: FileNode, wishes: DownloadWishes = {}) => {
    const save = (isElsewhereAccepted: boolean) =>
      download([record], 'selected', { ...wishes, isElsewhereAccepted })
    // Before the key is open nothing is known of the file.
    if (elsewhere.has(record.id) || wasSentElsewhere(await save(false)))
      setQuestion(() => () => void save(true))
  }
  const downloadNode = (node: TreeNode) => {
    if (node.kind === 'file') void saveFile(node)
    else if (node.to === node.from)
      notify('info', t('files.noneMatchIn', { name: node.name, filter: filterName(onlyUnproven) }))
    else void download(recordsIn(shownTree, node), { directory: node.name })
  }
  const shareNode = (node: TreeNode) => {
    if (node.kind === 'file') void saveFile(node, { toShareSheet: true })
  }
  const isUnlocked = useUnlockedKey() !== null
  const { onContent, dialog } = useMessageReader(isUnlocked)
  const readNode = (node: FileNode) => void saveFile(node, { onContent })
  const loadPreview = async (
    { record }: FileNode,
    onContent: (content: Blob) => void,
    signal: AbortSignal,
  ) => {
    const key = await unlock(() => t('preview.purpose'))
    // Another file may be shown by now.
    if (!key || signal.aborted) return null
    const request = { folder, records: [record], archiveName: '', compareSha256: false, isBySender: false }
    const saving = await dispatch(downloadOwnFiles({ ...request, onContent, isPreview: true }, key))
    return saving?.end.type === 'failed' ? () => ownerEndText(saving).text : null
  }
  const question = (
    <>
      {dialog}
      <ConfirmDialog
        open={saveAfterQuestion !== null}
        title={t('files.openElsewhere')}
        confirmLabel={t('files.download')}
        onConfirm={() => {
          setQuestion(null)
          saveAfterQuestion?.()
        }}
        onCancel={() => setQuestion(null)}
      >
        {t('files.openElsewhereText')}
      </ConfirmDialog>
    </>
  )
  return { download, downloadNode, shareNode, readNode, loadPreview, question }
}

/** The action on the selected files that are deleted by date, undefined if there is none, and its dialog. */
function useKeepLonger(folder: Folder, { files }: FileTree, selected: Selection) {
  const rules = useEffectiveRules() ?? noRules
  const [asked, setAsked] = useState<
    (Pick<Parameters<typeof KeepLongerDialog>[0], 'files' | 'choices'> & { at: number }) | null
  >(null)
  const dated = useMemo(
    () => recordsOf(files).filter(({ id, expires_at }) => expires_at !== undefined && selected.has(id)),
    [files, selected],
  )
  const ask = () => {
    const at = serverNow()
    const choices = keepingChoices(dated, rules, at)
    if (choices.length > 0) setAsked({ files: dated, choices, at })
    else notify('info', t('files.keptMost'))
  }
  const dialog = (
    <KeepWhileClosing item={asked}>
      {({ at, ...shown }, open) => (
        <KeepLongerDialog
          {...shown}
          key={at}
          open={open}
          folderId={folder.id}
          onClose={() => setAsked(null)}
        />
      )}
    </KeepWhileClosing>
  )
  return { offer: dated.length > 0 && mayManage(folder) ? ask : undefined, dialog }
}

/** True if the download of a file was refused because it was not sent to this folder. */
const wasSentElsewhere = (saving: EndedSaving | null): boolean =>
  saving?.end.type === 'failed' && saving.end.fault.code === 'sent-elsewhere'

/** Asks for the key if it is locked; `dialogProps` holds the files that the dialog is open for. */
function useFilesDialog(folder: Folder, unlock: Unlock['unlock'], purpose: () => string) {
  const [dialogProps, setDialogProps] = useState<FilesDialogProps | null>(null)
  const open = async (files: readonly FileNode[]) => {
    const unlockedKey = await unlock(purpose)
    if (!unlockedKey) return
    const rowNames = new Map(files.map(({ record, name }) => [record.id, name]))
    const onClose = () => setDialogProps(null)
    setDialogProps({ folder, records: recordsOf(files), rowNames, unlockedKey, onClose })
  }
  return { dialogProps, open }
}

function NothingShown({ words, onlyUnproven }: { words: string; onlyUnproven: boolean }) {
  if (words !== '') return <EmptyState title={t('files.noneNamed', { words })} />
  return <EmptyState title={t('files.noneMatch', { filter: filterName(onlyUnproven) })} />
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
