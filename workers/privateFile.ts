import { fault, FaultError } from '../core/faults/fault.ts'
import { openedFilesFolder } from './shared/leftovers.ts'
import type { Bytes } from '../core/ports.ts'

/** A file's handle as workers have it; missing in the types of pages and tests. */
interface WorkerFileHandle {
  createSyncAccessHandle(): Promise<{
    write(bytes: Bytes, options: { at: number }): number
    flush(): void
    close(): void
  }>
}

export const isWorkerHandle = (handle: object): handle is WorkerFileHandle =>
  'createSyncAccessHandle' in handle

/** Writes a file, which the page saves and removes. @throws FaultError 'device-full'; other errors */
export async function writePrivateFile(name: string, pieces: AsyncIterable<Bytes>): Promise<void> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(openedFilesFolder, { create: true })
  const handle = await folder.getFileHandle(name, { create: true })
  if (!isWorkerHandle(handle)) throw new Error('Private files can be written in workers only.')
  const file = await handle.createSyncAccessHandle()
  try {
    let offset = 0
    for await (const piece of pieces) {
      // A short write means that the disk is full.
      if (file.write(piece, { at: offset }) !== piece.length) throw new FaultError(fault('device-full'))
      offset += piece.length
    }
    file.flush()
  } finally {
    file.close()
  }
}
