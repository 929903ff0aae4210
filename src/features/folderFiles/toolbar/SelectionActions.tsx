import CopyIcon from '@mui/icons-material/DriveFileMoveOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import LinkIcon from '@mui/icons-material/LinkOutlined'
import KeepIcon from '@mui/icons-material/MoreTimeOutlined'
import { t } from '../../../../i18n/t.ts'
import { ToolbarButton } from './ToolbarButton.tsx'

export interface SelectionActionsProps {
  canAct: boolean
  /** True to show labels only where there is more room than usual. */
  isCrowded?: boolean
  onCreateLink: () => void
  /** Absent if files of this folder cannot be copied. */
  onCopy?: (() => void) | undefined
  onDownloadSelected: () => void
  /** Absent if none of the files is deleted by date, and for people who may not keep them. */
  onKeepLonger?: (() => void) | undefined
  /** Absent for people who may not delete. */
  onDelete?: (() => void) | undefined
}

export function SelectionActions(props: SelectionActionsProps) {
  const common = { disabled: !props.canAct, labelFrom: props.isCrowded === true ? 'xl' : 'lg' } as const
  return (
    <>
      <ToolbarButton
        icon={<DownloadIcon />}
        label={t('files.downloadSelected')}
        short={t('files.shortDownload')}
        isPrimary
        {...common}
        onClick={props.onDownloadSelected}
      />
      <ToolbarButton
        icon={<LinkIcon />}
        label={t('files.createLink')}
        short={t('files.shortLink')}
        {...common}
        onClick={props.onCreateLink}
      />
      {props.onCopy && (
        <ToolbarButton
          icon={<CopyIcon />}
          label={t('files.copyToFolder')}
          short={t('files.shortCopy')}
          {...common}
          onClick={props.onCopy}
        />
      )}
      {props.onKeepLonger && (
        <ToolbarButton
          icon={<KeepIcon />}
          label={t('files.keepLonger')}
          short={t('files.shortKeep')}
          {...common}
          onClick={props.onKeepLonger}
        />
      )}
      {props.onDelete && (
        <ToolbarButton
          icon={<DeleteIcon />}
          label={t('files.deleteSelected')}
          short={t('ui.delete')}
          isDestructive
          {...common}
          onClick={props.onDelete}
        />
      )}
    </>
  )
}
