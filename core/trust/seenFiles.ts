/**
 * [Note: Seen files]
 * A server can show a file again that was deleted, or in another folder, under a new id and IV, but never with another
 * key. So a device keeps the marks of the keys (`seenMark`) that it has seen in folders of one person. What is never
 * shown, and what a new device has not seen, is not noticed.
 */
export interface SeenFiles {
  /** Folder in which each mark was seen, the oldest first. */
  readonly seen: ReadonlyMap<string, number>
  /** Marks that are not listed any more, the oldest first; true if they were deleted on this device. */
  readonly gone: ReadonlyMap<string, boolean>
}

/** Marks that are kept of each kind. */
export const maxSeenFiles = 65_536

export const noSeenFiles: SeenFiles = { seen: new Map(), gone: new Map() }

/** Adds marks that were seen in a folder; not of files that do not belong there. Gone ones stay gone. */
export function withSeen(files: SeenFiles, folder: number, marks: readonly string[]): SeenFiles {
  const { seen, gone } = files
  const added = marks.filter((mark) => !seen.has(mark) && !gone.has(mark))
  if (added.length === 0) return files
  const after = new Map(seen)
  for (const mark of added) after.set(mark, folder)
  return { seen: newest(after), gone }
}

/** Moves those of these marks that were seen in a folder, and are missing in its complete list, to what is gone. */
export function withUnlisted(
  files: SeenFiles,
  folder: number,
  marks: Iterable<string>,
): { files: SeenFiles; unlisted: number } {
  const missing = [...marks].filter((mark) => files.seen.get(mark) === folder)
  return { files: withGone(files, missing, false), unlisted: missing.length }
}

/** Moves what the person has deleted on this device to what is gone. */
export const withDeleted = (files: SeenFiles, marks: readonly string[]): SeenFiles =>
  withGone(files, marks, true)

function withGone({ seen, gone }: SeenFiles, marks: readonly string[], isDeletedHere: boolean): SeenFiles {
  if (marks.length === 0) return { seen, gone }
  const left = new Map(seen)
  const after = new Map(gone)
  for (const mark of marks) {
    left.delete(mark)
    const wasDeletedHere = after.get(mark) ?? false
    after.delete(mark)
    after.set(mark, isDeletedHere || wasDeletedHere)
  }
  if (after.size <= maxSeenFiles) return { seen: left, gone: after }
  // Junk that a server shows and hides must not make it forget what was deleted here.
  const byWorth = [...after].sort(([, a], [, b]) => Number(a) - Number(b))
  return { seen: left, gone: new Map(byWorth.slice(-maxSeenFiles)) }
}

/** Sees files again whose return the person has accepted. */
export function withReturned(files: SeenFiles, folder: number, marks: readonly string[]): SeenFiles {
  const gone = new Map(files.gone)
  for (const mark of marks) gone.delete(mark)
  return withSeen({ ...files, gone }, folder, marks)
}

const newest = <T>(entries: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  entries.size <= maxSeenFiles ? entries : new Map([...entries].slice(-maxSeenFiles))
