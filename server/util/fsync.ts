import { open } from 'node:fs/promises'

/** Makes a file durable, with its size and permissions. */
export const syncFile = (path: string): Promise<void> => sync(path, 'r+')

/** Makes entries that were created or renamed in a directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories, and its renames need no such sync.
  if (process.platform !== 'win32') await sync(path, 'r')
}

async function sync(path: string, flags: string): Promise<void> {
  const opened = await open(path, flags)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
