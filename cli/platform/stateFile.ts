import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from '../../contract/schemas/zod.ts'
import { refusedError } from '../exitCodes.ts'
import { ignoreErrorCodes } from './diskErrors.ts'

/** A file name for something that must not be readable from it, such as a link: a hash. */
export const stateName = (subject: string): string =>
  createHash('sha256').update(subject).digest('hex').slice(0, 32)

export const stateFileName = (subject: string): string => `${stateName(subject)}.json`

/**
 * Reads a state file; null if it does not exist. An unreadable file does not count as empty, since whatever the server
 * shows would then be believed.
 * @param says what is in the file, for the error, such as 'says what key this link has'
 * @param loss what is not noticed without it, for the error
 * @throws CommandError 'refused' for an unreadable file
 */
export async function readStateFile<T>(
  path: string,
  schema: z.ZodType<T>,
  says: string,
  loss?: string,
): Promise<T | null> {
  const text = await readFile(path, 'utf8').catch(ignoreErrorCodes('ENOENT'))
  if (text === undefined) return null
  const stored = parseJsonAs(schema, text)
  if (stored !== null) return stored
  throw refusedError(
    `${path}, which ${says}, cannot be read. Restore it, or remove it${loss === undefined ? '' : `: ${loss}`}.`,
  )
}

/** Writes a file atomically and durably, readable by its user only. */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  // Others may write it at the same time.
  const temporary = `${path}.${randomUUID()}.new`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  } finally {
    await file.close()
  }
  await syncFolder(dirname(path))
}

/** Makes new and changed names of a folder durable, if the system can do that. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, some file systems cannot sync them, and others may have removed it.
  const folder = await open(path, 'r').catch(ignoreErrorCodes('EPERM', 'EISDIR', 'EACCES', 'ENOENT'))
  if (!folder) return
  try {
    await folder.sync().catch(ignoreErrorCodes('EINVAL', 'EPERM', 'EISDIR', 'ENOTSUP', 'EBADF'))
  } finally {
    await folder.close()
  }
}

/** Removes the files of a folder whose last change is longer ago. */
export async function removeOldFiles(folder: string, lifetimeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats?.isFile() && Date.now() - stats.mtimeMs > lifetimeMs) await rm(path, { force: true })
  }
}

/** Parses JSON of the disk, which may be truncated or of another version. @returns null if it is not of the schema */
export function parseJsonAs<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
