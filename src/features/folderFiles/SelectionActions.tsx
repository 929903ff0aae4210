import CopyIcon from '@mui/icons-material/DriveFileMoveOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import LinkIcon from '@mui/icons-material/LinkOutlined'
import { t } from '../../../i18n/t.ts'
import { ToolbarButton } from './ToolbarButton.tsx'

export interface SelectionActionsProps {
  canAct: boolean
  /** True if the line has more than usual. */
  isCrowded?: boolean
  onCreateLink: () => void
  /** Absent if files of this folder cannot be copied. */
  onCopy?: (() => void) | undefined
  onDownloadSelected: () => void
  /** Absent for people who may not delete. */
  onDelete?: (() => void) | undefined
}

/** Actions on the selected files. */
export function SelectionActions(props: SelectionActionsProps) {
  const disabled = !props.canAct
  const labelFrom = props.isCrowded === true ? 'xl' : 'lg'
  return (
    <>
      <ToolbarButton
        icon={<DownloadIcon />}
        label={t('files.downloadSelected')}
        short={t('files.shortDownload')}
        isPrimary
        labelFrom={labelFrom}
        disabled={disabled}
        onClick={props.onDownloadSelected}
      />
      <ToolbarButton
        icon={<LinkIcon />}
        label={t('files.createLink')}
        short={t('files.shortLink')}
        labelFrom={labelFrom}
        disabled={disabled}
        onClick={props.onCreateLink}
      />
      {props.onCopy && (
        <ToolbarButton
          icon={<CopyIcon />}
          label={t('files.copyToFolder')}
          short={t('files.shortCopy')}
          labelFrom={labelFrom}
          disabled={disabled}
          onClick={props.onCopy}
        />
      )}
      {props.onDelete && (
        <ToolbarButton
          icon={<DeleteIcon />}
          label={t('files.deleteSelected')}
          short={t('ui.delete')}
          isDestructive
          labelFrom={labelFrom}
          disabled={disabled}
          onClick={props.onDelete}
        />
      )}
    </>
  )
}
