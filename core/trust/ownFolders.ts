import type { Folder } from '../../contract/schemas/folders.ts'
import type { OwnFolder } from '../crypto/index.ts'
import type { ContactsChange } from './contactsChanges.ts'

/**
 * [Note: Own folders]
 * The origin secret of a folder of one person hangs on its id, and which folder has which id is the server's word: it can
 * show one folder under the title of another, or give the number of one that is gone to a new one. So the title is
 * remembered before a secret link is given out, and files count as proven only where the folder is as it is remembered.
 */
export type OwnStanding =
  | { readonly type: 'known' }
  /** Nothing is remembered of it: no secret link of it was ever copied. */
  | { readonly type: 'unknown' }
  | { readonly type: 'renamed'; readonly before: string }
  /** The person deleted the folder with this id. */
  | { readonly type: 'returned' }

/** How a folder stands to what the person remembers of it. */
export type OwnFolderStanding =
  | OwnStanding
  /** Locked, not read yet, or no answer. */
  | { readonly type: 'unread' }
  /** Of several people, and not trusted or not accepted. */
  | { readonly type: 'untrusted' }
  /** What the server gives back of it is not what the person left. */
  | { readonly type: 'unbelieved' }

type Named = Pick<Folder, 'id' | 'title'>

/** As titles are remembered: NFC without lone surrogates, while a server gives any. */
const kept = (title: string): string => title.toWellFormed().normalize('NFC')

/** Titles are compared to the letter. */
export function ownStanding(own: readonly OwnFolder[], { id, title }: Named): OwnStanding {
  const known = own.find((one) => one.id === id)
  if (!known) return { type: 'unknown' }
  if (known.title === null) return { type: 'returned' }
  return known.title === kept(title) ? { type: 'known' } : { type: 'renamed', before: known.title }
}

/** What the list of folders shows of folders of one person otherwise than they are remembered. */
export type OwnAlarm =
  | { readonly type: 'renamed'; readonly id: number; readonly before: string; readonly now: string }
  | { readonly type: 'returned'; readonly id: number; readonly now: string }
  | { readonly type: 'missing'; readonly id: number; readonly before: string }

export function ownAlarms(own: readonly OwnFolder[], listed: readonly Named[]): OwnAlarm[] {
  const titles = new Map(listed.map(({ id, title }) => [id, kept(title)]))
  return own.flatMap(({ id, title: before }): OwnAlarm[] => {
    const now = titles.get(id)
    if (now === undefined) return before === null ? [] : [{ type: 'missing', id, before }]
    if (before === null) return [{ type: 'returned', id, now }]
    return now === before ? [] : [{ type: 'renamed', id, before, now }]
  })
}

/** The folder is the one it is shown as: its person says so, or gives its secret link out for the first time. */
export const withOwn =
  ({ id, title }: Named): ContactsChange =>
  (contacts) => ({
    ...contacts,
    own: [...contacts.own.filter((one) => one.id !== id), { id, title: kept(title) }],
  })

/** It is deleted, and its id is that of no other. */
export const withGone =
  (id: number): ContactsChange =>
  (contacts) => ({ ...contacts, own: [...contacts.own.filter((one) => one.id !== id), { id, title: null }] })

/** What the person does to a folder settles nothing that they were not asked about: only one that is known is changed. */
export const ifKnown =
  (folder: Named, change: ContactsChange): ContactsChange =>
  (contacts) =>
    ownStanding(contacts.own, folder).type === 'known' ? change(contacts) : contacts
