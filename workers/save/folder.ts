import { chunkBytes, MiB } from '../../contract/limits.ts'
import type { ArchiveEntry } from '../../src/protocol/downloadJobs.ts'
import type { DownloadTask } from '../stream/downloadTask.ts'
import { type Opened, readAhead } from '../stream/readAhead.ts'
import { contentCheck } from '../stream/contentCheck.ts'
import type { OpenOptions } from '../stream/openedChunks.ts'
import { OpenError } from '../stream/openError.ts'
import { localHash } from '../hashService.ts'
import { readBlob } from '../sourceFile.ts'

/** Of a file that is there already, whole chunks. */
const readBytes = MiB

/**
 * [Note: Saving to a folder]
 * Every entry becomes a file under its path. A file that is there already with the same content is not fetched again,
 * so that whoever picks the same folder once more goes on where the last try stopped, in another session as well: what
 * is compared is what a download of it would be, and nothing needs to be remembered. A file that is there with another content is never
 * overwritten; ours then gets ' (2)'. The browser writes to a file beside it and puts it in place on close, so that
 * what stands under a name is whole.
 */
export async function saveToFolder(task: DownloadTask, directory: FileSystemDirectoryHandle): Promise<void> {
  const { entries } = await task.complete
  const folders = new Folders(directory)
  const taken = new Set<string>()
  const missing: { index: number; entry: ArchiveEntry; place: Place }[] = []
  for (const [index, entry] of entries.entries()) {
    task.signal.throwIfAborted()
    const place = await findPlace(folders, taken, entry, task.openOptions)
    if (place) missing.push({ index, entry, place })
    else task.wrote(entry.size, 1)
  }

  let saved = entries.length - missing.length
  let at = 0
  const wanted = missing.map(({ entry }) => entry)
  for await (const item of readAhead(wanted, task.openOptions)) {
    const target = missing[at++]
    if (!target) continue
    if ('error' in item) {
      task.leftOut(target.index, item.error)
      continue
    }
    try {
      await write(task, target.place, item)
    } catch (error) {
      throw error instanceof OpenError ? Object.assign(error, { entry: target.index }) : error
    }
    task.wrote(0, 1)
    saved++
  }
  if (saved === 0 && entries.length > 0) throw new OpenError('refused', 'All files failed to download.')
}

/** A name in a folder that our file may have. */
interface Place {
  folder: FileSystemDirectoryHandle
  name: string
}

/** Null when the file is there already. @param taken places of other entries, which are not there yet */
async function findPlace(
  folders: Folders,
  taken: Set<string>,
  entry: ArchiveEntry,
  { signal, compareSha256 }: OpenOptions,
): Promise<Place | null> {
  const path = entry.name.split('/')
  const wanted = path.pop() ?? ''
  const folder = await folders.open(path)
  for (let n = 1; ; n++) {
    signal.throwIfAborted()
    const name = n === 1 ? wanted : numbered(wanted, n)
    const key = [...path, name].join('/').toLowerCase()
    if (taken.has(key)) continue
    const file = await existing(folder, name)
    if (file === 'folder') continue
    // An empty file is what a try leaves that was cut off before its first close.
    const isFree = !file || (file.size === 0 && entry.size > 0)
    const isOurs = file?.size === entry.size && (await hasContent(file, entry, compareSha256))
    if (!isFree && !isOurs) continue
    taken.add(key)
    return isOurs ? null : { folder, name }
  }
}

/** 'report.pdf' → 'report (2).pdf' */
function numbered(name: string, n: number): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${n})${name.slice(dot)}` : `${name} (${n})`
}

async function existing(folder: FileSystemDirectoryHandle, name: string): Promise<File | 'folder' | null> {
  try {
    return await (await folder.getFileHandle(name)).getFile()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return 'folder'
    throw error
  }
}

async function hasContent(file: File, entry: ArchiveEntry, compareSha256: boolean): Promise<boolean> {
  const check = await contentCheck(entry, { beginHash: localHash, compareSha256 })
  for (let at = 0; at < file.size; at += readBytes) {
    const bytes = await readBlob(file.slice(at, at + readBytes))
    for (let chunk = 0; chunk < bytes.length; chunk += chunkBytes)
      await check.take(bytes.subarray(chunk, chunk + chunkBytes))
  }
  await check.rest()
  return check.compare().then(
    () => true,
    (error: unknown) => {
      if (error instanceof OpenError) return false
      throw error
    },
  )
}

async function write(task: DownloadTask, { folder, name }: Place, item: Exclude<Opened, { error: unknown }>) {
  const handle = await folder.getFileHandle(name, { create: true })
  const writable = await handle.createWritable()
  try {
    for await (const piece of 'whole' in item ? item.whole : item.pieces) {
      await writable.write(piece)
      task.wrote(piece.length)
    }
    task.signal.throwIfAborted()
    await writable.close()
  } catch (error) {
    await writable.abort().catch(() => undefined)
    await folder.removeEntry(name).catch(() => undefined)
    throw error
  }
}

/** Folders by path, each asked for once. */
class Folders {
  readonly #root: FileSystemDirectoryHandle
  readonly #known = new Map<string, Promise<FileSystemDirectoryHandle>>()

  constructor(root: FileSystemDirectoryHandle) {
    this.#root = root
  }

  open(path: readonly string[]): Promise<FileSystemDirectoryHandle> {
    const name = path.at(-1)
    if (name === undefined) return Promise.resolve(this.#root)
    const key = path.join('/')
    const known =
      this.#known.get(key) ??
      this.open(path.slice(0, -1)).then((parent) => parent.getDirectoryHandle(name, { create: true }))
    this.#known.set(key, known)
    return known
  }
}
