import { createHash, randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { z } from '../../contract/schemas/zod.ts'
import { refusedError } from '../exitCodes.ts'
import { ignoreErrorCodes } from './diskErrors.ts'

/** A name for something whose own is to be no part of it, such as a link. */
export const stateName = (subject: string): string =>
  createHash('sha256').update(subject).digest('hex').slice(0, 32)

export const stateFileName = (subject: string): string => `${stateName(subject)}.json`

/**
 * Reads what a file remembers; null if there is none. An unreadable one does not count as empty: whatever the server
 * shows would be believed.
 * @param says what is in the file, for the error: 'says what key this link has'
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

/** Makes new and changed names durable, where that is possible. */
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

/** Removes the files of a folder that were not changed for a time. */
export async function removeOldFiles(folder: string, lifetimeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile() && Date.now() - found.mtimeMs > lifetimeMs) await rm(path, { force: true })
  }
}

/** Parses a text of the disk, which may be truncated or of another version. @returns null for another shape */
export function parseJsonAs<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
