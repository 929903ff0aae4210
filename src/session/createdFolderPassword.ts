import { useEffect, useState } from 'react'
import { useAppDispatch } from '../store/hooks.ts'
import type { AppThunk } from '../store/store.ts'

/** Password of the upload link of a folder that was just created; in memory alone, until its note is left. */
class CreatedFolderPassword {
  current: { folderId: number; password: string } | null = null
}

export const keepCreatedFolderPassword =
  (folderId: number, password: string): AppThunk =>
  (_, _getState, services) => {
    services.of(CreatedFolderPassword).current = password === '' ? null : { folderId, password }
  }

const read =
  (folderId: number): AppThunk<string | null> =>
  (_, _getState, services) => {
    const { current } = services.of(CreatedFolderPassword)
    return current?.folderId === folderId ? current.password : null
  }

/** Null if the folder has none, or was not created in this tab just now. */
export function useCreatedFolderPassword(folderId: number): string | null {
  const dispatch = useAppDispatch()
  const [password] = useState(() => dispatch(read(folderId)))
  useEffect(() => () => dispatch(keepCreatedFolderPassword(folderId, '')), [dispatch, folderId])
  return password
}
