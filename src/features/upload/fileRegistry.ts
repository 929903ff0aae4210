/** The File objects behind the rows of the queue: the store holds plain data only. */
const files = new Map<number, File>()
let nextId = 0

/** @returns the number of the file's row, one more than the last. */
export function registerFile(file: File): number {
  const id = nextId++
  files.set(id, file)
  return id
}

export const registeredFile = (id: number): File | undefined => files.get(id)

export const releaseFile = (id: number): void => void files.delete(id)

/** Lets go of every file that is not in `kept`. */
export function releaseAllBut(kept: Iterable<number>): void {
  const wanted = new Set(kept)
  for (const id of files.keys()) if (!wanted.has(id)) files.delete(id)
}

export function resetRegistry(): void {
  files.clear()
  nextId = 0
}
