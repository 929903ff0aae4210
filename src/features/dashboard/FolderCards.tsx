import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { memo } from 'react'
import type { Folder } from '../../../contract/folders.ts'
import type { FolderSort } from '../../api/foldersApi.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FolderActions, type FolderHandlers } from './FolderActions.tsx'
import { FolderSecurity, FolderStatusText, FolderTitle } from './folderCells.tsx'
import { sortableColumns } from './folderSort.ts'
import { useRowsInSight } from './useRowsInSight.ts'

interface FolderCardsProps extends FolderHandlers {
  folders: Folder[]
  sort: FolderSort
  onSort: (sort: FolderSort) => void
}

/** The dashboard on a phone: the same facts, one folder under the other. */
export function FolderCards({ folders, sort, onSort, ...handlers }: FolderCardsProps) {
  const { body, rows, above, below } = useRowsInSight(folders, 240)
  return (
    <Stack sx={{ gap: 1.5 }}>
      <TextField
        select
        label="Sort by"
        value={`${sort.sort_by} ${sort.sort_order}`}
        onChange={(event) => {
          const [sort_by, sort_order] = event.target.value.split(' ') as [
            FolderSort['sort_by'],
            FolderSort['sort_order'],
          ]
          onSort({ sort_by, sort_order })
        }}
        slotProps={{ select: { native: true } }}
        sx={{ maxWidth: { sm: 360 } }}
      >
        {sortableColumns.flatMap(({ key, label }) => {
          const [asc, desc] = key === 'title' ? ['A to Z', 'Z to A'] : ['oldest first', 'newest first']
          return [
            <option key={`${key} asc`} value={`${key} asc`}>{`${label}, ${asc}`}</option>,
            <option key={`${key} desc`} value={`${key} desc`}>{`${label}, ${desc}`}</option>,
          ]
        })}
      </TextField>
      <Box
        component="ul"
        ref={body}
        aria-label="Folders"
        sx={{ m: 0, p: 0, listStyle: 'none' }}
        style={{ paddingTop: above, paddingBottom: below }}
      >
        {rows.map(({ item, index, measure }) => (
          <FolderCard
            key={item.id}
            folder={item}
            index={index}
            of={folders.length}
            measure={measure}
            {...handlers}
          />
        ))}
      </Box>
    </Stack>
  )
}

interface FolderCardProps extends FolderHandlers {
  folder: Folder
  index: number
  /** How many there are. */
  of: number
  measure: (card: Element | null) => void
}

/** Drawn once, however the list is scrolled. */
const FolderCard = memo(function FolderCard({ folder, index, of, measure, ...handlers }: FolderCardProps) {
  return (
    <Box
      component="li"
      ref={measure}
      data-index={index}
      aria-setsize={of}
      aria-posinset={index + 1}
      // Not a margin: it belongs to the measured height.
      sx={{ pb: 1.5 }}
    >
      <Panel>
        <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between', alignItems: 'flex-start' }}>
          <FolderTitle folder={folder} />
          <FolderStatusText folder={folder} />
        </Box>
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'auto 1fr', sm: 'auto 1fr auto 1fr' },
            columnGap: 2,
            rowGap: 0.5,
            my: 1.5,
            fontSize: '0.8125rem',
            '& dt': { color: 'text.secondary' },
            '& dd': { m: 0 },
          }}
        >
          <dt>Security</dt>
          <dd>
            <FolderSecurity folder={folder} />
          </dd>
          <dt>Created</dt>
          <dd>
            <DateTime iso={folder.creation_date} />
          </dd>
          <dt>Expires</dt>
          <dd>
            <DateTime iso={folder.expiration_date} none="Never" />
          </dd>
          <dt>Last Upload</dt>
          <dd>
            <DateTime iso={folder.last_upload_time} />
          </dd>
        </Box>
        <FolderActions folder={folder} {...handlers} />
      </Panel>
    </Box>
  )
})
