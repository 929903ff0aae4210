import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import { memo, type ReactElement } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { FileName } from '../../ui/FileName.tsx'
import { formatBytes } from '../../ui/format.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { type Failure, failureText } from './failureTexts.ts'
import type { QueuedFile } from './queue.ts'
import { selectFile } from './queueSlice.ts'
import { selectUpload } from './uploadSlice.ts'

interface QueueRowProps {
  id: number
  locked: boolean
  /** Asks before a file is removed of which something has arrived. */
  onRemove: (id: number, asksFirst: boolean) => void
}

/** One file: its name, how far it is, and how to take it off the list. */
export const QueueRow = memo(function QueueRow({ id, locked, onRemove }: QueueRowProps) {
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
          data-file={id}
          onClick={() => onRemove(id, file.arrivedBytes > 0)}
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

function FileState({ file }: { file: QueuedFile }): ReactElement | string | null {
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
