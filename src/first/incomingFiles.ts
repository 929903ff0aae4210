/** Null if the browser refuses it. */
export type DroppedHandle = Promise<FileSystemHandle | null>

/** Files that were dropped, chosen or pasted. */
export interface IncomingFiles {
  entries: FileSystemEntry[]
  /** Files alone; those of a chosen folder have their relative paths. */
  files: File[]
  /** In Chromium only, by what was dropped: handles outlive the page, and spare the person choosing the files again. */
  handles: Map<FileSystemEntry | File, DroppedHandle>
}

/** True if files are dragged, and not text or a link. */
export const hasFiles = ({ types }: DataTransfer): boolean => types.includes('Files')

export const incomingFilesOf = (files: Iterable<File>): IncomingFiles => ({
  entries: [],
  files: [...files],
  handles: new Map(),
})

interface ItemWithHandle extends DataTransferItem {
  getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>
}

/** Files of a drop or paste. Items can be read only during the event, so nothing here awaits. */
export function fromDataTransfer({ items }: DataTransfer): IncomingFiles {
  const incomingFiles = incomingFilesOf([])
  for (const item of [...items].filter(({ kind }) => kind === 'file') as ItemWithHandle[]) {
    const handle = item.getAsFileSystemHandle?.()
    const entry = item.webkitGetAsEntry()
    const file = entry ? null : item.getAsFile()
    const dropped = entry ?? file
    if (handle && dropped)
      incomingFiles.handles.set(
        dropped,
        handle.catch(() => null),
      )
    if (entry) incomingFiles.entries.push(entry)
    if (file) incomingFiles.files.push(file)
  }
  return incomingFiles
}

type FileReceiver = (incomingFiles: IncomingFiles) => void

/** Hands files to one receiver, and keeps them until there is one. */
export class FileHandover {
  #waiting: IncomingFiles[] = []
  #receive: FileReceiver | null = null

  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  deliver(incomingFiles: IncomingFiles): void {
    if (this.#receive) this.#receive(incomingFiles)
    else this.#waiting.push(incomingFiles)
  }

  /** Receives waiting and later files. @returns a function that unsubscribes */
  subscribe(receiver: FileReceiver): () => void {
    this.#receive = receiver
    for (const incomingFiles of this.#waiting.splice(0)) receiver(incomingFiles)
    return () => void (this.#receive = null)
  }

  discardWaiting(): void {
    this.#waiting = []
  }
}

/** Files for the upload link of the page, which may be given before the application has loaded. */
export const uploadPageFiles = new FileHandover()

/** Files for the page that sends them by a link. */
export const filesToSend = new FileHandover()
