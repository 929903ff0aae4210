import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { t } from '../../../i18n/t.ts'
import { figures } from '../../ui/theme.ts'

export interface SelectionActionsProps {
  selectedCount: number
  total: number
  busy: boolean
  onCreateLink: () => void
  /** Absent if files of this folder cannot be copied. */
  onCopy?: (() => void) | undefined
  onDownloadSelected: () => void
  /** Absent for people who may not delete. */
  onDelete?: (() => void) | undefined
}

/** Actions on the selected files. */
export function SelectionActions(props: SelectionActionsProps) {
  const { selectedCount, busy } = props
  const nothing = busy || selectedCount === 0
  return (
    <>
      <Button size="small" disabled={busy} onClick={props.onCreateLink}>
        {t('files.createLink')}
      </Button>
      {props.onCopy && (
        <Button size="small" disabled={nothing} onClick={props.onCopy}>
          {t('files.copyToFolder')}
        </Button>
      )}
      <Button size="small" disabled={nothing} onClick={props.onDownloadSelected}>
        {t('files.downloadSelected')}
      </Button>
      {props.onDelete && (
        <Button size="small" color="error" disabled={nothing} onClick={props.onDelete}>
          {t('files.deleteSelected')}
        </Button>
      )}
    </>
  )
}

/** Shows the actions below the files on phones, at the bottom of the window over a longer list. */
export function SelectionBar(props: SelectionActionsProps) {
  const { selectedCount: selected, total } = props
  return (
    <Bar className="selection-bar" role="toolbar" aria-label={t('files.selection')}>
      <span>{t('files.selectedOf', { selected, total })}</span>
      <SelectionActions {...props} />
    </Bar>
  )
}

const Bar = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  ...figures,
  position: 'sticky',
  bottom: 0,
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  gap: spacing(1),
  padding: spacing(1, 1.5, 1.5),
  borderTop: `1px solid ${vars.palette.divider}`,
  backgroundColor: vars.palette.background.paper,
  boxShadow: '0 -8px 24px #0a0f1f1f',
  '& > span': { flexBasis: '100%' },
  // Two a line; words break instead of overlapping.
  '& > button': { flex: '1 1 40%', minWidth: 0, whiteSpace: 'normal', lineHeight: 1.2 },
}))
