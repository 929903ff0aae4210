import { useEffect } from 'react'
import type { Folder, TrashedFile } from '../../../../contract/schemas/folders.ts'
import { useTrashedFilesQuery } from '../../../api/filesApi.ts'
import { useUnlockedKey } from '../../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { TrashList, TrashSection } from '../../../ui/trash/TrashSection.tsx'
import { FileName } from '../../../ui/values/FileName.tsx'
import { selectSealedNames } from '../checks/sealedFilesSlice.ts'
import { DeleteFilesDialog } from '../DeleteFilesDialog.tsx'
import { rowName } from '../tree/rowName.ts'
import { deleteFiles, openTrashedNames, restoreFiles } from './fileTrash.ts'

/** Deleted files of a folder that can be restored. */
export const FileTrash = ({ folder }: { folder: Folder }) => (
  <TrashSection count={folder.trash?.files ?? 0}>
    <TrashedFiles folder={folder} />
  </TrashSection>
)

function TrashedFiles({ folder }: { folder: Folder }) {
  const dispatch = useAppDispatch()
  const query = useTrashedFilesQuery(folder.id, { refetchOnMountOrArgChange: true })
  const { data: records } = query
  const key = useUnlockedKey()
  const sealedNames = useAppSelector(selectSealedNames)
  useEffect(() => {
    if (!key || !records) return
    const controller = new AbortController()
    // Names that do not open stay locked.
    dispatch(openTrashedNames({ folder, records }, key, controller.signal)).catch(() => undefined)
    return () => controller.abort()
  }, [dispatch, folder, records, key])
  const nameOf = (file: TrashedFile) => rowName(file, sealedNames[file.id])
  return (
    <TrashList
      query={query}
      nameOf={(file) => <FileName name={nameOf(file)} whole />}
      sizeOf={({ file_size }) => file_size}
      question={({ rows, ...dialog }) => <DeleteFilesDialog {...dialog} files={rows} nameOf={nameOf} />}
      onErase={(rows) => dispatch(deleteFiles(folder, idsOf(rows), '1'))}
      onRestore={(rows) => dispatch(restoreFiles({ folderId: folder.id, fileIds: idsOf(rows) }))}
    />
  )
}

const idsOf = (files: readonly TrashedFile[]): number[] => files.map(({ id }) => id)
