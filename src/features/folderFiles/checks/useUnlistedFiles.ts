import { useEffect, useRef } from 'react'
import type { FileRecord } from '../../../../contract/schemas/folders.ts'
import { t } from '../../../../i18n/t.ts'
import { notify, useAppDispatch } from '../../../store/hooks.ts'
import { prepareUnlisted } from '../../../trust/seenFilesMemory.ts'

interface FilesQuery {
  readonly data?: readonly FileRecord[] | undefined
  readonly isFetching: boolean
  readonly isError: boolean
}

/** Remembers which files that this device has seen in a folder are not listed any more, and says how many. */
export function useUnlistedFiles(folderId: number, { data, isFetching, isError }: FilesQuery): void {
  const dispatch = useAppDispatch()
  /** Read before each list is there: a file that another tab sees meanwhile may not be in it. */
  const before = useRef<Promise<(listed: ReadonlySet<number>) => Promise<number>> | null>(null)
  useEffect(() => {
    if (isFetching) {
      before.current = dispatch(prepareUnlisted(folderId))
      return
    }
    const known = before.current
    before.current = null
    if (!known || !data || isError) return
    const compare = async () => {
      const rememberUnlisted = await known
      const count = await rememberUnlisted(new Set(data.map(({ id }) => id)))
      if (count > 0) notify('info', t('files.unlisted', { count }))
    }
    void compare()
  }, [dispatch, folderId, data, isFetching, isError])
}
