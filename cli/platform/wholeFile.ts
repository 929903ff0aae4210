import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file that its user alone may read: whole and on the disk when this resolves, or as it was before. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const beside = `${path}.new`
  const file = await open(beside, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
  await syncFolder(dirname(path))
}

/** Names that were changed in it are on the disk. Windows has no such thing, and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
