import type { Folder } from '../../contract/schemas/folders.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { getUnlockedKey, type UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'
import { unbelievedFault } from '../../core/trust/contactsAlarm.ts'
import { openShared, trustOf } from './trustService.ts'
import { ifKnown, ownStanding, withGone, withOwn } from '../../core/trust/ownFolders.ts'
import type { KeyedFolder } from '../../core/trust/sharedFolder.ts'
import type { Trust } from '../../core/trust/trust.ts'

type NamedFolder = Pick<Folder, 'id' | 'title'>

/**
 * Remembers a folder of one person before its secret link is given out.
 * @throws FaultError 'folder-other' where it is remembered otherwise, 'contacts-not-believed'
 */
export const rememberOwn =
  (folder: Pick<Folder, 'id' | 'title' | 'several'>, key: UnlockedKey): AppThunk<Promise<void>> =>
  async (dispatch) => {
    // The title of a folder of several people is signed.
    if (folder.several !== null) return
    try {
      await dispatch(trustOf(key)).contacts.change((contacts) => {
        const { type } = ownStanding(contacts.own, folder)
        if (type === 'renamed' || type === 'returned') throw new FaultError(fault('folder-other'))
        return type === 'known' ? contacts : withOwn(folder)(contacts)
      })
    } catch (error) {
      throw unbelievedFault(error)
    }
  }

/** The person has renamed it. @param before as it was shown until then */
export const followRenaming = (before: NamedFolder, title: string): AppThunk<Promise<void>> =>
  following(({ contacts }) => contacts.change(ifKnown(before, withOwn({ id: before.id, title }))))

/**
 * Before the person deletes a folder. Which one of several people it is the list says: only one that is trusted as it is
 * shown is forgotten, and once it is deleted nothing shows that any more.
 * @returns to be called when it is deleted
 */
export const beforeDeletion =
  (folder: KeyedFolder): AppThunk<Promise<() => Promise<void>>> =>
  async (dispatch) => {
    const { id, title, several } = folder
    if (!several)
      return () => dispatch(following(({ contacts }) => contacts.change(ifKnown(folder, withGone(id)))))
    const key = getUnlockedKey()
    const isTrusted =
      key !== null &&
      (await dispatch(openShared({ id, title, several }, key)).then(
        ({ standing }) => standing.type === 'trusted',
        // Missed, then, and asked about later.
        () => false,
      ))
    return async () => {
      if (isTrusted) await dispatch(following((trust) => trust.forget(several.folder)))
    }
  }

/** With the key locked, or where it fails: the person is asked about it when the key is next open. */
const following =
  (work: (trust: Trust) => Promise<unknown>): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const key = getUnlockedKey()
    if (!key) return
    try {
      await work(dispatch(trustOf(key)))
    } catch {
      // Asked about later, as said.
    }
  }
