import { uploadLinkTag } from '../../core/crypto/index.ts'
import type { FolderTags } from '../../core/keys/sentTo.ts'
import { rememberShownLinks } from '../../core/trust/deviceLinks.ts'
import { folderLinks } from '../../core/trust/folderLinks.ts'
import { knownFingerprint } from '../session/knownKey.ts'
import { selectSession } from '../session/sessionSlice.ts'
import type { AppThunk } from '../store/store.ts'
import type { LinkedFolder } from './judgedFolder.ts'
import { indexedDbMemory } from './resilientDeviceMemory.ts'

/**
 * Remembers the links of listed folders at first sight, also while the private key is locked.
 * @returns all that this device has seen; null where it knows no key of the person, or stores nothing
 */
export const rememberListedLinks =
  (folders: readonly LinkedFolder[]): AppThunk<Promise<FolderTags[] | null>> =>
  async (_, getState) => {
    const username = selectSession(getState()).user?.username
    const fp = username === undefined ? null : await knownFingerprint(username)
    if (fp === null) return null
    try {
      return await rememberShownLinks(indexedDbMemory(), fp, folders)
    } catch {
      return null
    }
  }

/** True unless this device remembers another link of the folder, or this one of another folder. */
export const isLinkOfDevice =
  (folder: LinkedFolder): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const device = folder.several ? null : await dispatch(rememberListedLinks([folder]))
    if (!device) return true
    const shown = { id: folder.id, tag: await uploadLinkTag(folder.link_token) }
    return folderLinks(shown, [], device).alarm === null
  }
