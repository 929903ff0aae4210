import { styled } from '@mui/material/styles'
import { memo } from 'react'
import { t } from '../../../i18n/t.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { DescriptionListItem } from '../../ui/values/DescriptionList.tsx'
import { FlushPanel } from '../../ui/page/Panel.tsx'
import { FolderActions } from './FolderActions.tsx'
import { FolderGates, FolderStatusText, FolderTime, FolderTitle } from './folderCells.tsx'
import { followRowLink } from './followRowLink.ts'
import { dateColumns } from './folderSort.ts'
import { type FolderListProps, type FolderRowProps, useFolderRows } from './useFolderRows.ts'

/** The list of folders on phones: the columns of the table as cards. */
export function FolderCards(list: FolderListProps) {
  const { body, rows, heightAbove, heightBelow } = useFolderRows(list, 176)
  return (
    <Cards
      ref={body}
      aria-label={t('dashboard.folders')}
      style={{ paddingTop: heightAbove, paddingBottom: heightBelow }}
    >
      {rows.map((row) => (
        <FolderCard key={row.folder.id} {...row} />
      ))}
    </Cards>
  )
}

/** Memoized, so that scrolling does not render it again. */
const FolderCard = memo(function FolderCard(props: FolderRowProps) {
  const { folder, isCreated, index, total, measure, ...common } = props
  useLanguage()
  return (
    <li
      ref={measure}
      data-index={index}
      data-created={isCreated}
      aria-setsize={total}
      aria-posinset={index + 1}
    >
      <Card onClick={followRowLink}>
        <div className="head">
          <FolderTitle folder={folder} {...common} />
          <FolderStatusText folder={folder} />
        </div>
        <FolderGates folder={folder} />
        <div className="foot">
          <Details>
            {dateColumns.map(({ key, label }) => (
              <DescriptionListItem key={key} label={t(label)}>
                <FolderTime folder={folder} of={key} />
              </DescriptionListItem>
            ))}
          </Details>
          <FolderActions folder={folder} {...common} />
        </div>
      </Card>
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

const Card = styled(FlushPanel)(({ theme: { spacing } }) => ({
  padding: spacing(1.5, 2),
  display: 'flex',
  flexDirection: 'column',
  gap: spacing(1),
  cursor: 'pointer',
  '& > .head': {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: spacing(2),
  },
  '& > .foot': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    justifyContent: 'space-between',
    gap: spacing(1),
    '& > :last-child': { marginLeft: 'auto' },
  },
}))

const Details = styled('dl')(({ theme: { vars, typography, spacing, breakpoints } }) => ({
  ...typography.small,
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: spacing(1),
  flex: '1 1 150px',
  margin: 0,
  '& > div': { display: 'contents' },
  '& dt': { color: vars.palette.text.secondary, whiteSpace: 'nowrap' },
  '& dd': { margin: 0 },
  [breakpoints.up('sm')]: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: spacing(2),
    '& > div': { display: 'flex', gap: spacing(0.75) },
  },
}))
