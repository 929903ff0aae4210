import { styled } from '@mui/material/styles'
import { useTrashedFoldersQuery } from '../../api/foldersApi.ts'
import { useStorageUsageQuery } from '../../api/serverApi.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { TrashList, TrashSection } from '../../ui/trash/TrashSection.tsx'
import { folderTitle } from '../../ui/values/folderTitle.ts'
import { DeleteFoldersDialog } from './DeleteFoldersDialog.tsx'
import { eraseFolders, restoreFolders } from './folderTrash.ts'

/** Deleted folders that can be restored. */
export function FolderTrash() {
  const { data: space } = useStorageUsageQuery(undefined)
  const count = space?.trashed_folders ?? 0
  if (count === 0) return null
  return (
    <Below>
      <TrashSection count={count}>
        <TrashedFolders />
      </TrashSection>
    </Below>
  )
}

const Below = styled('div')(({ theme }) => ({ marginTop: theme.spacing(2) }))

function TrashedFolders() {
  const dispatch = useAppDispatch()
  const query = useTrashedFoldersQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <TrashList
      query={query}
      nameOf={folderTitle}
      sizeOf={({ total_size }) => total_size}
      question={({ rows, ...dialog }) => <DeleteFoldersDialog {...dialog} folders={rows} />}
      onErase={(rows) => dispatch(eraseFolders(rows))}
      onRestore={(rows) => dispatch(restoreFolders(rows))}
    />
  )
}
