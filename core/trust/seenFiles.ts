/**
 * [Note: Seen files]
 * A server can show a file again that was deleted, or in another folder, under a new id and IV, but never with another
 * key. So a device keeps the marks of the keys (`seenMark`) that it has seen in folders of one person. Files that are never
 * shown, and those that a new device has not seen, are not noticed. The server's number of each file is kept, too: while
 * the private key is locked, a deleted or missing file can be recognized by nothing else.
 */
export interface SeenFiles {
  /** The folder and file in which each mark was seen; the oldest come first. */
  readonly seen: ReadonlyMap<string, SeenPlace>
  /** Marks that are not listed any more, the oldest first. */
  readonly gone: ReadonlyMap<string, GoneFile>
}

export interface GoneFile {
  /** The folder in which the mark was seen; null if it was not. */
  readonly folder: number | null
  /** The server's number of the file there; absent if it was not seen, and in records of earlier versions. */
  readonly id?: number | undefined
  /** False if it was missing in a list. */
  readonly isDeletedHere: boolean
}

interface SeenPlace {
  readonly folder: number
  /** The server's number of the file. */
  readonly id: number
}

/** A file, by its key and by the server's number. */
export interface MarkedFile {
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

/** Adds files that were seen in a folder; not those that do not belong there. Gone ones stay gone. */
export function withSeen(files: SeenFiles, folder: number, shown: readonly MarkedFile[]): SeenFiles {
  const { seen, gone } = files
  const added = shown.filter(({ mark }) => !seen.has(mark) && !gone.has(mark))
  if (added.length === 0) return files
  const seenAfter = new Map(seen)
  for (const { id, mark } of added) seenAfter.set(mark, { folder, id })
  return { seen: newest(seenAfter), gone }
}

/** Marks of files that were seen in a folder, and that its complete list does not have by their numbers. */
export const unlistedMarks = (
  { seen }: SeenFiles,
  folder: number,
  listed: ReadonlySet<number>,
): readonly string[] =>
  [...seen].flatMap(([mark, place]) => (place.folder === folder && !listed.has(place.id) ? [mark] : []))

/**
 * Moves files that a list does not have any more to `gone`.
 * @param marks `unlistedMarks` of the state before the list was requested
 */
export function withUnlisted(
  files: SeenFiles,
  folder: number,
  marks: readonly string[],
): { files: SeenFiles; unlisted: number } {
  const missing = marks.filter((mark) => files.seen.get(mark)?.folder === folder)
  return { files: withGone(files, missing, false), unlisted: missing.length }
}

/** Moves files that the person has deleted in a folder on this device to `gone`. */
export function withDeleted(files: SeenFiles, folder: number, deleted: readonly DeletedFile[]): SeenFiles {
  const ids = new Set(deleted.flatMap(({ id, mark }) => (mark === undefined ? [id] : [])))
  const opened = deleted.flatMap(({ mark }) => mark ?? [])
  const seen = [...files.seen].flatMap(([mark, place]) =>
    place.folder === folder && ids.has(place.id) ? [mark] : [],
  )
  return withGone(files, [...opened, ...seen], true)
}

function withGone(files: SeenFiles, marks: readonly string[], isDeletedHere: boolean): SeenFiles {
  if (marks.length === 0) return files
  const { seen, gone } = files
  const seenAfter = new Map(seen)
  const goneAfter = new Map(gone)
  for (const mark of marks) {
    const previous = goneAfter.get(mark)
    const { folder = null, id } = seen.get(mark) ?? previous ?? {}
    seenAfter.delete(mark)
    goneAfter.delete(mark)
    goneAfter.set(mark, { folder, id, isDeletedHere: isDeletedHere || (previous?.isDeletedHere ?? false) })
  }
  if (goneAfter.size <= maxSeenFiles) return { seen: seenAfter, gone: goneAfter }
  // Junk that a server shows and hides must not make it forget what was deleted here.
  const deletedLast = [...goneAfter].sort(([, a], [, b]) => Number(a.isDeletedHere) - Number(b.isDeletedHere))
  return { seen: seenAfter, gone: new Map(deletedLast.slice(-maxSeenFiles)) }
}

/**
 * Marks files as seen again whose return the person has accepted in a folder. Those that were seen in another one stay gone, and
 * those that were seen in none are only forgotten: a server can show a file without manifest wherever it wants.
 */
export function withReturned(files: SeenFiles, folder: number, shown: readonly MarkedFile[]): SeenFiles {
  const returned = shown.filter(({ mark }) => {
    const file = files.gone.get(mark)
    return file && (file.folder ?? folder) === folder
  })
  if (returned.length === 0) return files
  const gone = new Map(files.gone)
  for (const { mark } of returned) gone.delete(mark)
  return withSeen(
    { ...files, gone },
    folder,
    returned.filter(({ mark }) => files.gone.get(mark)?.folder === folder),
  )
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
  return withReturned(files, folder, marked)
}

const newest = <T>(entries: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  entries.size <= maxSeenFiles ? entries : new Map([...entries].slice(-maxSeenFiles))
