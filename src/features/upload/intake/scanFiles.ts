import { ignoredNames } from '../../../../core/upload/ignoredNames.ts'
import type { DroppedHandle } from '../../../first/incomingFiles.ts'

/** A dropped or chosen file. Dropping a folder and choosing it give the same files with the same paths. */
export interface FoundFile {
  file: File
  /** Directory part, '/'-separated; '.' for the root. */
  path: string
  /** The dropped file, or the dropped folder around it, where the browser gives handles. */
  root?: DroppedHandle | undefined
}

export interface ScanResult {
  files: FoundFile[]
  /** Folders without files, which cannot be sent. */
  emptyFolders: string[]
  /** Files and folders that the browser could not read. */
  unreadable: string[]
}

export interface ScanOptions {
  onCount: (files: number) => void
  /** Called between two slices. */
  yieldToMain: () => Promise<void>
  /** Handles of the dropped entries. */
  handles?: ReadonlyMap<FileSystemEntry | File, DroppedHandle>
}

/** Number of files requested at a time: Chromium delivers them in one task, and 250 blocked the page for 140 ms. */
const filesAtOnce = 64

/** Number of listed files that are read between two yields. */
const filesPerSlice = 250

/** Walks dropped entries recursively. The entries must be taken from the event while it is dispatched. */
export async function scanEntries(
  entries: readonly FileSystemEntry[],
  options: ScanOptions,
): Promise<ScanResult> {
  const found: ScanResult = { files: [], emptyFolders: [], unreadable: [] }
  const rootOf = (entry: FileSystemEntry) => options.handles?.get(entry)
  await addEntries(entries, found, rootOf)
  const folders = entries.filter(isDirectory).map((folder) => ({ folder, root: rootOf(folder) }))
  for (let next = folders.shift(); next; next = folders.shift()) {
    const { folder, root } = next
    let children: FileSystemEntry[]
    try {
      children = await readDirectory(folder.createReader())
    } catch {
      found.unreadable.push(folder.fullPath.slice(1))
      continue
    }
    if (children.every(({ name }) => ignoredNames.has(name)))
      found.emptyFolders.push(folder.fullPath.slice(1))
    for (let at = 0; at < children.length; at += filesAtOnce) {
      await addEntries(children.slice(at, at + filesAtOnce), found, () => root)
      options.onCount(found.files.length)
      await options.yieldToMain()
    }
    folders.unshift(...children.filter(isDirectory).map((child) => ({ folder: child, root })))
  }
  options.onCount(found.files.length)
  return found
}

/** Reads a directory to its end: a reader returns at most 100 entries a call, and none at the end. */
async function readDirectory(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

async function addEntries(
  entries: readonly FileSystemEntry[],
  { files, unreadable }: ScanResult,
  rootOf: (entry: FileSystemEntry) => DroppedHandle | undefined,
): Promise<void> {
  const wanted = entries.filter(isFile).filter(({ name }) => !ignoredNames.has(name))
  const read = await Promise.all(
    wanted.map((entry) =>
      new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => null),
    ),
  )
  wanted.forEach((entry, index) => {
    const { fullPath } = entry
    const file = read[index]
    if (file) files.push({ file, path: directoryOf(fullPath.slice(1), file.name), root: rootOf(entry) })
    else unreadable.push(fullPath.slice(1))
  })
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Lists the files of an input, or files without entries. Such lists contain no empty folders. */
export async function scanFileList(list: ArrayLike<File>, options: ScanOptions): Promise<ScanResult> {
  const found: ScanResult = { files: [], emptyFolders: [], unreadable: [] }
  const all = Array.from(list)
  for (let at = 0; at < all.length; at += filesPerSlice) {
    const some = all.slice(at, at + filesPerSlice)
    const wanted = some.filter(({ name }) => !ignoredNames.has(name))
    const areReadable = await Promise.all(wanted.map(isReadable))
    wanted.forEach((file, index) => {
      const path = directoryOf(file.webkitRelativePath, file.name)
      if (areReadable[index]) found.files.push({ file, path })
      else found.unreadable.push(path === '.' ? file.name : `${path}/${file.name}`)
    })
    options.onCount(found.files.length)
    if (some.length === filesPerSlice) await options.yieldToMain()
  }
  options.onCount(found.files.length)
  return found
}

/** Chromium turns a dropped dangling link into an empty file, which cannot be read. */
async function isReadable(file: File): Promise<boolean> {
  if (file.size > 0) return true
  return file.arrayBuffer().then(
    () => true,
    () => false,
  )
}

/**
 * Returns the directory: 'a/b/name' → 'a/b'. It cuts by the length of the name, since Chromium's file picker
 * replaces backslashes in names by slashes.
 */
function directoryOf(path: string, name: string): string {
  return path.slice(0, Math.max(0, path.length - name.length - 1)) || '.'
}
