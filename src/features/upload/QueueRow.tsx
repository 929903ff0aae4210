import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import { memo, type ReactElement } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { t } from '../../../i18n/t.ts'
import { FileName } from '../../ui/FileName.tsx'
import { FolderPath } from '../../ui/FolderPath.tsx'
import { formatBytes } from '../../../i18n/format.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { type Failure, failureText } from './failureTexts.ts'
import type { QueuedFile } from './queue.ts'
import { hasThumbnail, Thumbnail } from './Thumbnail.tsx'
import { isTouch } from './tabState.ts'
import { selectFile } from './queueSlice.ts'
import { selectUpload, type UploadState } from './uploadSlice.ts'

interface QueueRowProps {
  id: number
  locked: boolean
  /** Removes a file; `asksFirst` is true if part of it is already on the server. */
  onRemove: (id: number, asksFirst: boolean) => void
}

/** A file of the queue: name, progress, and a button to remove it. */
export const QueueRow = memo(function QueueRow({ id, locked, onRemove }: QueueRowProps) {
  useLanguage()
  const file = useAppSelector((state) => selectFile(state, id))
  if (!file) return null
  const { name, relativePath, size, status } = file
  // On touch devices files are mostly pictures with meaningless names.
  const hasPicture = isTouch() && hasThumbnail(id)
  const removable = !locked && (status === 'pending' || status === 'error')
  return (
    <div className="file" data-status={status} data-picture={hasPicture}>
      {hasPicture && <Thumbnail id={id} />}
      <span className="name" title={shownText(name)}>
        <FileName name={name} />
      </span>
      {relativePath !== '.' && (
        <span className="folder">
          <FolderPath path={relativePath} />
        </span>
      )}
      <span className="size">{formatBytes(size)}</span>
      <span className="status">
        <FileState file={file} />
      </span>
      {removable ? (
        <IconButton
          size="small"
          className="remove"
          aria-label={t('upload.removeFile', { name: shownText(name) })}
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
          aria-label={t('upload.progressOf', { name: shownText(name) })}
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
  const connectionLost = useAppSelector((state) => selectUpload(state).connectionLost)
  switch (file.status) {
    case 'pending':
      return file.arrivedBytes > 0
        ? t('upload.pendingSent', { bytes: formatBytes(file.arrivedBytes) })
        : t('upload.pending')
    case 'hashing':
      return t('upload.hashing')
    case 'encrypting':
      return t('upload.encrypting')
    case 'uploading':
      return uploadingText(file, { paused, connectionLost })
    case 'success':
      return <StatusText tone="good">{t('upload.success')}</StatusText>
    case 'error':
      return file.failure && <FailureState failure={file.failure} />
  }
}

/** Returns the text of a file that waits, is being sent, or is not confirmed yet. */
function uploadingText(
  file: QueuedFile,
  { paused, connectionLost }: Pick<UploadState, 'paused' | 'connectionLost'>,
): string {
  if (paused && file.sentBytes > 0) return t('upload.paused')
  if (file.sentBytes === file.size) return t('upload.rowConfirming')
  if (paused || connectionLost || file.sentBytes === 0) return t('upload.rowWaiting')
  return t('upload.uploadingAt', { percent: percent(file) })
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
