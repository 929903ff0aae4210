/**
 * [Note: Seen files]
 * A server can show a file again that was deleted, or in another folder, under a new id and IV, but never with another
 * key. So a device keeps the marks of the keys (`seenMark`) that it has seen in folders of one person. What is never
 * shown, and what a new device has not seen, is not noticed. The server's number of each file is kept, too: what is
 * deleted or missing while the private key is locked has no other name.
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

/** Without a mark, it is the file that was seen in the folder under its number. */
export type DeletedFile = Pick<MarkedFile, 'id'> & { readonly mark?: string | undefined }

/** Marks that are kept of each kind. */
export const maxSeenFiles = 65_536

export const noSeenFiles: SeenFiles = { seen: new Map(), gone: new Map() }

/** The folder in which this device saw the mark, also of what is gone. */
export const folderOfMark = ({ seen, gone }: SeenFiles, mark: string): number | undefined =>
  seen.get(mark)?.folder ?? gone.get(mark)?.folder ?? undefined

/** The server's numbers of the files that were seen in a folder. */
export const seenNumbers = ({ seen }: SeenFiles, folder: number): ReadonlySet<number> =>
  new Set([...seen.values()].flatMap((at) => (at.folder === folder ? [at.id] : [])))

/** Adds files that were seen in a folder; not those that do not belong there. Gone ones stay gone. */
export function withSeen(files: SeenFiles, folder: number, shown: readonly MarkedFile[]): SeenFiles {
  const { seen, gone } = files
  const added = shown.filter(({ mark }) => !seen.has(mark) && !gone.has(mark))
  if (added.length === 0) return files
  const after = new Map(seen)
  for (const { id, mark } of added) after.set(mark, { folder, id })
  return { seen: newest(after), gone }
}

/** Marks of files that were seen in a folder, and that its complete list does not have by their numbers. */
export const unlistedMarks = (
  { seen }: SeenFiles,
  folder: number,
  listed: ReadonlySet<number>,
): readonly string[] =>
  [...seen].flatMap(([mark, at]) => (at.folder === folder && !listed.has(at.id) ? [mark] : []))

/**
 * Moves files to what is gone that a list does not have any more.
 * @param marks `unlistedMarks` of what was known before the list was asked for
 */
export function withUnlisted(
  files: SeenFiles,
  folder: number,
  marks: readonly string[],
): { files: SeenFiles; unlisted: number } {
  const missing = marks.filter((mark) => files.seen.get(mark)?.folder === folder)
  return { files: withGone(files, missing, false), unlisted: missing.length }
}

/** Moves what the person has deleted in a folder on this device to what is gone. */
export function withDeleted(files: SeenFiles, folder: number, deleted: readonly DeletedFile[]): SeenFiles {
  const ids = new Set(deleted.flatMap(({ id, mark }) => (mark === undefined ? [id] : [])))
  const opened = deleted.flatMap(({ mark }) => mark ?? [])
  const seen = [...files.seen].flatMap(([mark, at]) => (at.folder === folder && ids.has(at.id) ? [mark] : []))
  return withGone(files, [...opened, ...seen], true)
}

function withGone(files: SeenFiles, marks: readonly string[], isDeletedHere: boolean): SeenFiles {
  if (marks.length === 0) return files
  const { seen, gone } = files
  const left = new Map(seen)
  const after = new Map(gone)
  for (const mark of marks) {
    const before = after.get(mark)
    const folder = folderOfMark(files, mark) ?? null
    left.delete(mark)
    after.delete(mark)
    after.set(mark, { folder, isDeletedHere: isDeletedHere || (before?.isDeletedHere ?? false) })
  }
  if (after.size <= maxSeenFiles) return { seen: left, gone: after }
  // Junk that a server shows and hides must not make it forget what was deleted here.
  const byWorth = [...after].sort(([, a], [, b]) => Number(a.isDeletedHere) - Number(b.isDeletedHere))
  return { seen: left, gone: new Map(byWorth.slice(-maxSeenFiles)) }
}

/**
 * Sees files again whose return the person has accepted in a folder. Those that were seen in another one stay gone, and
 * those that were seen in none are only forgotten: a server can show a file without manifest wherever it wants.
 */
export function withReturned(files: SeenFiles, folder: number, shown: readonly MarkedFile[]): SeenFiles {
  const returned = shown.filter(({ mark }) => {
    const at = files.gone.get(mark)
    return at && (at.folder ?? folder) === folder
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

const newest = <T>(entries: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  entries.size <= maxSeenFiles ? entries : new Map([...entries].slice(-maxSeenFiles))
