import { useEffect, useRef } from 'react'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import type { ListedFiles } from '../../../../core/trust/seenFiles.ts'
import { t } from '../../../../i18n/t.ts'
import { filesApi } from '../../../api/filesApi.ts'
import { notify, useAppDispatch } from '../../../store/hooks.ts'
import type { AppThunk } from '../../../store/store.ts'
import { prepareUnlisted, type UnlistedFiles } from '../../../trust/seenFilesMemory.ts'

interface FilesQuery {
  readonly data?: readonly FileRecord[] | undefined
  readonly isFetching: boolean
  readonly isError: boolean
}

/** Reads the numbers of the files in a folder's trash; null if the server does not say them. */
const readTrash =
  (folderId: number): AppThunk<Promise<ReadonlySet<number> | null>> =>
  async (dispatch) => {
    const options = { forceRefetch: true, subscribe: false }
    const query = await dispatch(filesApi.endpoints.trashedFiles.initiate(folderId, options))
    // After an error, `data` is that of the request before.
    return query.isSuccess ? new Set(query.data.map(({ id }) => id)) : null
  }

/** Remembers which files that this device has seen in a folder are not listed any more, and says how many. */
export function useUnlistedFiles(folderId: number, { data, isFetching, isError }: FilesQuery): void {
  const dispatch = useAppDispatch()
  /** Read before each list is there: a file that another tab sees meanwhile may not be in it. */
  const before = useRef<Promise<(listed: ListedFiles) => Promise<UnlistedFiles>> | null>(null)
  useEffect(() => {
    if (isFetching) {
      before.current = dispatch(prepareUnlisted(folderId, () => dispatch(readTrash(folderId))))
      return
    }
    const known = before.current
    before.current = null
    if (!known || !data || isError) return
    const compare = async () => {
      const rememberUnlisted = await known
      const { unlisted, trashed } = await rememberUnlisted(
        new Map(data.map(({ id, expires_at }) => [id, expires_at])),
      )
      if (trashed > 0) notify('info', t('files.nowInTrash', { count: trashed }))
      if (unlisted > 0) notify('info', t('files.unlisted', { count: unlisted }))
    }
    void compare()
  }, [dispatch, folderId, data, isFetching, isError])
}
