import { createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import type { FileRecord, Folder } from '../../contract/schemas/folders.ts'

/**
 * [Note: Kept lists]
 * For whoever asks for it in the profile, the dashboard's list and the last list of each folder that was looked at
 * stay on this device, to be read while the server is out of reach. Names, sizes, times and states alone: no key and
 * nothing that was sealed, no link token, no checksum, nobody's e-mail address. They lie in an IndexedDB of their own
 * and go at sign-out, when the server says that the session has ended, when they are switched off, and when somebody
 * else signs in. The choice itself outlives a session, since it says nothing of what was kept.
 */

/** Whose lists they are; all that is known of a user who cannot be asked for. */
export interface Reader {
  id: number
  username: string
}

/** A list and when the server gave it, in milliseconds since 1970. */
export interface Kept<T> {
  asOf: number
  list: T
}

const choiceKey = 'choice'
const readerKey = 'reader'
const foldersKey = 'folders'
const filesPrefix = 'files:'
const filesKey = (folderId: number) => `${filesPrefix}${folderId}`

let opened: UseStore | undefined
const database = () => (opened ??= createStore('sealpost-lists', 'lists'))

/** One after the other: nothing is written behind what removes everything. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

/** Whether this user has asked for it on this device. A browser that stores nothing has no lists. */
export const listsAreKept = (userId: number): Promise<boolean> =>
  inTurn(async () => (await get<number>(choiceKey, database())) === userId).catch(() => false)

/** @throws where the browser stores nothing */
export const keepLists = ({ id, username }: Reader): Promise<void> =>
  inTurn(async () => {
    await removeAll({ choice: true })
    await set(choiceKey, id, database())
    await set(readerKey, { id, username } satisfies Reader, database())
  })

/** Removes what is kept; `choice`: and keeps nothing from now on. */
export const forgetLists = (what: { choice: boolean }): Promise<void> =>
  inTurn(() => removeAll(what)).catch(() => undefined)

/** Somebody has signed in: lists and choice of anybody else go. */
export const welcomeReader = ({ id, username }: Reader): Promise<void> =>
  inTurn(async () => {
    if ((await get<number>(choiceKey, database())) !== id) await removeAll({ choice: true })
    else await set(readerKey, { id, username } satisfies Reader, database())
  }).catch(() => undefined)

async function removeAll({ choice }: { choice: boolean }): Promise<void> {
  const all = await keys<string>(database())
  const doomed = choice ? all : all.filter((key) => key !== choiceKey)
  await delMany(doomed, database())
}

/** Whoever may read while nobody can be asked who is signed in; null when nothing is kept. */
export const keptReader = (): Promise<Reader | null> =>
  inTurn(async () => (await get<Reader>(readerKey, database())) ?? null).catch(() => null)

/** Without choice, or for another user, nothing happens. */
const write = (reader: Reader, key: string, value: unknown): Promise<void> =>
  inTurn(async () => {
    const owner = await get<Reader>(readerKey, database())
    if (owner?.id === reader.id) await set(key, value, database())
  }).catch(() => undefined)

/** Folders as they are kept, and those that are gone forgotten with their files. */
export async function keepFolders(reader: Reader, folders: readonly Folder[]): Promise<void> {
  await write(reader, foldersKey, {
    asOf: Date.now(),
    list: folders.map(folderAsKept),
  } satisfies Kept<KeptFolder[]>)
  const there = new Set<string>(folders.map(({ id }) => filesKey(id)))
  await inTurn(async () => {
    for (const key of await keys<string>(database())) {
      if (key.startsWith(filesPrefix) && !there.has(key)) await del(key, database())
    }
  }).catch(() => undefined)
}

/** Named one by one: what a folder may have one day is not kept unasked. */
function folderAsKept(folder: Folder): KeptFolder {
  return {
    id: folder.id,
    title: folder.title,
    creation_date: folder.creation_date,
    expiration_date: folder.expiration_date,
    last_upload_time: folder.last_upload_time,
    file_count: folder.file_count,
    total_size: folder.total_size,
    stored_bytes: folder.stored_bytes,
    quota_bytes: folder.quota_bytes,
    is_active: folder.is_active,
    has_password: folder.has_password,
    require_email_verification: folder.require_email_verification,
    has_undownloaded_files: folder.has_undownloaded_files,
    undownloaded_count: folder.undownloaded_count,
    several: folder.several,
  }
}

/** What is not kept, as a folder out of reach shows it. */
const notKept = {
  ...{ description: null, allowed_emails: null, perform_mime_check: true, link_token: '' },
  ...{ notify_by_email: false, sender_fields: [] },
}

type KeptFolder = Omit<Folder, keyof typeof notKept>

export const keepFiles = (reader: Reader, folderId: number, files: readonly FileRecord[]): Promise<void> =>
  write(reader, filesKey(folderId), {
    asOf: Date.now(),
    list: files.map((file): KeptFile => {
      const { id, original_filename, stored_filename, file_size, upload_time, last_downloaded_admin } = file
      return { id, original_filename, stored_filename, file_size, upload_time, last_downloaded_admin }
    }),
  } satisfies Kept<KeptFile[]>)

type KeptFile = Pick<
  FileRecord,
  'id' | 'original_filename' | 'stored_filename' | 'file_size' | 'upload_time' | 'last_downloaded_admin'
>

export const keptFolders = (): Promise<Kept<Folder[]> | null> =>
  inTurn(async () => {
    const kept = await get<Kept<KeptFolder[]>>(foldersKey, database())
    if (!kept) return null
    return { asOf: kept.asOf, list: kept.list.map((folder): Folder => ({ ...folder, ...notKept })) }
  }).catch(() => null)

export const keptFiles = (folderId: number): Promise<Kept<FileRecord[]> | null> =>
  inTurn(async () => {
    const kept = await get<Kept<KeptFile[]>>(filesKey(folderId), database())
    if (!kept) return null
    // Without checksums no file is known to be another's twin.
    const list = kept.list.map((file) => ({ ...file, file_hash: `unknown:${file.id}`, uploader_email: null }))
    return { asOf: kept.asOf, list }
  }).catch(() => null)
