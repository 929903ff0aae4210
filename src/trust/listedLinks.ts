import type { FolderTags } from '../../core/keys/sentTo.ts'
import { type ListedLink, rememberShownLinks } from '../../core/trust/deviceLinks.ts'
import { type LinkAlarm, linkAlarms } from '../../core/trust/folderLinks.ts'
import type { AppThunk } from '../store/store.ts'
import { ownFingerprint } from './ownFingerprint.ts'
import { indexedDbMemory } from './resilientDeviceMemory.ts'

/**
 * Remembers the links of listed folders at first sight, also while the private key is locked.
 * @returns all that this device has seen; nothing where it knows no key of the person, or stores nothing
 */
export const rememberListedLinks =
  (folders: readonly ListedLink[]): AppThunk<Promise<FolderTags[]>> =>
  async (dispatch) => {
    const fp = await dispatch(ownFingerprint())
    if (fp === null) return []
    try {
      return await rememberShownLinks(indexedDbMemory(), fp, folders)
    } catch {
      return []
    }
  }

/** Alarms of listed folders by what this device has seen, which it remembers at first sight, by the folders' ids. */
export const deviceLinkAlarms =
  (folders: readonly ListedLink[]): AppThunk<Promise<ReadonlyMap<number, LinkAlarm>>> =>
  async (dispatch) =>
    linkAlarms(folders, [], await dispatch(rememberListedLinks(folders)))
