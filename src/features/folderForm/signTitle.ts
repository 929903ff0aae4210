import type { Folder } from '../../../contract/schemas/folders.ts'
import { foldersApi } from '../../api/foldersApi.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import type { AppThunk } from '../../store/store.ts'
import { evictSharedFolder, trustOf } from '../../trust/trustService.ts'
import { requireTrustedFolder } from '../../trust/folderSecrets.ts'

/**
 * Signs the title of a shared folder, which is part of its statements, before it is saved.
 * The folder comes with the title that was last signed, as far as the form knows.
 * @returns false if the person cancelled
 * @throws FaultError 'folder-moved' if the server now has another folder or title
 */
export const signTitle =
  (
    { id, title: signed, several }: Pick<Folder, 'id' | 'title' | 'several'>,
    title: string,
    unlock: () => Promise<UnlockedKey | null>,
  ): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const query = foldersApi.endpoints.folder.initiate(id, { forceRefetch: true, subscribe: false })
    const current = await dispatch(query).unwrap()
    // The server may use this id for another folder by now, which must not be renamed.
    if (current.several?.folder !== several?.folder) throw new FaultError(fault('folder-moved'))
    if (current.title === title) return true
    if (current.title !== signed) throw new FaultError(fault('folder-moved'))
    const key = await unlock()
    if (!key) return false
    const evaluated = await dispatch(requireTrustedFolder(current, key))
    if (evaluated) await dispatch(trustOf(key)).change(evaluated, { type: 'title', title })
    dispatch(evictSharedFolder(id))
    return true
  }
