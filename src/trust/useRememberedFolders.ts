import { useEffect, useMemo } from 'react'
import type { Folder } from '../../contract/schemas/folders.ts'
import { type OwnFolderAlarm, ownFolderAlarms } from '../../core/trust/ownFolders.ts'
import { isShared } from '../../core/trust/folderKeyFields.ts'
import type { MissingFolder, Trust } from '../../core/trust/trust.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { type ContactsValue, useContactsValue } from './useContactsValue.ts'

/** Data of the person's contacts about the folders in a list. */
export type RememberedState = ContactsValue<RememberedFolders>

interface RememberedFolders {
  /** Ids of folders that were never accepted. */
  readonly invited: ReadonlySet<string>
  /** Accepted folders that the list omits. */
  readonly missing: readonly MissingFolder[]
  /** Folders with one member whose list entries differ from the contacts. */
  readonly own: readonly OwnFolderAlarm[]
}

/** @returns the contacts' data, and a function that reloads it */
export function useRememberedFolders(
  folders: readonly Folder[] | undefined,
): [RememberedState, reload: () => void] {
  const dispatch = useAppDispatch()
  // Also while the key is locked.
  useEffect(() => {
    const remember = async (listed: readonly Folder[]) => {
      const { rememberListedLinks } = await import('./lockedLinks.ts')
      await dispatch(rememberListedLinks(listed))
    }
    if (folders) remember(folders).catch(() => undefined)
  }, [dispatch, folders])
  const read = useMemo(
    () => (folders ? (trust: Trust) => readRememberedFolders(trust, folders) : null),
    [folders],
  )
  const { contactsValue, reload } = useContactsValue(read)
  return [contactsValue, reload]
}

async function readRememberedFolders(trust: Trust, folders: readonly Folder[]): Promise<RememberedFolders> {
  const listed = folders.filter(isShared).map(({ several }) => several.folder)
  const contacts = await trust.contacts.load()
  const missing = await trust.missing(contacts, listed)
  const accepted = new Set(contacts.folders.map(({ folder }) => folder))
  return {
    invited: new Set(listed.filter((folder) => !accepted.has(folder))),
    missing,
    own: ownFolderAlarms(
      contacts.own,
      folders.filter((folder) => !isShared(folder)),
    ),
  }
}
