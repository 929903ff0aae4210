import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import LinkIcon from '@mui/icons-material/Link'
import IconButton from '@mui/material/IconButton'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'

interface PreviewActionsProps {
  name: string
  onLink: () => void
  /** Undefined for members. */
  onDelete: (() => void) | undefined
}

/** Buttons for a link of the file that is looked at, and to delete it. */
export function PreviewActions({ name, onLink, onDelete }: PreviewActionsProps) {
  const shown = { name: shownText(name) }
  return (
    <>
      <IconButton aria-label={t('preview.link', shown)} title={t('files.createLink')} onClick={onLink}>
        <LinkIcon />
      </IconButton>
      {onDelete && (
        <IconButton aria-label={t('preview.delete', shown)} title={t('ui.delete')} onClick={onDelete}>
          <DeleteIcon />
        </IconButton>
      )}
    </>
  )
}
