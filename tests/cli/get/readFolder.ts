import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sha256Of } from './sharedFiles.ts'

/** All files below a folder, by path. */
export async function readFolder(folder: string): Promise<Record<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  const read = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return [relative(folder, path), await readFile(path)] as const
  })
  return Object.fromEntries((await Promise.all(read)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Of each its SHA-256, by path: large files are compared by nothing else, which would take minutes. */
export const hashesOfContents = (files: Readonly<Record<string, Buffer>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, sha256Of(bytes)]))

export const hashesIn = async (folder: string): Promise<Record<string, string>> =>
  hashesOfContents(await readFolder(folder))
