import { fault, FaultError } from '../core/faults/fault.ts'
import type { PickedFolder, NewFile } from '../core/open/saveToPickedFolder.ts'
import type { ExistingFile } from '../core/open/targetPath.ts'

/** The port `PickedFolder` over a folder that the person has picked. */
export function pickedFolder(root: FileSystemDirectoryHandle): PickedFolder {
  const openedFolders = new Map<string, Promise<FileSystemDirectoryHandle>>()
  const folderOf = (path: readonly string[]): Promise<FileSystemDirectoryHandle> => {
    const name = path.at(-1)
    if (name === undefined) return Promise.resolve(root)
    const key = path.join('/')
    const opened = openedFolders.get(key)
    if (opened !== undefined) return opened
    const folder = folderOf(path.slice(0, -1)).then((parent) =>
      parent.getDirectoryHandle(name, { create: true }),
    )
    openedFolders.set(key, folder)
    // A retry opens it anew.
    folder.catch(() => openedFolders.delete(key))
    return folder
  }
  const inFolder = <T>(path: readonly string[], work: (folder: FileSystemDirectoryHandle) => Promise<T>) =>
    folderOf(path).then(work).catch(rethrowRefusal)
  return {
    find: (path, name) => inFolder(path, (folder) => findFile(folder, name)),
    create: (path, name) => inFolder(path, (folder) => createFile(folder, name)),
  }
}

/** Chromium refuses some names, such as those of shortcuts, with a TypeError; TypeMismatchError: a file is no folder. */
function rethrowRefusal(error: unknown): never {
  const isRefusal =
    error instanceof TypeError || (error instanceof DOMException && error.name === 'TypeMismatchError')
  throw isRefusal ? new FaultError(fault('name-refused'), { cause: error }) : error
}

/** @returns null if there is nothing of this name; 'taken' if it is a folder's */
async function findFile(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<ExistingFile | 'taken' | null> {
  try {
    const file = await (await folder.getFileHandle(name)).getFile()
    return {
      size: file.size,
      read: async (offset, bytes) => new Uint8Array(await file.slice(offset, offset + bytes).arrayBuffer()),
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return 'taken'
    throw error
  }
}

/** Creates a file, which the browser renames on close. @returns null if the name is taken */
async function createFile(folder: FileSystemDirectoryHandle, name: string): Promise<NewFile | null> {
  if (await findFile(folder, name)) return null
  const handle = await folder.getFileHandle(name, { create: true })
  const writable = await handle.createWritable()
  return {
    write: (piece) => writable.write(piece),
    close: () => writable.close(),
    async drop() {
      // Cleanup after a failure, which is the error to report.
      await writable.abort().catch(() => undefined)
      await removeIfEmpty(folder, handle).catch(() => undefined)
    },
  }
}

/** Removes the file that we created, which is empty until it is closed. One that somebody else has written stays. */
async function removeIfEmpty(folder: FileSystemDirectoryHandle, handle: FileSystemFileHandle) {
  const { size } = await handle.getFile()
  if (size === 0) await folder.removeEntry(handle.name)
}
