import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import FolderIcon from '@mui/icons-material/FolderOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import { type CSSProperties, type KeyboardEvent, memo } from 'react'
import { formatDateTime, formatKilobytes } from '../../ui/format.ts'
import type { DirectoryNode, FileNode, TreeNode } from './fileTree.ts'
import type { CheckState } from './selection.ts'

export interface RowActions {
  onToggle: (fileIds: readonly number[]) => void
  onOpen: (key: string) => void
  onDownload: (node: TreeNode) => void
}

interface TreeRowProps {
  node: TreeNode
  level: number
  /** Its place among all rows, from 1, the head included. */
  index: number
  isOpen: boolean
  check: CheckState
  busy: boolean
  actions: RowActions
}

/** One line of the tree. It has the focus itself: Space selects, Enter opens a directory. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const { node, level, index, isOpen, check, busy, actions } = props
  const isDirectory = node.kind === 'directory'
  const toggle = () => {
    if (!busy) actions.onToggle(isDirectory ? node.fileIds : [node.record.id])
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget) return
    if (event.key === ' ') toggle()
    else if (event.key === 'Enter' && isDirectory) actions.onOpen(node.key)
    else return
    event.preventDefault()
  }

  return (
    <div
      role="row"
      tabIndex={0}
      aria-level={level}
      aria-rowindex={index}
      aria-selected={check === 'checked'}
      {...(isDirectory && { 'aria-expanded': isOpen })}
      className="cells body"
      data-check={check}
      style={indentOf(level)}
      onKeyDown={onKeyDown}
    >
      <span role="gridcell" className="check">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${node.name}`}
          checked={check === 'checked'}
          disabled={busy}
          ref={(input) => {
            if (input) input.indeterminate = check === 'indeterminate'
          }}
          onChange={toggle}
        />
      </span>
      <span role="gridcell" className="name">
        {isDirectory ? (
          <button
            type="button"
            tabIndex={-1}
            className="opener"
            aria-label={`${isOpen ? 'Collapse' : 'Expand'} ${node.name}`}
            onClick={() => actions.onOpen(node.key)}
          >
            <ChevronRightIcon fontSize="small" data-open={isOpen} />
          </button>
        ) : (
          <span className="opener" />
        )}
        {isDirectory ? <FolderIcon className="icon" /> : <FileIcon className="icon" />}
        {isDirectory ? (
          <button type="button" tabIndex={-1} className="label" onClick={() => actions.onOpen(node.key)}>
            <bdi>{node.name}</bdi>
          </button>
        ) : (
          <FileName file={node} />
        )}
      </span>
      {isDirectory ? <DirectoryFigures node={node} /> : <FileFigures file={node} />}
      <span role="gridcell" className="action">
        <button
          type="button"
          className="download"
          disabled={busy}
          aria-label={`Download ${node.name}`}
          onClick={() => actions.onDownload(node)}
        >
          Download
        </button>
      </span>
    </div>
  )
})

const indentOf = (level: number) => ({ '--indent': `${(level - 1) * 22}px` }) as CSSProperties

function FileName({ file: { name, record, isDuplicate } }: { file: FileNode }) {
  const { uploader_email, sealed_to } = record
  const remarks = [uploader_email, sealed_to !== undefined && 'sealed to an older key'].filter(Boolean)
  return (
    <span className="label">
      <span className="line" title={name}>
        <bdi>{name}</bdi>
        {isDuplicate && (
          <span className="dup" title="Another file here has the same content">
            (Dup)
          </span>
        )}
      </span>
      {remarks.length > 0 && (
        <span className="remark" title={sealed_to ? `Sealed to the key ${sealed_to}` : undefined}>
          {remarks.join(' · ')}
        </span>
      )}
    </span>
  )
}

function FileFigures({ file: { record } }: { file: FileNode }) {
  return (
    <>
      <span role="gridcell" className="uploaded">
        {formatDateTime(record.upload_time)}
      </span>
      <span role="gridcell" className="downloaded">
        <span className="caption">Last downloaded </span>
        {formatDateTime(record.last_downloaded_admin)}
      </span>
      <span role="gridcell" className="size">
        {formatKilobytes(record.file_size)}
      </span>
    </>
  )
}

function DirectoryFigures({ node }: { node: DirectoryNode }) {
  const { length } = node.fileIds
  return (
    <>
      <span role="gridcell" className="uploaded muted">
        {`${length.toLocaleString()} ${length === 1 ? 'file' : 'files'}`}
      </span>
      <span role="gridcell" className="downloaded" />
      <span role="gridcell" className="size muted">
        {formatKilobytes(node.bytes)}
      </span>
    </>
  )
}
