import type { Folder } from '../../contract/schemas/folders.ts'
import type { FolderTags } from '../../core/keys/sentTo.ts'
import { type ListedLink, rememberShownLinks } from '../../core/trust/deviceLinks.ts'
import { isOtherPrivate, readDevicePrivate } from '../../core/trust/privateNames.ts'
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

/** True if the server shows otherwise than this device noted whether a folder hides names. */
export const isDeviceNamesAlarm =
  (folder: Pick<Folder, 'id' | 'private_names'>): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const fp = await dispatch(ownFingerprint())
    const noted =
      fp === null ? null : await readDevicePrivate(indexedDbMemory(), [fp], folder.id).catch(() => null)
    return isOtherPrivate(noted, folder)
  }

/** Alarms of listed folders by what this device has seen, which it remembers at first sight, by the folders' ids. */
export const deviceLinkAlarms =
  (folders: readonly ListedLink[]): AppThunk<Promise<ReadonlyMap<number, LinkAlarm>>> =>
  async (dispatch) =>
    linkAlarms(folders, [], await dispatch(rememberListedLinks(folders)))
