import { privateFolder } from '../../src/protocol/leftovers.ts'

export interface PrivateFile {
  /** @throws when there is no room */
  write(bytes: Uint8Array<ArrayBuffer>): void
  close(): void
}

/** There in workers only. */
interface WorkerFileHandle {
  createSyncAccessHandle(): Promise<{
    write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
    flush(): void
    close(): void
  }>
}

/** The file of a job in the origin-private file system, empty. The page takes it from there and removes it. */
export async function openPrivateFile(jobId: string): Promise<PrivateFile> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(privateFolder, { create: true })
  const handle = await folder.getFileHandle(jobId, { create: true })
  const file = await (handle as unknown as WorkerFileHandle).createSyncAccessHandle()
  let at = 0
  return {
    write(bytes) {
      // A short write means that there is no room.
      if (file.write(bytes, { at }) !== bytes.length) throw new Error('There is no room left on this device.')
      at += bytes.length
    },
    close() {
      file.flush()
      file.close()
    },
  }
}
