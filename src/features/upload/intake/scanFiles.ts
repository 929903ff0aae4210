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
  const result: ScanResult = { files: [], emptyFolders: [], unreadable: [] }
  const rootOf = (entry: FileSystemEntry) => options.handles?.get(entry)
  await addEntries(entries, result, rootOf)
  const folders = entries.filter(isDirectory).map((folder) => ({ folder, root: rootOf(folder) }))
  for (let next = folders.shift(); next; next = folders.shift()) {
    const { folder, root } = next
    let children: FileSystemEntry[]
    try {
      children = await readDirectory(folder.createReader())
    } catch {
      result.unreadable.push(folder.fullPath.slice(1))
      continue
    }
    if (children.every(({ name }) => ignoredNames.has(name)))
      result.emptyFolders.push(folder.fullPath.slice(1))
    for (let start = 0; start < children.length; start += filesAtOnce) {
      await addEntries(children.slice(start, start + filesAtOnce), result, () => root)
      options.onCount(result.files.length)
      await options.yieldToMain()
    }
    folders.unshift(...children.filter(isDirectory).map((child) => ({ folder: child, root })))
  }
  options.onCount(result.files.length)
  return result
}

/** Reads a directory to its end: a reader returns at most 100 entries a call, and none at the end. */
async function readDirectory(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const children: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return children
    children.push(...batch)
  }
}

async function addEntries(
  entries: readonly FileSystemEntry[],
  { files, unreadable }: ScanResult,
  rootOf: (entry: FileSystemEntry) => DroppedHandle | undefined,
): Promise<void> {
  const fileEntries = entries.filter(isFile).filter(({ name }) => !ignoredNames.has(name))
  const read = await Promise.all(
    fileEntries.map((entry) =>
      new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => null),
    ),
  )
  fileEntries.forEach((entry, index) => {
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
  const result: ScanResult = { files: [], emptyFolders: [], unreadable: [] }
  const files = Array.from(list)
  for (let start = 0; start < files.length; start += filesPerSlice) {
    const slice = files.slice(start, start + filesPerSlice)
    const kept = slice.filter(({ name }) => !ignoredNames.has(name))
    const areReadable = await Promise.all(kept.map(isReadable))
    kept.forEach((file, index) => {
      const path = directoryOf(file.webkitRelativePath, file.name)
      if (areReadable[index]) result.files.push({ file, path })
      else result.unreadable.push(path === '.' ? file.name : `${path}/${file.name}`)
    })
    options.onCount(result.files.length)
    if (slice.length === filesPerSlice) await options.yieldToMain()
  }
  options.onCount(result.files.length)
  return result
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
