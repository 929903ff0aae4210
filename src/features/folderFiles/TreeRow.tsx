import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import FolderIcon from '@mui/icons-material/FolderOutlined'
import { type CSSProperties, memo, type MouseEvent, useContext } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { wordsOfFingerprint } from '../../crypto/index.ts'
import { FileName } from '../../ui/FileName.tsx'
import { count, formatDateTime, keyName } from '../../ui/format.ts'
import { Size } from '../../ui/Size.tsx'
import { useAppSelector } from '../../store/hooks.ts'
import { differenceTexts, unsealedText } from '../../saving/differenceTexts.ts'
import type { DirectoryNode, FileNode, TreeNode } from './fileTree.ts'
import { damagedRemark } from './damagedTexts.ts'
import { copiedText, MarkedFileIcon, OriginWord, wrongText } from './OriginMark.tsx'
import { type OriginMark, OriginMarks } from './origins.ts'
import { selectIsClosed, selectIsLate, selectIsUnsealed } from './sealedFilesSlice.ts'
import type { CheckState } from './selection.ts'
import type { TreeRow as Row } from './treeRows.ts'

export interface RowActions {
  /** A click on the row or its checkbox: with Shift from the row before, with Ctrl or on the box this one. */
  onPick: (node: TreeNode, event: { shiftKey: boolean; toggles: boolean }) => void
  onOpen: (key: string) => void
  onDownload: (node: TreeNode) => void
}

interface TreeRowProps {
  row: Row
  /** Its place among all rows, from 1, the head included. */
  index: number
  isOpen: boolean
  /** The one row that Tab leads to. */
  isActive: boolean
  check: CheckState
  busy: boolean
  actions: RowActions
}

/** One line of the tree. The arrow keys reach what has `data-cell`; the keys themselves are `FileTree`'s. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { row, index, isOpen, isActive, check, busy, actions } = props
  const { node, level, position, setSize } = row
  const name = shownText(node.name)
  const isDirectory = node.kind === 'directory'

  function onClick(event: MouseEvent<HTMLElement>) {
    if (event.target instanceof Element && event.target.closest('button, input')) return
    actions.onPick(node, { shiftKey: event.shiftKey, toggles: event.ctrlKey || event.metaKey })
  }

  return (
    <div
      role="row"
      tabIndex={isActive ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-rowindex={index}
      aria-selected={check === 'checked'}
      {...(isDirectory && { 'aria-expanded': isOpen })}
      className="cells body"
      data-key={node.key}
      data-check={check}
      style={indentOf(level)}
      onClick={onClick}
      // Shift and a click would select the text between.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <span role="gridcell" className="check">
        <input
          type="checkbox"
          tabIndex={-1}
          data-cell="check"
          aria-label={`Select ${name}`}
          checked={check === 'checked'}
          disabled={busy || node.to === node.from}
          ref={(input) => {
            if (input) input.indeterminate = check === 'indeterminate'
          }}
          onClick={(event) => actions.onPick(node, { shiftKey: event.shiftKey, toggles: true })}
          // The click above has done it; React asks for this one.
          onChange={() => undefined}
        />
      </span>
      <span role="gridcell" className="name">
        {isDirectory ? (
          <DirectoryName name={node.name} isOpen={isOpen} onOpen={() => actions.onOpen(node.key)} />
        ) : (
          <>
            <span className="opener" />
            <FileNameCell file={node} />
          </>
        )}
      </span>
      {isDirectory ? <DirectoryFigures node={node} /> : <FileFigures file={node} />}
      <span role="gridcell" className="action">
        <button
          type="button"
          tabIndex={-1}
          data-cell="action"
          className="download"
          disabled={busy}
          aria-label={`Download ${name}`}
          onClick={() => actions.onDownload(node)}
        >
          <span className="wide">Download</span>
          <DownloadIcon className="narrow" fontSize="small" />
        </button>
      </span>
    </div>
  )
})

const indentOf = (level: number) => ({ '--depth': level - 1 }) as CSSProperties

interface DirectoryNameProps {
  name: string
  isOpen: boolean
  onOpen: () => void
}

function DirectoryName({ name, isOpen, onOpen }: DirectoryNameProps) {
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        className="opener"
        aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${shownText(name)}`}
        onClick={onOpen}
      >
        <ChevronRightIcon fontSize="small" data-open={isOpen} />
      </button>
      <FolderIcon className="icon" />
      <button type="button" tabIndex={-1} data-cell="name" className="label" onClick={onOpen}>
        <FileName name={name} />
      </button>
    </>
  )
}

function FileNameCell({ file }: { file: FileNode }) {
  const mark = useContext(OriginMarks).get(file.record.id)
  return (
    <>
      <MarkedFileIcon mark={mark} />
      <FileLabel file={file} mark={mark} />
    </>
  )
}

function FileLabel({ file, mark }: { file: FileNode; mark: OriginMark | undefined }) {
  const { name, record, isDuplicate, differences } = file
  const { uploader_email, sealed_to, damaged_at } = record
  const isUnsealed = useAppSelector((state) => selectIsUnsealed(state, record.id))
  // Which key it is sealed to is the server's word; that it does not open is not.
  const isClosed = useAppSelector((state) => selectIsClosed(state, record.id))
  const isLate = useAppSelector((state) => selectIsLate(state, record.id))
  const remarks = [
    uploader_email && shownText(uploader_email),
    isClosed && sealed_to !== undefined && 'sealed to an older key',
    mark === 'copied' && copiedText,
  ].filter(Boolean)
  return (
    <span className="label" tabIndex={-1} data-cell="name">
      <span className="line" title={shownText(name)}>
        {/* A phone has no pointer that shows the whole name. */}
        <FileName name={name} whole="on-phone" />
        {isDuplicate && (
          <span className="dup" title="Another file here has the same content">
            (Dup)
          </span>
        )}
        <OriginWord mark={mark} />
      </span>
      {mark === 'wrong' && <span className="remark wrong">{wrongText}</span>}
      {damaged_at !== undefined && <span className="remark wrong">{damagedRemark(damaged_at)}</span>}
      {differences.length > 0 && (
        <span className="remark altered" title={`The server shows ${shownText(record.stored_filename)}`}>
          {differences.map((one) => differenceTexts[one]).join(' · ')}
        </span>
      )}
      {isUnsealed && (
        <span className="remark altered" title="No manifest came with this file: nothing vouches for it">
          {unsealedText}
        </span>
      )}
      {isLate && (
        <span
          className="remark altered"
          title="By the server’s clock. Its upload had begun before, or somebody who was removed has made it: the folder’s key has been changed since."
        >
          arrived after the key was changed
        </span>
      )}
      {remarks.length > 0 && (
        <span
          className="remark"
          title={sealed_to && `Sealed to the key ${keyName(wordsOfFingerprint(sealed_to) ?? [sealed_to])}`}
        >
          {remarks.join(' · ')}
        </span>
      )}
    </span>
  )
}

function FileFigures({ file: { record } }: { file: FileNode }) {
  const { upload_time, last_downloaded_admin, file_size } = record
  return (
    <>
      <span role="gridcell" className="uploaded" tabIndex={-1} data-cell="uploaded">
        {formatDateTime(upload_time)}
      </span>
      <span role="gridcell" className="downloaded" tabIndex={-1} data-cell="downloaded">
        <span className="caption">Downloaded: </span>
        {last_downloaded_admin === null ? 'Never' : formatDateTime(last_downloaded_admin)}
      </span>
      <span role="gridcell" className="size" tabIndex={-1} data-cell="size">
        <Size bytes={file_size} />
      </span>
    </>
  )
}

function DirectoryFigures({ node: { from, to, bytes } }: { node: DirectoryNode }) {
  const files = to - from
  return (
    <>
      <span role="gridcell" className="uploaded muted" tabIndex={-1} data-cell="uploaded">
        {files === 0 ? 'Empty' : count(files, 'file')}
      </span>
      <span role="gridcell" className="downloaded" />
      <span role="gridcell" className="size muted" tabIndex={-1} data-cell="size">
        {files > 0 && <Size bytes={bytes} />}
      </span>
    </>
  )
}
