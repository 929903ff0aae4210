import ChevronRightIcon from '@mui/icons-material/ChevronRight'
import ButtonBase from '@mui/material/ButtonBase'
import { shallowEqual } from 'react-redux'
import { shownText } from '../../../../contract/shownText.ts'
import { formatBytes } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/t.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { FileName } from '../../../ui/values/FileName.tsx'
import { RowProgressBar } from '../../../ui/values/RowProgressBar.tsx'
import { StatusText } from '../../../ui/messages/StatusText.tsx'
import { type QueueFolder, folderTotals } from './queueListRows.ts'
import { selectQueue } from './queueSlice.ts'

interface FolderRowProps {
  row: QueueFolder
  isSending: boolean
  onToggle: (folder: string) => void
}

/** A folder of the queue; a click lists its files below it. */
export function FolderRow({ row: { folder, ids, isOpen }, isSending, onToggle }: FolderRowProps) {
  const totals = useAppSelector((state) => folderTotals(selectQueue(state), ids), shallowEqual)
  const { bytes, sentBytes, ended, failed } = totals
  const percent = Math.floor((bytes > 0 ? sentBytes / bytes : ended / ids.length) * 100)
  return (
    <ButtonBase
      className="file directory"
      aria-expanded={isOpen}
      onClick={() => onToggle(folder)}
      title={shownText(folder)}
    >
      <ChevronRightIcon className="chevron" fontSize="small" />
      <span className="name">
        <FileName name={folder} />
      </span>
      <span className="folder">{t('upload.files', { count: ids.length })}</span>
      <span className="size">{formatBytes(bytes)}</span>
      <span className="status">
        {failed > 0 ? (
          <StatusText tone="bad">{t('upload.failedCount', { count: failed })}</StatusText>
        ) : ended === ids.length ? (
          t('upload.success')
        ) : isSending ? (
          t('upload.percent', { percent })
        ) : (
          t('upload.pending')
        )}
      </span>
      {isSending && ended < ids.length && <RowProgressBar name={folder} percent={percent} />}
    </ButtonBase>
  )
}
