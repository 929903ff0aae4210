import { useEffect, useRef } from 'react'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import type { SeenFiles } from '../../../core/trust/seenFiles.ts'
import { t } from '../../../i18n/t.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { rememberUnlisted, seenBeforeList } from '../../trust/seenFilesMemory.ts'

interface FilesQuery {
  readonly data?: readonly FileRecord[] | undefined
  readonly isFetching: boolean
  readonly isError: boolean
}

/** Remembers which files that this device has seen in a folder are not listed any more, and says how many. */
export function useUnlistedFiles(folderId: number, { data, isFetching, isError }: FilesQuery): void {
  const dispatch = useAppDispatch()
  /** Read before each list is there: a file that another tab sees meanwhile may not be in it. */
  const before = useRef<Promise<SeenFiles | null> | null>(null)
  useEffect(() => {
    if (isFetching) {
      before.current = dispatch(seenBeforeList())
      return
    }
    const known = before.current
    before.current = null
    if (!known || !data || isError) return
    const compare = async () => {
      const seen = await known
      const listed = new Set(data.map(({ id }) => id))
      const count = seen ? await dispatch(rememberUnlisted(folderId, listed, seen)) : 0
      if (count > 0) notify('info', t('files.unlisted', { count }))
    }
    void compare()
  }, [dispatch, folderId, data, isFetching, isError])
}
