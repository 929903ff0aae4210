import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef, useState } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FileName } from '../../ui/FileName.tsx'
import { formatBytes } from '../../ui/format.ts'
import { rowBar } from '../../ui/rowBar.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { type Failure, failureText } from './failureTexts.ts'
import { removalText } from './lossTexts.ts'
import { type QueuedFile, selectFile, selectOrder, selectQueue } from './queueSlice.ts'
import { rowAt } from './rowBlocks.ts'
import { fileRemoved } from './uploadEvents.ts'
import { selectIsSending, selectUpload } from './uploadSlice.ts'

/** The scrolling list of files: only the rows in sight exist. */
export function QueueList() {
  const order = useAppSelector(selectOrder)
  const locked = useAppSelector(selectIsSending)
  const scroller = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<number | null>(null)
  const virtual = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 52,
    getItemKey: (index) => order[index] ?? index,
    overscan: 6,
  })
  const letGo = useFollowing(locked, (index) => virtual.scrollToIndex(index, { align: 'start' }))

  return (
    <Box
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="Files in the queue"
      onWheel={letGo}
      onPointerDown={letGo}
      onKeyDown={letGo}
      sx={listStyles}
    >
      <div role="list" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            role="listitem"
            aria-setsize={order.length}
            aria-posinset={index + 1}
            className="row"
            style={{ transform: `translateY(${start}px)` }}
          >
            <QueueRow id={order[index] ?? -1} locked={locked} askFirst={setAsked} />
          </div>
        ))}
      </div>
      <RemovalDialog id={asked} onClose={() => setAsked(null)} />
    </Box>
  )
}

function RemovalDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const dispatch = useAppDispatch()
  const file = useAppSelector((state) => (id === null ? null : selectFile(state, id)))
  return (
    <ConfirmDialog
      open={file !== null}
      title={`Remove ${shownText(file?.name ?? '')}?`}
      confirmLabel="Remove"
      destructive
      onConfirm={() => {
        if (id !== null) dispatch(fileRemoved(id))
        onClose()
      }}
      onCancel={onClose}
    >
      {removalText({ files: 1, bytes: file?.arrivedBytes ?? 0 })}
    </ConfirmDialog>
  )
}

/**
 * While files are sent the list shows the first that is not through, until somebody scrolls it. Files end more or less
 * in their order, so the search goes on where it was, and never over the whole list.
 */
function useFollowing(sending: boolean, show: (index: number) => void): () => void {
  const queue = useAppSelector(selectQueue)
  const front = useRef(0)
  const isFollowing = useRef(true)
  useEffect(() => {
    if (!sending) {
      front.current = 0
      isFollowing.current = true
      return
    }
    const before = front.current
    const hasEnded = (index: number) => {
      const status = rowAt(queue.rows, queue.order[index] ?? -1)?.status
      return status === 'success' || status === 'error'
    }
    while (front.current < queue.order.length - 1 && hasEnded(front.current)) front.current++
    if (isFollowing.current && front.current !== before) show(front.current)
  })
  return () => void (isFollowing.current = false)
}

interface QueueRowProps {
  id: number
  locked: boolean
  /** Before a file is removed of which something has arrived. */
  askFirst: (id: number) => void
}

const QueueRow = memo(function QueueRow({ id, locked, askFirst }: QueueRowProps) {
  const dispatch = useAppDispatch()
  const file = useAppSelector((state) => selectFile(state, id))
  if (!file) return null
  const { name, relativePath, size, status } = file
  const folder = relativePath === '.' ? '' : `${shownText(relativePath)}/`
  const removable = !locked && (status === 'pending' || status === 'error')
  return (
    <div className="file" data-status={status}>
      <span className="name" title={folder + shownText(name)}>
        {folder !== '' && <bdi className="folder">{folder}</bdi>}
        <FileName name={name} />
      </span>
      <span className="size">{formatBytes(size)}</span>
      <span className="status">
        <FileState file={file} />
      </span>
      {removable ? (
        <IconButton
          size="small"
          className="remove"
          aria-label={`Remove ${shownText(name)}`}
          onClick={() => (file.arrivedBytes > 0 ? askFirst(id) : dispatch(fileRemoved(id)))}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      ) : (
        <span className="remove" />
      )}
      {status === 'uploading' && (
        <span
          className="bar"
          role="progressbar"
          aria-label={`Progress of ${shownText(name)}`}
          aria-valuenow={percent(file)}
        >
          <span style={{ transform: `scaleX(${percent(file) / 100})` }} />
        </span>
      )}
    </div>
  )
})

const percent = ({ size, sentBytes }: QueuedFile): number =>
  size === 0 ? 0 : Math.floor((sentBytes / size) * 100)

function FileState({ file }: { file: QueuedFile }) {
  const paused = useAppSelector((state) => selectUpload(state).paused)
  switch (file.status) {
    case 'pending':
      return file.arrivedBytes > 0 ? `Pending, ${formatBytes(file.arrivedBytes)} sent` : 'Pending'
    case 'hashing':
      return 'Hashing'
    case 'encrypting':
      return 'Encrypting'
    case 'uploading':
      return `${paused ? 'Paused at' : 'Uploading'} ${percent(file)} %`
    case 'success':
      return <StatusText tone="good">Success</StatusText>
    case 'error':
      return file.failure && <FailureState failure={file.failure} />
  }
}

function FailureState({ failure }: { failure: Failure }) {
  const { error, reason } = failureText(failure)
  return (
    <StatusText tone="bad">
      <span>{shownText(error)}</span>
      {reason !== null && <span className="reason">{shownText(reason)}</span>}
    </StatusText>
  )
}

/** One set of rules on the list: rows come and go while scrolling, and bring no styles of their own. */
const listStyles = {
  // As high as this once there are files enough to fill it.
  maxHeight: '15rem',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  borderTop: 1,
  borderColor: 'divider',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '& .row': { position: 'absolute', top: 0, left: 0, width: '100%' },
  '& .file': {
    position: 'relative',
    display: 'grid',
    alignItems: 'center',
    columnGap: 1.5,
    minHeight: 52,
    pl: { xs: 2, sm: 3 },
    pr: { xs: 1, sm: 2 },
    py: 0.75,
    borderBottom: 1,
    borderColor: 'divider',
    fontSize: '0.875rem',
    lineHeight: 1.4,
    gridTemplateColumns: { xs: 'auto minmax(0, 1fr) 34px', sm: 'minmax(0, 1fr) 5.5rem 7.5rem 34px' },
    gridTemplateAreas: {
      xs: '"name name remove" "size status remove"',
      sm: '"name size status remove"',
    },
  },
  '& .file[data-status="error"]': {
    alignItems: { xs: 'baseline', sm: 'center' },
    gridTemplateAreas: {
      xs: '"name name remove" "size status remove"',
      sm: '"name size . remove" "status status status remove"',
    },
  },
  '& .name': {
    gridArea: 'name',
    minWidth: 0,
    display: 'flex',
    whiteSpace: 'nowrap',
    fontWeight: 500,
    '& > .file-name': { flex: '0 1 auto' },
  },
  '& .folder': {
    color: 'text.secondary',
    fontWeight: 400,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    flex: '0 4 auto',
    minWidth: '2rem',
  },
  '& .size': {
    gridArea: 'size',
    color: 'text.secondary',
    textAlign: { sm: 'right' },
    whiteSpace: 'nowrap',
    fontSize: '0.8125rem',
  },
  '& .status': { gridArea: 'status', color: 'text.secondary', minWidth: 0, fontSize: '0.8125rem' },
  '& .reason': { color: 'text.secondary', display: 'block' },
  '& .remove': { gridArea: 'remove', justifySelf: 'end' },
  '& .bar': rowBar,
} as const
