import { chmod, lstat, mkdir } from 'node:fs/promises'
import { usageError } from '../exitCodes.ts'
import { ignoreErrorCodes } from './diskErrors.ts'

/**
 * Creates a folder that other users cannot read: what is verified in it must be what is put in place. A
 * folder of another user is refused.
 * @throws CommandError 'usage' for that, and for other things than folders; errors of the disk
 */
export async function ensurePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(ignoreErrorCodes('EEXIST'))
  const found = await lstat(path)
  if (!found.isDirectory()) throw usageError(`${path} is no folder.`)
  const me = process.getuid?.()
  if (me !== undefined && found.uid !== me)
    throw usageError(`${path} belongs to another user of this machine. Take another folder.`)
  // Windows has other permissions, and some file systems none.
  if ((found.mode & 0o077) !== 0) await chmod(path, 0o700).catch(() => undefined)
}
