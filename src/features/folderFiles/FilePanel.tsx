import { styled } from '@mui/material/styles'
import { type CSSProperties, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { certain } from '../../../contract/certain.ts'
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
import { chosenTree, type FileTree as Files, recordsIn, type TreeNode } from './fileTree.ts'
import { foldName } from './nameOrder.ts'
import { NameNotes } from './NameNotes.tsx'
import { downloadOwnFiles } from './ownDownload.ts'
import { checkState, selectedBefore, type Selection, withFiles } from './selection.ts'
import { Toolbar } from './Toolbar.tsx'

/** What a download link is made of. */
export interface LinkDraft {
  folderId: number
  records: readonly FileRecord[]
  unlockedKey: UnlockedKey
  onClose: () => void
}

interface FilePanelProps extends Pick<Unlock, 'unlock'> {
  folder: Folder
  records: readonly FileRecord[]
  tree: Files
  createLink: (draft: LinkDraft) => ReactNode
}

/** Toolbar and tree, and what they begin. */
export function FilePanel({ folder, records, tree, unlock, createLink }: FilePanelProps) {
  const files = useShownFiles(tree)
  const { shown, selected, selectedCount, total, words } = files
  const [doomed, setDoomed] = useState<readonly FileRecord[] | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [compareSha256, setCompareSha256] = useState(false)
  const hasLarge = useMemo(() => records.some(({ file_size }) => file_size > sha256AnywayBytes), [records])
  const downloading = useIsDownloading(folder.id)
  const offline = useOffline()
  const busy = downloading || deleting || offline
  const toolbar = useRef<HTMLDivElement>(null)
  const toolbarHeight = useHeight(toolbar)
  const { download, downloadNode } = useDownload({ folder, unlock, compareSha256 }, shown)
  const { share, sharing } = useSharing(folder.id, unlock)

  return (
    <>
      <NameNotes records={records} />
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
            onDownloadSelected={() => void download(files.chosen(), 'selected')}
            onDownloadAll={() => void download(recordsIn(shown), 'all')}
            onDelete={() => setDoomed(files.chosen())}
          />
        </ToolbarPlace>
        <FileTree
          tree={shown}
          isSearch={words !== ''}
          selected={selected}
          busy={busy}
          onSelect={files.select}
          onDownload={downloadNode}
          onDelete={() => selectedCount > 0 && setDoomed(files.chosen())}
          empty={<NothingShown words={words} />}
        />
      </FlushPanel>
      {hasLarge && <Checking disabled={busy} checked={compareSha256} onChange={setCompareSha256} />}
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
    </>
  )
}

const heightOf = (toolbar: number) => ({ '--toolbar': `${toolbar}px` }) as CSSProperties

const noFiles: Selection = new Set()

/** Which files are in sight, and which of them are selected. */
function useShownFiles(tree: Files) {
  const [onlyNew, setOnlyNew] = useState(false)
  const [search, setSearch] = useState('')
  const [selected, select] = useState(noFiles)
  // Typing goes first; the tree follows.
  const words = useDeferredValue(search).trim()
  const shown = useMemo(
    () => chosenTree(tree, { onlyNew, words: foldName(words).split(/\s+/).filter(Boolean) }),
    [tree, onlyNew, words],
  )
  const sums = useMemo(() => selectedBefore(shown, selected), [shown, selected])
  const total = shown.files.length
  const selectedCount = certain(sums[total])
  return {
    onlyNew,
    toggleFilter: () => setOnlyNew(!onlyNew),
    search,
    setSearch,
    words,
    shown,
    total,
    selected,
    select,
    selectedCount,
    all: checkState(shown.root, sums),
    toggleAll: () => select(withFiles(selected, shown.files, selectedCount < total)),
    chosen: () => recordsIn(shown).filter(({ id }) => selected.has(id)),
  }
}

interface DownloadOptions extends Pick<Unlock, 'unlock'> {
  folder: Folder
  compareSha256: boolean
}

/** Asks for the key where it is locked, and saves. */
function useDownload({ folder, unlock, compareSha256 }: DownloadOptions, shown: Files) {
  const dispatch = useAppDispatch()
  const download = async (records: readonly FileRecord[], scope: ArchiveScope) => {
    const archiveName = archiveFilename(folder.title, scope)
    const key = await unlock('Your private key is needed to decrypt the files you want to download.')
    const request = { folderId: folder.id, records, archiveName, compareSha256 }
    if (key) await dispatch(downloadOwnFiles(request, key))
  }
  const downloadNode = (node: TreeNode) => {
    if (node.kind === 'file') void download([node.record], 'selected')
    else if (node.to === node.from)
      notify('info', `No files in "${node.name}" match the 'Never Downloaded' filter.`)
    else void download(recordsIn(shown, node), { directory: node.name })
  }
  return { download, downloadNode }
}

/** Asks for the key where it is locked; `sharing` is what the dialog is shown for then. */
function useSharing(folderId: number, unlock: Unlock['unlock']) {
  const [sharing, setSharing] = useState<LinkDraft | null>(null)
  const share = async (records: readonly FileRecord[]) => {
    if (records.length === 0) {
      notify('warning', 'Please select at least one file to create a download link.')
    } else if (records.length > maxFilesPerLink) {
      notify('warning', `A download link takes ${count(maxFilesPerLink, 'file')} at most.`)
    } else {
      const unlockedKey = await unlock('Your private key is needed to seal the file keys for the recipients.')
      if (unlockedKey) setSharing({ folderId, records, unlockedKey, onClose: () => setSharing(null) })
    }
  }
  return { share, sharing }
}

function NothingShown({ words }: { words: string }) {
  const title = words === '' ? "No files match the 'Never Downloaded' filter." : `No files match “${words}”.`
  return <EmptyState title={title} />
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
