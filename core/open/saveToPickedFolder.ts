import { FaultError } from '../faults/fault.ts'
import type { Bytes } from '../ports.ts'
import type { ArchiveEntry, LeftOutFile } from './openJob.ts'
import { EntryError, type OpeningContext } from './openingContext.ts'
import { findTarget, type FolderLookup, targetName, nextTarget, type TargetPath } from './targetPath.ts'
import { type OpenedEntry, readAhead } from './readAhead.ts'

/** A folder to save files to. Subfolders are created with their first file. */
export interface PickedFolder extends FolderLookup {
  /** Creates a file, whose content appears once it is closed. @returns null if the name is taken by now */
  create(path: readonly string[], name: string): Promise<NewFile | null>
}

export interface NewFile {
  write(piece: Bytes): Promise<void>
  close(): Promise<void>
  /** Discards the file, instead of `close`. */
  drop(): Promise<void>
}

interface FolderListener {
  onLeftOut: (leftOut: LeftOutFile) => void
  /** Called with a number of bytes that were in the folder already. */
  onExisting: (bytes: number) => void
  onFile: () => void
}

/**
 * [Note: Saving to a folder]
 * Every entry becomes a file under its path. An existing file with the same content is not fetched again, so
 * that picking the same folder again resumes an interrupted download, without any stored state. Other files are
 * never overwritten or removed; ours is then named with ' (2)'. A file that does not open, or whose name is
 * refused, is left out: a sender must not prevent the saving of the others. The browser writes to a temporary
 * file and renames it on close, so that files with content are complete; an interrupted download leaves an
 * empty one.
 *
 * @returns the number of files in the folder @throws EntryError, errors of the folder, or the signal's reason
 */
export async function saveToPickedFolder(
  folder: PickedFolder,
  entries: readonly ArchiveEntry[],
  opening: OpeningContext,
  listener: FolderListener,
): Promise<number> {
  const takenKeys = new Set<string>()
  const missing: MissingEntry[] = []
  let fileCount = 0
  for (const [index, entry] of entries.entries()) {
    try {
      const { target, existed } = await findTarget(folder, takenKeys, entry, opening)
      if (!existed) missing.push({ ...entry, index, target })
      else {
        listener.onExisting(entry.size)
        listener.onFile()
        fileCount++
      }
    } catch (error) {
      if (!(error instanceof FaultError && error.fault.code === 'name-refused')) throw error
      listener.onLeftOut({ entry: index, fault: error.fault })
    }
  }

  for await (const item of readAhead(missing, opening)) {
    const { index, target } = item.entry
    if ('fault' in item) {
      listener.onLeftOut({ entry: index, fault: item.fault })
      continue
    }
    try {
      const file = await createFile(folder, takenKeys, target)
      await writeEntry(file, item, opening.signal)
    } catch (error) {
      // An error of the content, and not of the folder.
      if (error instanceof EntryError) {
        listener.onLeftOut({ entry: index, fault: error.fault })
        continue
      }
      throw error instanceof FaultError ? new EntryError(index, error.fault, { cause: error }) : error
    }
    listener.onFile()
    fileCount++
  }
  return fileCount
}

interface MissingEntry extends ArchiveEntry {
  readonly index: number
  readonly target: TargetPath
}

/** Creates a file at its target, or at the next one that is free. */
async function createFile(
  folder: PickedFolder,
  takenKeys: Set<string>,
  target: TargetPath,
): Promise<NewFile> {
  const file = await folder.create(target.path, targetName(target))
  if (file) return file
  // The name was taken meanwhile.
  return createFile(folder, takenKeys, nextTarget(takenKeys, target))
}

/** Writes the content of an entry, and closes the file; drops it on errors. */
async function writeEntry(
  file: NewFile,
  item: Exclude<OpenedEntry, { fault: unknown }>,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const piece of 'whole' in item ? item.whole : item.pieces) await file.write(piece)
    signal.throwIfAborted()
    await file.close()
  } catch (error) {
    await file.drop()
    throw error
  }
}
