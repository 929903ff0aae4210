import type { Folder } from '../../contract/schemas/folders.ts'
import { maxRememberedTags, type OwnFolder } from '../crypto/index.ts'
import type { ContactsChange } from './contactsChanges.ts'

/**
 * [Note: Own folders]
 * The origin secret of a folder of one person depends on its id, which is assigned by the server: it can show
 * one folder under the title of another, or reuse the id of a deleted one. So the title is stored in the
 * contacts before a link is given out, and files count as proven only if the folder matches them.
 */
type KnownOwnFolderTrust =
  | { readonly type: 'known' }
  /** Its secret link was never copied. */
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
  /** The contacts were written by a later version of Sealpost. */
  | { readonly type: 'newer' }

type TitledFolder = Pick<Folder, 'id' | 'title'>

const normalized = (title: string): string => title.toWellFormed().normalize('NFC')

export function ownFolderTrust(own: readonly OwnFolder[], { id, title }: TitledFolder): KnownOwnFolderTrust {
  const known = own.find((one) => one.id === id)
  if (!known) return { type: 'unknown' }
  if (known.title === null) return { type: 'returned' }
  if (known.title !== normalized(title)) return { type: 'renamed', before: known.title }
  return { type: known.secret ? 'known' : 'unknown' }
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
  return own.flatMap(({ id, title: before, secret }): OwnFolderAlarm[] => {
    const now = titles.get(id)
    if (now === undefined) return before === null || !secret ? [] : [{ type: 'missing', id, before }]
    if (before === null) return [{ type: 'returned', id, now }]
    return now === before ? [] : [{ type: 'renamed', id, before, now }]
  })
}

const neverSeen = { secret: false, private: null, to: [] }

/** Changes what is remembered of a folder, and moves it to the end. */
const withEntry =
  (id: number, change: (before: Omit<OwnFolder, 'id' | 'title'>) => Omit<OwnFolder, 'id'>): ContactsChange =>
  (contacts) => {
    const before = contacts.own.find((one) => one.id === id) ?? neverSeen
    return {
      ...contacts,
      own: [...contacts.own.filter((one) => one.id !== id), { ...before, id, ...change(before) }],
    }
  }

/**
 * Stores the title and the link of a folder, when it is made, a link of it is copied, or its person confirms it.
 * @param secret true once its secret link is given out
 * @param tag of its link, if that is to be remembered; none is dropped for it
 */
export const withOwnFolder = (
  { id, title }: TitledFolder,
  { secret = false, tag }: { secret?: boolean; tag?: string | undefined } = {},
): ContactsChange =>
  withEntry(id, (before) => ({
    ...before,
    title: normalized(title),
    secret: before.secret || secret,
    to: tag === undefined ? before.to : withTag(before.to, tag),
  }))

/** Adds a link of a folder, whose stored title stays: for a title its person answers on its own. */
export const withOwnLink =
  ({ id, title }: TitledFolder, tag: string): ContactsChange =>
  (contacts) => {
    const known = contacts.own.find((one) => one.id === id)
    const change = withEntry(id, (before) => ({
      ...before,
      title: known ? known.title : normalized(title),
      to: withTag(before.to, tag),
    }))
    return change(contacts)
  }

const withTag = (tags: readonly string[], tag: string): readonly string[] =>
  tags.includes(tag) || tags.length === maxRememberedTags ? tags : [tag, ...tags]

export const withDeletedFolder = (id: number): ContactsChange =>
  withEntry(id, (before) => ({ ...before, title: null }))

/** Changes a known folder only: actions must not confirm what the person was not asked about. */
export const ifOwnFolderKnown =
  (folder: TitledFolder, change: ContactsChange): ContactsChange =>
  (contacts) =>
    contacts.own.some(({ id, title }) => id === folder.id && title === normalized(folder.title))
      ? change(contacts)
      : contacts

/** Changes a folder only that the person has deleted. */
export const ifOwnFolderDeleted =
  (id: number, change: ContactsChange): ContactsChange =>
  (contacts) =>
    contacts.own.some((one) => one.id === id && one.title === null) ? change(contacts) : contacts
