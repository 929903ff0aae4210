import type { Folder } from '../../contract/schemas/folders.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { getUnlockedKey, type UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { orContactsFault } from './folderSecrets.ts'
import { openSharedFolder, trustOf } from './trustService.ts'
import {
  ifOwnFolderKnown,
  ownFolderTrust,
  withDeletedFolder,
  withOwnFolder,
} from '../../core/trust/ownFolders.ts'
import type { FolderKeyFields } from '../../core/trust/folderKeyFields.ts'
import type { Trust } from '../../core/trust/trust.ts'

type NamedFolder = Pick<Folder, 'id' | 'title'>

/**
 * Stores a folder's title in the contacts before its secret link is given out.
 * @throws FaultError 'folder-other' if it is stored with another title, 'contacts-not-believed'
 */
export const rememberOwnFolder =
  (folder: Pick<Folder, 'id' | 'title' | 'several'>, key: UnlockedKey): AppThunk<Promise<void>> =>
  async (dispatch) => {
    // A shared folder's title is signed.
    if (folder.several !== null) return
    const change = dispatch(trustOf(key)).contacts.change((contacts) => {
      const { type } = ownFolderTrust(contacts.own, folder)
      if (type === 'renamed' || type === 'returned') throw new FaultError(fault('folder-other'))
      return type === 'known' ? contacts : withOwnFolder(folder, { secret: true })(contacts)
    })
    await orContactsFault(change)
  }

/**
 * True if the folder of one person is stored with this title: its secret link was given out.
 * @throws FaultError 'contacts-not-believed'
 */
export const isRememberedFolder =
  (folder: Pick<Folder, 'id' | 'title' | 'several'>, key: UnlockedKey): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    if (folder.several !== null) return false
    const { own } = await orContactsFault(dispatch(trustOf(key)).contacts.load())
    return ownFolderTrust(own, folder).type === 'known'
  }

/** Updates the stored title after renaming. @param before as shown until then */
export const updateRememberedTitle = (before: NamedFolder, title: string): AppThunk<Promise<void>> =>
  changeIfUnlocked(({ contacts }) =>
    contacts.change(ifOwnFolderKnown(before, withOwnFolder({ id: before.id, title }))),
  )

/**
 * Prepares the deletion of a folder. A shared folder is forgotten only if it is trusted, which cannot be checked
 * after the deletion.
 * @returns a function to call after the deletion
 */
export const prepareFolderDeletion =
  (folder: FolderKeyFields): AppThunk<Promise<() => Promise<void>>> =>
  async (dispatch) => {
    const { id, title, several } = folder
    if (!several)
      return () =>
        dispatch(
          changeIfUnlocked(({ contacts }) =>
            contacts.change(ifOwnFolderKnown(folder, withDeletedFolder(id))),
          ),
        )
    const key = getUnlockedKey()
    const isTrusted =
      key !== null &&
      (await dispatch(openSharedFolder({ id, title, several }, key)).then(
        ({ trust }) => trust.type === 'trusted',
        // Then it counts as missing, and the person is asked later.
        () => false,
      ))
    return async () => {
      if (isTrusted) await dispatch(changeIfUnlocked((trust) => trust.forget(several.folder)))
    }
  }

/** Runs `work` on the contacts. Does nothing if the key is locked, and ignores errors: the next unlock asks. */
const changeIfUnlocked =
  (work: (trust: Trust) => Promise<unknown>): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const key = getUnlockedKey()
    if (!key) return
    try {
      await work(dispatch(trustOf(key)))
    } catch {
      // The person is asked later.
    }
  }
