import { useMemo } from 'react'
import type { Folder } from '../../contract/schemas/folders.ts'
import { type OwnFolderAlarm, ownFolderAlarms } from '../../core/trust/ownFolders.ts'
import { isShared } from '../../core/trust/folderKeyFields.ts'
import { type LinkAlarm, linkAlarms } from '../../core/trust/folderLinks.ts'
import type { MissingFolder, Trust } from '../../core/trust/trust.ts'
import { type ContactsValue, useContactsValue } from './useContactsValue.ts'
import { useDeviceLinkAlarms } from './useDeviceLinkAlarms.ts'

/** Data of the person's contacts about the folders in a list. */
export type RememberedState = ContactsValue<RememberedFolders>

interface RememberedFolders {
  /** Ids of folders that were never accepted. */
  readonly invited: ReadonlySet<string>
  /** Accepted folders that the list omits. */
  readonly missing: readonly MissingFolder[]
  /** Folders with one member whose list entries differ from the contacts. */
  readonly own: readonly OwnFolderAlarm[]
  readonly linkAlarms: ReadonlyMap<number, LinkAlarm>
}

interface ListMemory {
  readonly remembered: RememberedState
  /** Alarms of links by the folders' ids; while the key is locked by what this device has seen. */
  readonly linkAlarms: ReadonlyMap<number, LinkAlarm>
  readonly reload: () => void
}

/** What the person and this device remember of listed folders. */
export function useRememberedFolders(folders: readonly Folder[] | undefined): ListMemory {
  const ofDevice = useDeviceLinkAlarms(folders)
  const read = useMemo(
    () => (folders ? (trust: Trust) => readRememberedFolders(trust, folders) : null),
    [folders],
  )
  const { contactsValue, reload } = useContactsValue(read)
  return {
    remembered: contactsValue,
    linkAlarms: contactsValue.type === 'known' ? contactsValue.value.linkAlarms : ofDevice,
    reload,
  }
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
    linkAlarms: await linkAlarms(folders, contacts.own, await trust.rememberLinks(folders)),
  }
}
