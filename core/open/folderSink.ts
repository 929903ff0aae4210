import { FaultError } from '../faults/fault.ts'
import type { Bytes } from '../ports.ts'
import type { ArchiveEntry, LeftOut } from './job.ts'
import { EntryError, type Opening } from './opening.ts'
import { findPlace, type FolderView, nameAt, nextPlace, type Place } from './places.ts'
import { type Opened, readAhead } from './readAhead.ts'

/** A folder that files are put into. Folders below it come with the first file in them. */
export interface FolderSink extends FolderView {
  /** A new file, whose content is there once it is closed; null where something has this name by now. */
  create(path: readonly string[], name: string): Promise<NewFile | null>
}

export interface NewFile {
  write(piece: Bytes): Promise<void>
  close(): Promise<void>
  /** Instead of `close`: nothing of it stays behind. */
  drop(): Promise<void>
}

export interface FolderListener {
  onLeftOut: (leftOut: LeftOut) => void
  /** So many bytes were there before. */
  onThere: (bytes: number) => void
  /** Of one more file all is there. */
  onFile: () => void
}

/**
 * [Note: Saving to a folder]
 * Every entry becomes a file under its path. A file that is there already with the same content is not fetched again,
 * so that whoever picks the same folder once more goes on where the last try stopped, in another session as well: what
 * is compared is what a download of it would be, and nothing needs to be remembered. Whatever else is there is never
 * overwritten nor taken away; ours then gets ' (2)'. The browser writes to a file beside it and puts it in place on close,
 * so that what stands under a name is whole. A try that is cut off before leaves an empty file behind, which nobody can
 * tell from one of the person's own.
 *
 * @returns how many of them are there @throws EntryError, what the folder fails with, or the signal's reason
 */
export async function fillFolder(
  folder: FolderSink,
  entries: readonly ArchiveEntry[],
  opening: Opening,
  listener: FolderListener,
): Promise<number> {
  const taken = new Set<string>()
  const missing: (ArchiveEntry & Missing)[] = []
  for (const [index, entry] of entries.entries()) {
    const { place, isThere } = await findPlace(folder, taken, entry, opening)
    if (!isThere) missing.push({ ...entry, index, place })
    else {
      listener.onThere(entry.size)
      listener.onFile()
    }
  }

  let saved = entries.length - missing.length
  for await (const item of readAhead(missing, opening)) {
    const { index, place } = item.entry
    if ('fault' in item) {
      listener.onLeftOut({ entry: index, fault: item.fault })
      continue
    }
    try {
      const file = await create(folder, taken, place)
      await write(file, item, opening.signal)
    } catch (error) {
      throw error instanceof FaultError ? new EntryError(index, error.fault, { cause: error }) : error
    }
    listener.onFile()
    saved++
  }
  return saved
}

/** One that is to be fetched, with its index among all. */
interface Missing {
  index: number
  place: Place
}

/** In its place, or the next one where somebody has put something there since it was found free. */
async function create(folder: FolderSink, taken: Set<string>, place: Place): Promise<NewFile> {
  const file = await folder.create(place.path, nameAt(place))
  if (file) return file
  return create(folder, taken, nextPlace(taken, place))
}

async function write(
  file: NewFile,
  item: Exclude<Opened, { fault: unknown }>,
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
