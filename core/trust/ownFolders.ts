import type { Folder } from '../../contract/schemas/folders.ts'
import type { OwnFolder } from '../crypto/index.ts'
import type { ContactsChange } from './contactsChanges.ts'

/**
 * [Note: Own folders]
 * The origin secret of a folder of one person depends on its id, which is assigned by the server: it can show
 * one folder under the title of another, or reuse the id of a deleted one. So the title is stored in the
 * contacts before a secret link is given out, and files count as proven only if the folder matches them.
 */
type KnownOwnFolderTrust =
  | { readonly type: 'known' }
  /** Not in the contacts: its secret link was never copied. */
  | { readonly type: 'unknown' }
  | { readonly type: 'renamed'; readonly before: string }
  /** The person deleted the folder with this id. */
  | { readonly type: 'returned' }

export type OwnFolderTrust =
  | KnownOwnFolderTrust
  /** Locked, not loaded yet, or no response. */
  | { readonly type: 'unread' }
  /** Shared, and not trusted or not accepted. */
  | { readonly type: 'untrusted' }
  /** The server's contacts are not those that the person stored. */
  | { readonly type: 'unbelieved' }

type TitledFolder = Pick<Folder, 'id' | 'title'>

const normalized = (title: string): string => title.toWellFormed().normalize('NFC')

export function ownFolderTrust(own: readonly OwnFolder[], { id, title }: TitledFolder): KnownOwnFolderTrust {
  const known = own.find((one) => one.id === id)
  if (!known) return { type: 'unknown' }
  if (known.title === null) return { type: 'returned' }
  return known.title === normalized(title) ? { type: 'known' } : { type: 'renamed', before: known.title }
}

/** A difference between a listed folder of one person and the contacts. */
export type OwnFolderAlarm =
  | { readonly type: 'renamed'; readonly id: number; readonly before: string; readonly now: string }
  | { readonly type: 'returned'; readonly id: number; readonly now: string }
  | { readonly type: 'missing'; readonly id: number; readonly before: string }

export function ownFolderAlarms(
  own: readonly OwnFolder[],
  listed: readonly TitledFolder[],
): OwnFolderAlarm[] {
  const titles = new Map(listed.map(({ id, title }) => [id, normalized(title)]))
  return own.flatMap(({ id, title: before }): OwnFolderAlarm[] => {
    const now = titles.get(id)
    if (now === undefined) return before === null ? [] : [{ type: 'missing', id, before }]
    if (before === null) return [{ type: 'returned', id, now }]
    return now === before ? [] : [{ type: 'renamed', id, before, now }]
  })
}

/** Stores the folder's title, when its person confirms it or gives its secret link out for the first time. */
export const withOwnFolder =
  ({ id, title }: TitledFolder): ContactsChange =>
  (contacts) => ({
    ...contacts,
    own: [...contacts.own.filter((one) => one.id !== id), { id, title: normalized(title) }],
  })

export const withDeletedFolder =
  (id: number): ContactsChange =>
  (contacts) => ({ ...contacts, own: [...contacts.own.filter((one) => one.id !== id), { id, title: null }] })

/** Changes a known folder only: actions must not confirm what the person was not asked about. */
export const ifOwnFolderKnown =
  (folder: TitledFolder, change: ContactsChange): ContactsChange =>
  (contacts) =>
    ownFolderTrust(contacts.own, folder).type === 'known' ? change(contacts) : contacts
