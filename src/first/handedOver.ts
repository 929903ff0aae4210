/** What somebody has given to a page: dropped, chosen or pasted. */
export interface Given {
  /** Files and folders, as a drop brings them. */
  entries: FileSystemEntry[]
  /** Files alone; those of a chosen folder say where in it they were. */
  files: File[]
  /** There in Chromium only: they outlive the page, and spare the person to give the same files again. */
  handles: Promise<FileSystemHandle | null>[]
}

/** Of an input. */
export const givenFiles = (files: Iterable<File>): Given => ({ entries: [], files: [...files], handles: [] })

interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/** Of a drop or a paste, whose items can be asked only while its event runs: nothing here waits. */
export function givenItems({ items }: DataTransfer): Given {
  const given = givenFiles([])
  for (const item of [...items].filter(({ kind }) => kind === 'file') as ItemWithHandle[]) {
    const handle = item.getAsFileSystemHandle?.()
    if (handle) given.handles.push(handle.catch(() => null))
    const entry = item.webkitGetAsEntry()
    const file = entry ? null : item.getAsFile()
    if (entry) given.entries.push(entry)
    if (file) given.files.push(file)
  }
  return given
}

let waiting: Given[] = []
let take: ((given: Given) => void) | null = null

/** Of what was given before the application was there to take it, to the application. */
export function handOver(given: Given): void {
  if (take) take(given)
  else waiting.push(given)
}

/** From now on, and what was given before. @returns ends that */
export function onHandedOver(taker: (given: Given) => void): () => void {
  take = taker
  for (const given of waiting) taker(given)
  waiting = []
  return () => void (take = null)
}
