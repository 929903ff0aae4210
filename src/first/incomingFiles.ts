/** Files that were dropped, chosen or pasted. */
export interface IncomingFiles {
  entries: FileSystemEntry[]
  /** Files alone; those of a chosen folder have their relative paths. */
  files: File[]
  /** In Chromium only: handles outlive the page, and spare the person choosing the files again. */
  handles: Promise<FileSystemHandle | null>[]
}

/** True if files are dragged, and not text or a link. */
export const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files')

export const incomingFilesOf = (files: Iterable<File>): IncomingFiles => ({
  entries: [],
  files: [...files],
  handles: [],
})

interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/** Files of a drop or paste. Items can be read only during the event, so nothing here awaits. */
export function fromDataTransfer({ items }: DataTransfer): IncomingFiles {
  const given = incomingFilesOf([])
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

let waiting: IncomingFiles[] = []
let receive: ((given: IncomingFiles) => void) | null = null

/** Hands files to the application, or queues them until it has loaded. */
export function deliverFiles(given: IncomingFiles): void {
  if (receive) receive(given)
  else waiting.push(given)
}

/** Receives queued and later files. @returns a function that unsubscribes */
export function onFilesDelivered(receiver: (given: IncomingFiles) => void): () => void {
  receive = receiver
  for (const given of waiting) receiver(given)
  waiting = []
  return () => void (receive = null)
}
