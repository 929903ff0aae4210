import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import ButtonBase from '@mui/material/ButtonBase'
import { type TextKey, t } from '../../../../i18n/t.ts'
import { visuallyHidden } from '../../../ui/theme/visuallyHidden.ts'
import type { FileSort, FileSortKey } from './treeRows.ts'

const columns = [
  { key: 'name', label: 'files.columnName' },
  { key: 'uploaded', label: 'files.columnUploaded' },
  { key: 'downloaded', label: 'files.columnDownloaded' },
  { key: 'size', label: 'files.columnSize' },
] as const satisfies readonly { key: FileSortKey; label: TextKey }[]

export function TreeHead({ sort, onSort }: { sort: FileSort; onSort: (sort: FileSort) => void }) {
  return (
    <div role="row" className="cells head">
      <span role="columnheader" className="check">
        <span style={visuallyHidden}>{t('files.columnSelected')}</span>
      </span>
      {columns.map(({ key, label }) => (
        <SortHeader
          key={key}
          className={key}
          label={t(label)}
          direction={sort.by === key ? (sort.descending ? 'descending' : 'ascending') : null}
          onClick={() => onSort({ by: key, descending: sort.by === key && !sort.descending })}
        />
      ))}
      <span role="columnheader" className="action">
        {t('files.columnAction')}
      </span>
    </div>
  )
}

interface SortHeaderProps {
  className: string
  label: string
  direction: 'ascending' | 'descending' | null
  onClick: () => void
}

function SortHeader({ className, label, direction, onClick }: SortHeaderProps) {
  const Arrow = direction === 'descending' ? ArrowDownwardIcon : ArrowUpwardIcon
  return (
    <span role="columnheader" className={className} aria-sort={direction ?? 'none'}>
      <ButtonBase onClick={onClick} className="sort" data-active={direction !== null}>
        {label}
        <Arrow className="arrow" />
      </ButtonBase>
    </span>
  )
}
