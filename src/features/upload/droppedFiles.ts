import { ignoredNames } from '../../../core/upload/ignoredNames.ts'

/**
 * What was dropped or picked, as one flat list: a folder dragged in and the same folder picked by its button give the
 * same files with the same directories.
 */
export interface FoundFile {
  file: File
  /** Directory part, '/'-separated; '.' is the root. */
  path: string
}

export interface Found {
  files: FoundFile[]
  /** Folders without a file in them cannot be sent. */
  emptyFolders: string[]
  /** Files and folders that the browser could not read. */
  unreadable: string[]
}

export interface ScanOptions {
  /** Files found so far. */
  onCount: (files: number) => void
  /** Lets the page live between two portions of work. */
  yieldToMain: () => Promise<void>
}

/**
 * Files asked for at a time: enough to keep the browser busy, few enough to keep the page alive. Chromium makes each File
 * by a call that the page's thread waits for, and those that have come as one task: with 250 that took 140 ms.
 */
const askedTogether = 64

/** Files of a list between two breaths. */
const portion = 250

/** Walks dropped entries, folder by folder. The entries must have been taken from the event while it ran. */
export async function filesOfEntries(
  entries: readonly FileSystemEntry[],
  options: ScanOptions,
): Promise<Found> {
  const found: Found = { files: [], emptyFolders: [], unreadable: [] }
  await addEntries(entries, found)
  const folders = entries.filter(isDirectory)
  for (let folder = folders.shift(); folder; folder = folders.shift()) {
    let children: FileSystemEntry[]
    try {
      children = await readAll(folder.createReader())
    } catch {
      found.unreadable.push(folder.fullPath.slice(1))
      continue
    }
    if (children.every(({ name }) => ignoredNames.has(name)))
      found.emptyFolders.push(folder.fullPath.slice(1))
    for (let at = 0; at < children.length; at += askedTogether) {
      await addEntries(children.slice(at, at + askedTogether), found)
      options.onCount(found.files.length)
      await options.yieldToMain()
    }
    folders.unshift(...children.filter(isDirectory))
  }
  options.onCount(found.files.length)
  return found
}

/** A reader hands out at most a hundred entries a call, and an empty list when it has no more. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

async function addEntries(entries: readonly FileSystemEntry[], { files, unreadable }: Found): Promise<void> {
  const wanted = entries.filter(isFile).filter(({ name }) => !ignoredNames.has(name))
  const read = await Promise.all(
    wanted.map((entry) =>
      new Promise<File>((resolve, reject) => entry.file(resolve, reject)).catch(() => null),
    ),
  )
  wanted.forEach(({ fullPath }, index) => {
    const file = read[index]
    if (file) files.push({ file, path: directoryOf(fullPath.slice(1), file.name) })
    else unreadable.push(fullPath.slice(1))
  })
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Of a file or folder picker: such a list names no folder that has no file. */
export async function filesOfList(list: ArrayLike<File>, options: ScanOptions): Promise<Found> {
  const files: FoundFile[] = []
  for (let at = 0; at < list.length; at++) {
    const file = list[at]
    if (file && !ignoredNames.has(file.name))
      files.push({ file, path: directoryOf(file.webkitRelativePath, file.name) })
    if ((at + 1) % portion === 0) {
      options.onCount(files.length)
      await options.yieldToMain()
    }
  }
  options.onCount(files.length)
  return { files, emptyFolders: [], unreadable: [] }
}

/**
 * 'a/b/name' → 'a/b'. By the length of the name and not by the last slash: a file picker of Chromium writes the
 * backslash of a name as a slash.
 */
function directoryOf(path: string, name: string): string {
  return path.slice(0, Math.max(0, path.length - name.length - 1)) || '.'
}
