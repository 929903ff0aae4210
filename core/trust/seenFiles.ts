/**
 * [Note: Seen files]
 * A server can show a file again that was deleted, or in another folder, under a new id and IV, but never with another
 * key. So a device keeps the marks of the keys (`seenMark`) that it has seen in folders of one person. Files that are never
 * shown, and those that a new device has not seen, are not noticed. The server's number of each file is kept, too: while
 * the private key is locked, a deleted or missing file can be recognized by nothing else. Whether a missing file is in the
 * trash is the server's word: such a file is counted, and its return told.
 */
export interface SeenFiles {
  /** The folder and file in which each mark was seen; the oldest come first. */
  readonly seen: ReadonlyMap<string, SeenPlace>
  /** Marks that are not listed any more, the oldest first. */
  readonly gone: ReadonlyMap<string, GoneFile>
}

/** When a file is deleted, as its sender was promised, or later; absent: it stays. */
interface PromisedDate {
  readonly expires?: string | undefined
}

export interface GoneFile extends PromisedDate {
  /** The folder in which the mark was seen; null if it was not. */
  readonly folder: number | null
  /** The server's number of the file there; absent if it was not seen, and in records of earlier versions. */
  readonly id?: number | undefined
  /** False if it was missing in a list. */
  readonly isDeletedHere: boolean
  /** True if it could be restored from the trash when this device looked last. */
  readonly isInTrash?: boolean | undefined
  /** True if its number was listed again since: it was restored, but not opened here. */
  readonly isListed?: boolean | undefined
}

interface SeenPlace extends PromisedDate {
  readonly folder: number
  /** The server's number of the file. */
  readonly id: number
}

/** A file, by its key and by the server's number. */
export interface MarkedFile extends PromisedDate {
  readonly id: number
  readonly mark: string
}

/** A deleted or restored file. Without a mark, it is the one that was seen in the folder under its number. */
export type DeletedFile = Pick<MarkedFile, 'id'> & { readonly mark?: string | undefined }

/** Maximum number of marks kept of each kind. */
export const maxSeenFiles = 65_536

export const noSeenFiles: SeenFiles = { seen: new Map(), gone: new Map() }

/** The folder in which this device saw the mark, also if the file is gone. */
export const folderOfMark = ({ seen, gone }: SeenFiles, mark: string): number | undefined =>
  seen.get(mark)?.folder ?? gone.get(mark)?.folder ?? undefined

/** The server's numbers of the files that were seen in a folder. */
export const seenNumbers = ({ seen }: SeenFiles, folder: number): ReadonlySet<number> =>
  new Set([...seen.values()].flatMap((place) => (place.folder === folder ? [place.id] : [])))

/**
 * 'restored': shown again as the same file, which was in the trash. 'returned': shown again otherwise, or another file in
 * the place of one in the trash. Null: seen before, or new.
 */
export type FileReturn = 'restored' | 'returned' | null

/** Says of a folder's files what their return is. */
export function returnsIn({ gone }: SeenFiles, folder: number): (file: MarkedFile) => FileReturn {
  const inTrash = new Set([...gone.values()].flatMap((file) => (isInTrashOf(file, folder) ? file.id : [])))
  return ({ id, mark }) => {
    const file = gone.get(mark)
    if (file) return isInTrashOf(file, folder) && file.id === id ? 'restored' : 'returned'
    return inTrash.has(id) ? 'returned' : null
  }
}

const isInTrashOf = (file: GoneFile, folder: number): file is GoneFile & { id: number } =>
  file.isInTrash === true && file.folder === folder && file.id !== undefined

/** Adds files that were seen in a folder; not those that do not belong there. Gone ones stay gone, unless they were restored. */
export function withSeen(files: SeenFiles, folder: number, shown: readonly MarkedFile[]): SeenFiles {
  const returnOf = returnsIn(files, folder)
  const restored = shown.filter((file) => returnOf(file) === 'restored')
  const after = withSeenAgain(files, folder, restored)
  const added = shown.filter(({ mark }) => !after.seen.has(mark) && !after.gone.has(mark))
  return withAdded(after, folder, added)
}

function withAdded(files: SeenFiles, folder: number, added: readonly MarkedFile[]): SeenFiles {
  if (added.length === 0) return files
  const seen = new Map(files.seen)
  for (const { id, mark, expires } of added) seen.set(mark, { folder, id, expires: comparableDate(expires) })
  return { ...files, seen: newest(seen) }
}

/**
 * The date, or none for any other text than that of `toISOString`, up to the year 9999: dates are compared as text, in
 * which '0' and '+010000' come first.
 */
const comparableDate = (text: string | undefined): string | undefined =>
  text?.length === 24 && new Date(text).toJSON() === text ? text : undefined

/** Nobody can bring a date forward, nor give one to a file that stays. */
function laterDate(before: string | undefined, after: string | undefined): string | undefined {
  const known = comparableDate(after)
  if (before === undefined || known === undefined) return undefined
  return known > before ? known : before
}

/** Numbers of the files in the complete list of a folder, with their dates. */
export type ListedFiles = ReadonlyMap<number, string | undefined>

/** Takes over dates that were put off. */
export function withDates(files: SeenFiles, folder: number, listed: ListedFiles): SeenFiles {
  const later = [...files.seen].flatMap(([mark, place]) => {
    if (place.folder !== folder || !listed.has(place.id)) return []
    const expires = laterDate(place.expires, listed.get(place.id))
    return expires === place.expires ? [] : [[mark, { ...place, expires }] as const]
  })
  return later.length === 0 ? files : { ...files, seen: new Map([...files.seen, ...later]) }
}

/** Marks that a folder had, by whether its complete list has their numbers. */
interface ComparedMarks {
  /** Not listed, and seen. */
  readonly seen: readonly string[]
  /** Not listed, of files that could be restored from the trash. */
  readonly trashed: readonly string[]
  /** Listed again, of files that could be restored from the trash. */
  readonly restored: readonly string[]
}

export function comparedMarks({ seen, gone }: SeenFiles, folder: number, listed: ListedFiles): ComparedMarks {
  const inTrash = [...gone].flatMap(([mark, file]) => (isInTrashOf(file, folder) ? [{ mark, ...file }] : []))
  const marksOf = (files: typeof inTrash) => files.map(({ mark }) => mark)
  return {
    seen: [...seen].flatMap(([mark, place]) =>
      place.folder === folder && !listed.has(place.id) ? [mark] : [],
    ),
    trashed: marksOf(inTrash.filter(({ id }) => !listed.has(id))),
    restored: marksOf(inTrash.filter(({ id, isListed }) => !isListed && listed.has(id))),
  }
}

interface Compared {
  /** `comparedMarks` of the state before the list was requested. */
  readonly marks: ComparedMarks
  /** Numbers of the files that the server says are in the folder's trash; null if it does not answer. */
  readonly inTrash: ReadonlySet<number> | null
  /** ISO time. */
  readonly now: string
}

/**
 * Moves files that a list does not have any more to `gone`, and keeps which are in the trash, or were restored from it.
 * @returns how many of those that were listed are missing before their dates, and how many are in the trash
 */
export function withUnlisted(
  files: SeenFiles,
  folder: number,
  { marks, inTrash, now }: Compared,
): { files: SeenFiles; unlisted: number; trashed: number } {
  const stillInTrash = (of: readonly string[]) =>
    of.flatMap((mark) => {
      const file = files.gone.get(mark)
      return file && isInTrashOf(file, folder) ? [[mark, file] as const] : []
    })
  const trashedBefore = stillInTrash(marks.trashed)
  const unlisted = [
    ...marks.seen.flatMap((mark) => {
      const place = files.seen.get(mark)
      return place?.folder === folder ? [[mark, place] as const] : []
    }),
    ...trashedBefore.filter(([, { isListed }]) => isListed),
  ]
  const trashed = unlisted.filter(([, { id }]) => inTrash?.has(id))
  const missing = unlisted.filter(([, { id }]) => !inTrash?.has(id))
  const erased = trashedBefore.filter(([, { id }]) => inTrash && !inTrash.has(id))
  const marksOf = (of: typeof unlisted) => of.map(([mark]) => mark)
  const after = withGone(files, marksOf(trashed), { isDeletedHere: false, isInTrash: true })
  const { seen, gone } = withGone(after, marksOf([...missing, ...erased]), {
    ...{ isDeletedHere: false, isInTrash: false },
  })
  const restored = stillInTrash(marks.restored).map(
    ([mark, file]) => [mark, { ...file, isListed: true }] as const,
  )
  return {
    files: { seen, gone: restored.length === 0 ? gone : new Map([...gone, ...restored]) },
    unlisted: missing.filter(([, { expires = now }]) => expires >= now).length,
    trashed: trashed.length,
  }
}

/** Moves files that the person has deleted in a folder on this device to `gone`. */
export function withDeleted(
  files: SeenFiles,
  folder: number,
  deleted: readonly DeletedFile[],
  isInTrash: boolean,
): SeenFiles {
  const ids = new Set(deleted.flatMap(({ id, mark }) => (mark === undefined ? [id] : [])))
  const opened = deleted.flatMap(({ mark }) => mark ?? [])
  const seen = [...files.seen].flatMap(([mark, place]) =>
    place.folder === folder && ids.has(place.id) ? [mark] : [],
  )
  return withGone(files, [...opened, ...seen], { isDeletedHere: true, isInTrash })
}

function withGone(
  files: SeenFiles,
  marks: readonly string[],
  { isDeletedHere, isInTrash }: Required<Pick<GoneFile, 'isDeletedHere' | 'isInTrash'>>,
): SeenFiles {
  if (marks.length === 0) return files
  const { seen, gone } = files
  const seenAfter = new Map(seen)
  const goneAfter = new Map(gone)
  for (const mark of marks) {
    const previous = goneAfter.get(mark)
    const { folder = null, id, expires } = seen.get(mark) ?? previous ?? {}
    seenAfter.delete(mark)
    goneAfter.delete(mark)
    goneAfter.set(mark, {
      ...{ folder, id, expires, isInTrash },
      isDeletedHere: isDeletedHere || (previous?.isDeletedHere ?? false),
    })
  }
  if (goneAfter.size <= maxSeenFiles) return { seen: seenAfter, gone: goneAfter }
  // Junk that a server shows and hides must not make it forget what was deleted here.
  const deletedLast = [...goneAfter].sort(([, a], [, b]) => Number(a.isDeletedHere) - Number(b.isDeletedHere))
  return { seen: seenAfter, gone: new Map(deletedLast.slice(-maxSeenFiles)) }
}

/** Marks files as seen again whose return the person has accepted in a folder, or that took the place of one in its trash. */
export function withReturned(files: SeenFiles, folder: number, shown: readonly MarkedFile[]): SeenFiles {
  const again = withSeenAgain(files, folder, shown)
  const ids = new Set(shown.map(({ id }) => id))
  const replaced = [...again.gone].filter(([, file]) => isInTrashOf(file, folder) && ids.has(file.id))
  if (replaced.length === 0) return again
  const gone = new Map(again.gone)
  for (const [mark, file] of replaced) gone.set(mark, { ...file, isInTrash: false })
  return { ...again, gone }
}

/**
 * Marks files as seen again. Those that were seen in another folder stay gone, and those that were seen in none are only
 * forgotten: a server can show a file without manifest wherever it wants.
 */
function withSeenAgain(files: SeenFiles, folder: number, shown: readonly MarkedFile[]): SeenFiles {
  const returned = shown.filter(({ mark }) => {
    const file = files.gone.get(mark)
    return file && (file.folder ?? folder) === folder
  })
  if (returned.length === 0) return files
  const gone = new Map(files.gone)
  for (const { mark } of returned) gone.delete(mark)
  const seen = returned.flatMap((file) => {
    const before = files.gone.get(file.mark)
    if (before?.folder !== folder) return []
    // Who restores or accepts files by their numbers says no dates.
    const expires = 'expires' in file ? laterDate(before.expires, file.expires) : before.expires
    return [{ ...file, expires }]
  })
  return withAdded({ ...files, gone }, folder, seen)
}

/** Marks files as seen again that the person has restored in a folder on this device. */
export function withRestored(files: SeenFiles, folder: number, restored: readonly DeletedFile[]): SeenFiles {
  const marks = new Map(
    [...files.gone].flatMap(([mark, file]) =>
      file.folder === folder && file.id !== undefined ? [[file.id, mark]] : [],
    ),
  )
  const marked = restored.flatMap(({ id, mark = marks.get(id) }) =>
    mark === undefined ? [] : [{ id, mark }],
  )
  return withSeenAgain(files, folder, marked)
}

const newest = <T>(entries: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  entries.size <= maxSeenFiles ? entries : new Map([...entries].slice(-maxSeenFiles))
