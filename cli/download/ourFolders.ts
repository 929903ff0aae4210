import { chmod, lstat, mkdir } from 'node:fs/promises'
import { exit, Stop } from '../exit.ts'
import { codeOf } from './diskErrors.ts'

/** Below a folder that is filled: what is not whole yet, so that a file of it can be given its name in one step. */
export const partsFolder = '.sealpost-parts'
/** What was pulled. */
export const stateFolder = '.sealpost'
/** Where a file lies while a command looks at it, and where it goes when it is refused. */
export const incomingFolder = '.incoming'
export const refusedFolder = '.refused'

export const ourFolders: ReadonlySet<string> = new Set([
  partsFolder,
  stateFolder,
  incomingFolder,
  refusedFolder,
])

/**
 * Makes a folder that nobody else may look into: what is verified in it must be what is put in its place. One that
 * somebody else has made is theirs.
 * @throws Stop 'usage' for that, and what is no folder; what the disk does
 */
export async function ownFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  if (!found.isDirectory()) throw new Stop(exit.usage, `${path} is no folder.`)
  const me = process.getuid?.()
  if (me !== undefined && found.uid !== me)
    throw new Stop(exit.usage, `${path} belongs to another user of this machine. Take another folder.`)
  // Windows has other rights, and some systems of files none.
  if ((found.mode & 0o077) !== 0) await chmod(path, 0o700).catch(() => undefined)
}
