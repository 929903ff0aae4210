import CloseIcon from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import { memo, type ReactElement } from 'react'
import { shownText } from '../../../../contract/shownText.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { useLanguage } from '../../../i18n/useLanguage.ts'
import { t } from '../../../../i18n/t.ts'
import { FileName } from '../../../ui/values/FileName.tsx'
import { FolderPath } from '../../../ui/values/FolderPath.tsx'
import { RowProgressBar } from '../../../ui/values/RowProgressBar.tsx'
import { shownBytes } from '../../../../i18n/format.ts'
import { StatusText } from '../../../ui/messages/StatusText.tsx'
import { isTouch } from '../../../platform/isTouch.ts'
import { type FileFailure, failureText } from './failureTexts.ts'
import { isWaiting, type QueuedFile } from './queue.ts'
import { hasThumbnail, Thumbnail } from './Thumbnail.tsx'
import { selectFile } from './queueSlice.ts'
import { percentSent, rowStatusText } from './rowStatusText.ts'
import { selectUpload } from '../uploadSlice.ts'

interface QueueRowProps {
  id: number
  /** True below the row of its folder. */
  isNested: boolean
  locked: boolean
  /** Removes a file; `asksFirst` is true if part of it is already on the server. */
  onRemove: (id: number, asksFirst: boolean) => void
}

export const QueueRow = memo(function QueueRow({ id, isNested, locked, onRemove }: QueueRowProps) {
  useLanguage()
  const file = useAppSelector((state) => selectFile(state, id))
  if (!file) return null
  const { name, relativePath, size, status } = file
  // On touch devices files are mostly pictures with meaningless names.
  const hasPicture = isTouch() && hasThumbnail(id)
  const removable = !locked && isWaiting(file)
  return (
    <div className="file" data-status={status} data-picture={hasPicture} data-nested={isNested}>
      {hasPicture && <Thumbnail id={id} />}
      <span className="name" title={shownText(name)}>
        <FileName name={name} />
      </span>
      {relativePath !== '.' && (
        <span className="folder">
          <FolderPath path={relativePath} />
        </span>
      )}
      <span className="size">{shownBytes(size)}</span>
      <span className="status">
        <FileStatusText file={file} />
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
      {status === 'uploading' && <RowProgressBar name={name} percent={percentSent(file)} />}
    </div>
  )
})

function FileStatusText({ file }: { file: QueuedFile }): ReactElement | string | null {
  const paused = useAppSelector((state) => selectUpload(state).paused)
  const connectionLost = useAppSelector((state) => selectUpload(state).connectionLost)
  const text = rowStatusText(file, { paused, connectionLost })
  if (text === null) return file.failure && <FailureText failure={file.failure} />
  return file.status === 'success' ? <StatusText tone="good">{text}</StatusText> : text
}

function FailureText({ failure }: { failure: FileFailure }) {
  const { error, reason } = failureText(failure)
  return (
    <StatusText tone="bad">
      <span>{shownText(error)}</span>
      {reason !== null && <span className="reason">{shownText(reason)}</span>}
    </StatusText>
  )
}
