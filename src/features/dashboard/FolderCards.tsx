import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { memo } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import type { FolderSort } from '../../api/foldersApi.ts'
import { t } from '../../../i18n/t.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { Between } from '../../ui/layout.ts'
import { SelectField } from '../../ui/textFields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FolderActions, type FolderHandlers, isInvited } from './FolderActions.tsx'
import { FolderSecurity, FolderStatusText, FolderTitle } from './folderCells.tsx'
import { sortableColumns } from './folderSort.ts'
import { useVisibleRows } from './useVisibleRows.ts'

export interface FolderListProps extends FolderHandlers {
  folders: Folder[]
  /** Id of the folder to highlight. */
  created: number | null
  sort: FolderSort
  onSort: (sort: FolderSort) => void
}

/** The list of folders on phones: the columns of the table as cards. */
export function FolderCards({ folders, created, sort, onSort, ...handlers }: FolderListProps) {
  const { body, rows, above, below } = useVisibleRows(folders, 240)
  return (
    <Stack spacing={1.5}>
      <SelectField
        label={t('dashboard.sortBy')}
        value={`${sort.sort_by} ${sort.sort_order}`}
        onChange={(event) => {
          const [sort_by, sort_order] = event.target.value.split(' ') as [
            FolderSort['sort_by'],
            FolderSort['sort_order'],
          ]
          onSort({ sort_by, sort_order })
        }}
        options={sortableColumns.flatMap(({ key, label }) => {
          const text = key === 'title' ? 'dashboard.sortByName' : 'dashboard.sortByTime'
          const labelOf = (order: 'asc' | 'desc') => t(text, { column: t(label), order })
          return (['asc', 'desc'] as const).map((order) => [`${key} ${order}`, labelOf(order)] as const)
        })}
        sx={{ maxWidth: { sm: 360 } }}
      />
      <Cards
        ref={body}
        aria-label={t('dashboard.folders')}
        style={{ paddingTop: above, paddingBottom: below }}
      >
        {rows.map(({ item, index, measure }) => (
          <FolderCard
            key={item.id}
            folder={item}
            isCreated={item.id === created}
            index={index}
            total={folders.length}
            measure={measure}
            {...handlers}
          />
        ))}
      </Cards>
    </Stack>
  )
}

export interface FolderItemProps extends FolderHandlers {
  folder: Folder
  isCreated: boolean
  index: number
  measure: (item: Element | null) => void
}

/** Memoized, so that scrolling does not render it again. */
const FolderCard = memo(function FolderCard(props: FolderItemProps & { total: number }) {
  const { folder, isCreated, index, total, measure, ...handlers } = props
  useLanguage()
  return (
    <li
      ref={measure}
      data-index={index}
      data-created={isCreated}
      aria-setsize={total}
      aria-posinset={index + 1}
    >
      <Panel>
        <Head>
          <FolderTitle folder={folder} isInvited={isInvited(folder, handlers)} />
          <FolderStatusText folder={folder} />
        </Head>
        <Details>
          <dt>{t('dashboard.security')}</dt>
          <dd>
            <FolderSecurity folder={folder} />
          </dd>
          <dt>{t('dashboard.columnCreated')}</dt>
          <dd>
            <DateTime iso={folder.creation_date} />
          </dd>
          <dt>{t('dashboard.columnExpires')}</dt>
          <dd>
            <DateTime iso={folder.expiration_date} none={t('ui.never')} />
          </dd>
          <dt>{t('dashboard.columnLastUpload')}</dt>
          <dd>
            <DateTime iso={folder.last_upload_time} />
          </dd>
        </Details>
        <FolderActions folder={folder} {...handlers} />
      </Panel>
    </li>
  )
})

const Cards = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  // Padding, not margin, since it is part of the measured height.
  '& > li': { paddingBottom: theme.spacing(1.5) },
  '& > li[data-created="true"] > div': { borderColor: theme.vars.palette.primary.main },
}))

const Head = styled(Between)({ alignItems: 'flex-start' })

const Details = styled('dl')(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  ...typography.small,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  [breakpoints.up('sm')]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto minmax(0, 1fr)' },
  gap: spacing(0.5, 2),
  marginBlock: spacing(1.5),
  '& dt': { color: vars.palette.text.secondary },
  '& dd': { margin: 0 },
  // Let its tags wrap on small phones.
  '& dd > div > *': { whiteSpace: 'normal' },
}))
