/**
 * The File objects behind the rows of the queue, and what they were dropped as: the store holds plain data only.
 */
const files = new Map<number, File>()
let roots: FileSystemHandle[] = []
let nextId = 0

/** @returns the number of the file's row, one more than the last. */
export function registerFile(file: File): number {
  const id = nextId++
  files.set(id, file)
  return id
}

export const registeredFile = (id: number): File | undefined => files.get(id)

/** The file as it is now, in place of what it was when it was given. */
export const renewFile = (id: number, file: File): void => void files.set(id, file)

export const releaseFile = (id: number): void => void files.delete(id)

/** Lets go of every file that is not in `kept`. */
export function releaseAllBut(kept: Iterable<number>): void {
  const wanted = new Set(kept)
  for (const id of files.keys()) if (!wanted.has(id)) files.delete(id)
  if (files.size === 0) roots = []
}

/** A file or folder that was dropped, where the browser lets a page keep hold of it. */
export const registerRoot = (root: FileSystemHandle): void => void roots.push(root)

export const registeredRoots = (): FileSystemHandle[] => [...roots]

export function resetRegistry(): void {
  files.clear()
  roots = []
  nextId = 0
}
