import { chunkBytes, MiB } from '../../../contract/limits.ts'
import { numberedName } from '../../../contract/names.ts'
import { FaultError } from '../../faults/fault.ts'
import { localHash } from '../hash.ts'
import type { Bytes } from '../ports.ts'
import { type CheckOptions, contentCheck } from './contentCheck.ts'
import type { ArchiveEntry, LeftOut } from './job.ts'
import { EntryError, type Opening } from './opening.ts'
import { type Opened, readAhead } from './readAhead.ts'

/** Of a file that is there already, whole chunks. */
const readBytes = MiB

/** A folder that files are put into. Folders below it come with the first file in them. */
export interface FolderSink {
  /** What has this name; null where nothing has. @param path folders, from the outermost on */
  find(path: readonly string[], name: string): Promise<ExistingFile | 'folder' | null>
  /** A new file, whose content is there once it is closed; null where something has this name by now. */
  create(path: readonly string[], name: string): Promise<NewFile | null>
}

export interface ExistingFile {
  /** Bytes. */
  readonly size: number
  read(at: number, bytes: number): Promise<Bytes>
}

export interface NewFile {
  write(piece: Bytes): Promise<void>
  close(): Promise<void>
  /** Instead of `close`: nothing of it stays behind. */
  drop(): Promise<void>
}

export interface FolderListener {
  onLeftOut: (leftOut: LeftOut) => void
  onWritten: (bytes: number) => void
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
    const place = await findPlace(folder, taken, entry, opening)
    if (place) missing.push({ ...entry, index, place })
    else {
      listener.onWritten(entry.size)
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
      await write(file, item, opening.signal, listener)
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

/** A name in a folder that our file may have: the one that is wanted, or its number `n`, from 2 on. */
interface Place {
  path: readonly string[]
  wanted: string
  n: number
}

const nameAt = ({ wanted, n }: Place): string => (n === 1 ? wanted : numberedName(wanted, n))

const keyOf = (place: Place): string => [...place.path, nameAt(place)].join('/').toLowerCase()

/** Null when the file is there already. @param taken places of other entries, which are not there yet */
async function findPlace(
  folder: FolderSink,
  taken: Set<string>,
  entry: ArchiveEntry,
  { signal, compareSha256 }: Opening,
): Promise<Place | null> {
  const path = entry.name.split('/')
  const wanted = path.splice(-1).join('')
  for (let n = 1; ; n++) {
    signal.throwIfAborted()
    const place = { path, wanted, n }
    if (taken.has(keyOf(place))) continue
    const file = await folder.find(path, nameAt(place))
    if (file === 'folder') continue
    const isOurs =
      file?.size === entry.size &&
      (await hasContent(file, entry, { beginHash: localHash, compareSha256, signal }))
    if (file && !isOurs) continue
    taken.add(keyOf(place))
    return isOurs ? null : place
  }
}

/** In its place, or the next one where somebody has put something there since it was found free. */
async function create(folder: FolderSink, taken: Set<string>, place: Place): Promise<NewFile> {
  const file = await folder.create(place.path, nameAt(place))
  if (file) return file
  let { n } = place
  do n++
  while (taken.has(keyOf({ ...place, n })))
  taken.add(keyOf({ ...place, n }))
  return create(folder, taken, { ...place, n })
}

async function hasContent(
  file: ExistingFile,
  entry: ArchiveEntry,
  { signal, ...options }: CheckOptions & Pick<Opening, 'signal'>,
): Promise<boolean> {
  const check = await contentCheck(entry, options)
  for (let at = 0; at < file.size; at += readBytes) {
    signal.throwIfAborted()
    const bytes = await file.read(at, Math.min(readBytes, file.size - at))
    for (let chunk = 0; chunk < bytes.length; chunk += chunkBytes)
      await check.take(bytes.subarray(chunk, chunk + chunkBytes))
  }
  await check.rest()
  return check.compare().then(
    () => true,
    (error: unknown) => {
      if (error instanceof FaultError) return false
      throw error
    },
  )
}

async function write(
  file: NewFile,
  item: Exclude<Opened, { fault: unknown }>,
  signal: AbortSignal,
  { onWritten }: FolderListener,
): Promise<void> {
  try {
    for await (const piece of 'whole' in item ? item.whole : item.pieces) {
      await file.write(piece)
      onWritten(piece.length)
    }
    signal.throwIfAborted()
    await file.close()
  } catch (error) {
    await file.drop()
    throw error
  }
}
