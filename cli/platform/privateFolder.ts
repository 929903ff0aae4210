import { chmod, lstat, mkdir } from 'node:fs/promises'
import { usageError } from '../exitCodes.ts'
import { ignoreErrorCodes } from './diskErrors.ts'

/**
 * Creates a folder that other users cannot change, if it does not exist: files are verified in it before they are put in
 * place.
 * @throws CommandError 'usage' if it belongs to another user, or is no folder; errors of the disk
 */
export async function ensurePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(ignoreErrorCodes('EEXIST'))
  const stats = await lstat(path)
  if (!stats.isDirectory()) throw usageError(`${path} is not a folder.`)
  const ownUserId = process.getuid?.()
  if (ownUserId !== undefined && stats.uid !== ownUserId)
    throw usageError(`${path} belongs to another user of this machine. Choose another folder.`)
  // Windows has other permissions, and some file systems none.
  if ((stats.mode & 0o077) !== 0) await chmod(path, 0o700).catch(() => undefined)
}
