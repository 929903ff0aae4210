import { styled } from '@mui/material/styles'
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from 'react'
import type { FileRecord, Folder } from '../../../contract/folders.ts'
import { useIsDownloading } from './useIsDownloading.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { maxFilesPerLink } from '../../../contract/limits.ts'
import { sha256AnywayBytes } from '../../transfer/open/job.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { useOffline } from '../../store/reach.ts'
import { CompareSha256 } from '../../ui/CompareSha256.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { count } from '../../ui/format.ts'
import { Lingering } from '../../ui/Lingering.tsx'
import { FlushPanel } from '../../ui/Panel.tsx'
import { useHeight } from '../../ui/useHeight.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { archiveFilename, type ArchiveScope } from './downloadNames.ts'
import { FileTree } from './FileTree.tsx'
import { type FileTree as Files, recordsIn, type TreeNode } from './fileTree.ts'
import { NameNotes } from './NameNotes.tsx'
import { downloadOwnFiles } from './ownDownload.ts'
import { OriginLegend } from './OriginMark.tsx'
import { OriginMarks, type Origins } from './origins.ts'
import { Toolbar } from './Toolbar.tsx'
import { useShownFiles } from './useShownFiles.ts'

/** Files that a download link is made of, or that are copied. */
export interface LinkDraft {
  folder: Folder
  records: readonly FileRecord[]
  unlockedKey: UnlockedKey
  onClose: () => void
}

interface FilePanelProps extends Pick<Unlock, 'unlock'> {
  /** As `unlock`, and refuses where no link may be made. */
  unlockToAct: Unlock['unlock']
  folder: Folder
  records: readonly FileRecord[]
  tree: Files
  origins: Origins
  /** Files of proven origin are out of sight. */
  onlyUnproven: boolean
  createLink: (draft: LinkDraft) => ReactNode
  copyFiles: (draft: LinkDraft) => ReactNode
}

/** Toolbar and tree, and what they begin. */
export function FilePanel(props: FilePanelProps) {
  const { folder, records, tree, origins, onlyUnproven, unlock, unlockToAct, createLink, copyFiles } = props
  const files = useShownFiles(tree, onlyUnproven ? origins.proven : undefined)
  const { shown, selected, selectedCount, total, words } = files
  const [doomed, setDoomed] = useState<readonly FileRecord[] | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [compareSha256, setCompareSha256] = useState(false)
  const hasLarge = useMemo(() => records.some(({ file_size }) => file_size > sha256AnywayBytes), [records])
  const downloading = useIsDownloading(folder.id)
  const offline = useOffline()
  const busy = downloading || deleting || offline
  // Members look, download and share; what is there is the owners' to delete.
  const mayDelete = folder.several?.role !== 'member'
  const toolbar = useRef<HTMLDivElement>(null)
  const toolbarHeight = useHeight(toolbar)
  const { download, downloadNode } = useDownload({ folder, unlock, compareSha256, onlyUnproven }, shown)
  const { share, sharing } = useSharing(folder, unlockToAct)
  const { copy, copying } = useCopying(folder, unlock)

  return (
    <>
      <NameNotes records={records} marks={origins.marks} />
      <FlushPanel style={heightOf(toolbarHeight)}>
        <ToolbarPlace ref={toolbar}>
          <Toolbar
            selectedCount={selectedCount}
            total={total}
            all={files.all}
            busy={busy}
            onlyNew={files.onlyNew}
            search={files.search}
            onToggleAll={files.toggleAll}
            onToggleFilter={files.toggleFilter}
            onSearch={files.setSearch}
            onCreateLink={() => void share(files.chosen())}
            onCopy={folder.several ? undefined : () => void copy(files.chosen())}
            onDownloadSelected={() => void download(files.chosen(), 'selected')}
            onDownloadAll={() => void download(recordsIn(shown), 'all')}
            onDelete={mayDelete ? () => setDoomed(files.chosen()) : undefined}
          />
        </ToolbarPlace>
        <OriginMarks value={origins.marks}>
          <FileTree
            tree={shown}
            isSearch={words !== ''}
            selected={selected}
            busy={busy}
            onSelect={files.select}
            onDownload={downloadNode}
            onDelete={() => mayDelete && selectedCount > 0 && setDoomed(files.chosen())}
            empty={<NothingShown words={words} onlyUnproven={onlyUnproven} />}
          />
        </OriginMarks>
      </FlushPanel>
      {hasLarge && <Checking disabled={busy} checked={compareSha256} onChange={setCompareSha256} />}
      {origins.marks.size > 0 && <OriginLegend />}
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
      {sharing && createLink(sharing)}
      {copying && copyFiles(copying)}
    </>
  )
}

const heightOf = (toolbar: number) => ({ '--toolbar': `${toolbar}px` }) as CSSProperties

interface DownloadOptions extends Pick<Unlock, 'unlock'> {
  folder: Folder
  compareSha256: boolean
  onlyUnproven: boolean
}

const neverDownloaded = "the 'Never Downloaded' filter"

/** Asks for the key where it is locked, and saves. */
function useDownload({ folder, unlock, compareSha256, onlyUnproven }: DownloadOptions, shown: Files) {
  const dispatch = useAppDispatch()
  const download = async (records: readonly FileRecord[], scope: ArchiveScope) => {
    const archiveName = archiveFilename(folder.title, scope)
    const key = await unlock('Your private key is needed to decrypt the files you want to download.')
    const request = { folder, records, archiveName, compareSha256 }
    if (key) await dispatch(downloadOwnFiles(request, key))
  }
  const downloadNode = (node: TreeNode) => {
    if (node.kind === 'file') void download([node.record], 'selected')
    else if (node.to === node.from)
      notify('info', `No files in "${node.name}" match ${onlyUnproven ? 'the filter' : neverDownloaded}.`)
    else void download(recordsIn(shown, node), { directory: node.name })
  }
  return { download, downloadNode }
}

/** Asks for the key where it is locked; `sharing` is what the dialog is shown for then. */
function useSharing(folder: Folder, unlock: Unlock['unlock']) {
  const [sharing, setSharing] = useState<LinkDraft | null>(null)
  const share = async (records: readonly FileRecord[]) => {
    if (records.length === 0) {
      notify('warning', 'Please select at least one file to create a download link.')
    } else if (records.length > maxFilesPerLink) {
      notify('warning', `A download link takes ${count(maxFilesPerLink, 'file')} at most.`)
    } else {
      const unlockedKey = await unlock('Your private key is needed to seal the file keys for the recipients.')
      if (unlockedKey) setSharing({ folder, records, unlockedKey, onClose: () => setSharing(null) })
    }
  }
  return { share, sharing }
}

/** As `useSharing`, for files that are copied into a folder of several people. */
function useCopying(folder: Folder, unlock: Unlock['unlock']) {
  const [copying, setCopying] = useState<LinkDraft | null>(null)
  const copy = async (records: readonly FileRecord[]) => {
    const unlockedKey = await unlock('Your private key is needed to seal the file keys for the other folder.')
    if (unlockedKey) setCopying({ folder, records, unlockedKey, onClose: () => setCopying(null) })
  }
  return { copy, copying }
}

function NothingShown({ words, onlyUnproven }: { words: string; onlyUnproven: boolean }) {
  if (words !== '') return <EmptyState title={`No files match “${words}”.`} />
  return <EmptyState title={`No files match ${onlyUnproven ? 'the filter' : neverDownloaded}.`} />
}

type CheckingProps = Pick<Parameters<typeof CompareSha256>[0], 'checked' | 'disabled' | 'onChange'>

function Checking(props: CheckingProps) {
  return (
    <Disclosure summary="How downloads are checked">
      <CompareSha256 above={sha256AnywayBytes} {...props} />
    </Disclosure>
  )
}

/** Stays in sight over a long list, where there is room for it. */
const ToolbarPlace = styled('div')(({ theme: { vars, breakpoints } }) => ({
  borderBottom: `1px solid ${vars.palette.divider}`,
  backgroundColor: vars.palette.background.paper,
  top: 'var(--titlebar)',
  zIndex: 2,
  [breakpoints.up('md')]: { position: 'sticky' },
}))
