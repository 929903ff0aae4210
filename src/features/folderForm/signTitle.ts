import type { Folder } from '../../../contract/schemas/folders.ts'
import { foldersApi } from '../../api/foldersApi.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import type { AppThunk } from '../../store/store.ts'
import { dropShared, trustOf } from '../../trust/trustService.ts'
import { trustedFolder } from '../../trust/folderSecrets.ts'

/**
 * The title of a folder of several people is a matter of its statements: it is signed before it is saved.
 * @param shown as the form shows it, with the title that was signed last as far as the form knows
 * @param unlock asks for the private key; null: the person thought better of it
 * @returns false when they did
 * @throws FaultError 'folder-moved' where the server shows another folder or title by now: the person did not mean that one
 */
export const signTitle =
  (
    { id, title: signed, several }: Pick<Folder, 'id' | 'title' | 'several'>,
    title: string,
    unlock: () => Promise<UnlockedKey | null>,
  ): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const asked = foldersApi.endpoints.folder.initiate(id, { forceRefetch: true, subscribe: false })
    const now = await dispatch(asked).unwrap()
    // Under this number the server may give another folder by now, which would be renamed to this one.
    if (now.several?.folder !== several?.folder) throw new FaultError(fault('folder-moved'))
    if (now.title === title) return true
    if (now.title !== signed) throw new FaultError(fault('folder-moved'))
    const key = await unlock()
    if (!key) return false
    const judged = await dispatch(trustedFolder(now, key))
    if (judged) await dispatch(trustOf(key)).change(judged, { type: 'title', title })
    dispatch(dropShared(id))
    return true
  }
