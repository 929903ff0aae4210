import { createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import type { FileRecord, Folder } from '../../contract/schemas/folders.ts'

/**
 * [Note: Offline lists]
 * If a user chooses so in the profile, the list of folders and the last list of each visited folder's files
 * stay on this device, readable while the server is unreachable. They have names, sizes, times and states: no
 * keys, nothing that was sealed, no link tokens, checksums or e-mail addresses. They are in an IndexedDB of
 * their own, and removed at sign-out, when the server ends the session, when the choice is revoked, and when
 * another user signs in. The choice itself outlives the session, as it says nothing about the lists.
 */

/** The user whose lists are stored; all that is known of a user while the server is unreachable. */
export interface OfflineUser {
  id: number
  username: string
}

/** A list and the time of the server's response, in milliseconds since 1970. */
export interface OfflineList<T> {
  asOf: number
  list: T
}

const choiceKey = 'choice'
const userKey = 'reader'
const foldersKey = 'folders'
const filesPrefix = 'files:'
const filesKey = (folderId: number) => `${filesPrefix}${folderId}`

let store: UseStore | undefined
const database = () => (store ??= createStore('sealpost-lists', 'lists'))

/** Runs work in sequence: no write can follow the removal of everything. */
let queueTail: Promise<unknown> = Promise.resolve()
function runExclusive<T>(work: () => Promise<T>): Promise<T> {
  const result = queueTail.then(work)
  queueTail = result.catch(() => undefined)
  return result
}

/** True if this user has chosen to keep lists on this device. False if the browser stores nothing. */
export const areOfflineListsEnabled = (userId: number): Promise<boolean> =>
  runExclusive(async () => (await get<number>(choiceKey, database())) === userId).catch(() => false)

/** @throws if the browser stores nothing */
export const enableOfflineLists = ({ id, username }: OfflineUser): Promise<void> =>
  runExclusive(async () => {
    await removeAll({ choice: true })
    await set(choiceKey, id, database())
    await set(userKey, { id, username } satisfies OfflineUser, database())
  })

/** Removes the stored lists; with `choice`, also the choice to keep them. @throws if the browser removes nothing */
export const removeOfflineLists = (options: { choice: boolean }): Promise<void> =>
  runExclusive(() => removeAll(options))

/** Called after a sign-in: removes the lists and the choice of any other user. */
export const setOfflineUser = ({ id, username }: OfflineUser): Promise<void> =>
  runExclusive(async () => {
    if ((await get<number>(choiceKey, database())) !== id) await removeAll({ choice: true })
    else await set(userKey, { id, username } satisfies OfflineUser, database())
  }).catch(() => undefined)

async function removeAll({ choice }: { choice: boolean }): Promise<void> {
  const all = await keys<string>(database())
  const removed = choice ? all : all.filter((key) => key !== choiceKey)
  await delMany(removed, database())
}

/** The user who may read lists while the server is unreachable; null if none are stored. */
export const readOfflineUser = (): Promise<OfflineUser | null> =>
  runExclusive(async () => (await get<OfflineUser>(userKey, database())) ?? null).catch(() => null)

/** Does nothing if this user has not chosen to keep lists. */
const writeList = (user: OfflineUser, key: string, value: unknown): Promise<void> =>
  runExclusive(async () => {
    const owner = await get<OfflineUser>(userKey, database())
    if (owner?.id === user.id) await set(key, value, database())
  }).catch(() => undefined)

/** Stores the list of folders, and removes the file lists of deleted ones. */
export async function storeFolders(user: OfflineUser, folders: readonly Folder[]): Promise<void> {
  await writeList(user, foldersKey, {
    asOf: Date.now(),
    list: folders.map((folder) => pick(folder, folderFields)),
  } satisfies OfflineList<OfflineFolder[]>)
  const listedKeys = new Set<string>(folders.map(({ id }) => filesKey(id)))
  await runExclusive(async () => {
    for (const key of await keys<string>(database())) {
      if (key.startsWith(filesPrefix) && !listedKeys.has(key)) await del(key, database())
    }
  }).catch(() => undefined)
}

/** The fields that are stored, listed so that new ones are not stored by accident. */
const folderFields = [
  ...(['id', 'title', 'creation_date', 'expiration_date', 'last_upload_time', 'file_count'] as const),
  ...(['total_size', 'stored_bytes', 'quota_bytes', 'is_active', 'has_password', 'several'] as const),
  ...(['require_email_verification', 'has_undownloaded_files', 'undownloaded_count'] as const),
]
const fileFields = [
  ...(['id', 'original_filename', 'stored_filename', 'file_size', 'upload_time'] as const),
  ...(['last_downloaded_admin', 'sent_by'] as const),
]
type OfflineFolder = Pick<Folder, (typeof folderFields)[number]>
type OfflineFile = Pick<FileRecord, (typeof fileFields)[number]>

const pick = <T extends object, Field extends keyof T>(from: T, fields: readonly Field[]) =>
  Object.fromEntries(fields.filter((field) => field in from).map((field) => [field, from[field]])) as Pick<
    T,
    Field
  >

/** Placeholders for fields that are not stored. */
const unstoredFolderFields = {
  ...{ description: null, allowed_emails: null, perform_mime_check: true, link_token: '' },
  ...{ notify_by_email: false, sender_fields: [] },
}

export const storeFiles = (
  user: OfflineUser,
  folderId: number,
  files: readonly FileRecord[],
): Promise<void> =>
  writeList(user, filesKey(folderId), {
    asOf: Date.now(),
    list: files.map((file) => pick(file, fileFields)),
  } satisfies OfflineList<OfflineFile[]>)

export const readStoredFolders = (): Promise<OfflineList<Folder[]> | null> =>
  runExclusive(async () => {
    const stored = await get<OfflineList<OfflineFolder[]>>(foldersKey, database())
    if (!stored) return null
    return {
      asOf: stored.asOf,
      list: stored.list.map((folder): Folder => ({ ...folder, ...unstoredFolderFields })),
    }
  }).catch(() => null)

export const readStoredFiles = (folderId: number): Promise<OfflineList<FileRecord[]> | null> =>
  runExclusive(async () => {
    const stored = await get<OfflineList<OfflineFile[]>>(filesKey(folderId), database())
    if (!stored) return null
    const list = stored.list.map((file) => ({ ...file, uploader_email: null }))
    return { asOf: stored.asOf, list }
  }).catch(() => null)
