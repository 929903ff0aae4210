import type { Folder } from '../../contract/schemas/folders.ts'
import type { Contacts } from '../crypto/index.ts'
import type { ContactsChange } from './contactsChanges.ts'
import type { DeviceMemory } from './trustPorts.ts'

type PrivateFolder = Pick<Folder, 'id' | 'several' | 'private_names'>

/**
 * Whether a folder hides names, as its person remembers it; null if that is not known.
 * @param noted `Trust.notedPrivate`
 */
export const rememberedPrivate = (
  { own, folders }: Contacts,
  { id, several }: PrivateFolder,
  noted: boolean | null = null,
): boolean | null =>
  (several
    ? folders.find(({ folder }) => folder === several.folder)?.private
    : own.find((one) => one.id === id)?.private) ?? noted

/**
 * True if the server shows another choice than is remembered: by it, senders would tell names to the server.
 * @param remembered null if nothing is, so that the server's word counts
 */
export const isOtherPrivate = (
  remembered: boolean | null,
  { private_names }: Pick<Folder, 'private_names'>,
): boolean => remembered !== null && remembered !== (private_names === true)

/** Remembers whether a folder hides names, once something else of it is remembered. */
export const withPrivate =
  ({ id, several }: PrivateFolder, isPrivate: boolean): ContactsChange =>
  (contacts) => {
    const isKnown = several
      ? contacts.folders.some(({ folder }) => folder === several.folder)
      : contacts.own.some((one) => one.id === id)
    if (!isKnown || rememberedPrivate(contacts, { id, several }) === isPrivate) return contacts
    return several
      ? {
          ...contacts,
          folders: contacts.folders.map((head) =>
            head.folder === several.folder ? { ...head, private: isPrivate } : head,
          ),
        }
      : {
          ...contacts,
          own: contacts.own.map((one) => (one.id === id ? { ...one, private: isPrivate } : one)),
        }
  }

/**
 * Whether a folder hides names, as this device remembers it; null if it does not.
 * @param owners names of records, the first that knows the folder counts
 */
export async function readDevicePrivate(
  memory: DeviceMemory,
  owners: readonly string[],
  id: number,
): Promise<boolean | null> {
  for (const owner of owners) {
    const isPrivate = (await memory.read(owner))?.privateNames?.[id]
    if (isPrivate !== undefined) return isPrivate
  }
  return null
}

export const rememberDevicePrivate = (
  memory: DeviceMemory,
  owner: string,
  id: number,
  isPrivate: boolean,
): Promise<void> =>
  memory.update(owner, (record) =>
    record.privateNames?.[id] === isPrivate
      ? record
      : { ...record, privateNames: { ...record.privateNames, [id]: isPrivate } },
  )
